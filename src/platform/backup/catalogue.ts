/** What Postgres tells about the tables of its current schema. A backup knows none of them by name. */
import pg from 'pg'
import { MIGRATIONS_TABLE } from '../migrations.js'

export interface Column {
  readonly name: string
  readonly type: string
}

export const quoted = pg.escapeIdentifier

const HERE = 'current_schema()::regnamespace'

/** All but that of the migrations. */
export async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ relname: string }>(
    `select relname from pg_class where relnamespace = ${HERE} and relkind in ('r', 'p') and not relispartition and relname <> $1 order by relname`,
    [MIGRATIONS_TABLE],
  )
  return rows.map(({ relname }) => relname)
}

export async function hasMigrations(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    'select from pg_class where relnamespace = current_schema()::regnamespace and relname = $1',
    [MIGRATIONS_TABLE],
  )
  return rows.length > 0
}

/** Those that are stored as they are given: what the database computes by itself is computed again. */
export async function columnsOf(client: pg.Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [quoted(table)],
  )
  return rows
}

/** Sequences with the number that they would give next. */
export async function sequencesOf(client: pg.Client): Promise<{ name: string; next: string }[]> {
  const { rows } = await client.query<{ name: string; next: string }>(
    `select sequencename as name, (coalesce(last_value + increment_by, start_value))::text as next
     from pg_sequences where schemaname = current_schema() order by 1`,
  )
  return rows
}

/** The statements that take all foreign keys away, and those that bring them back and check them. */
export async function foreignKeys(client: pg.Client): Promise<{ drop: string[]; add: string[] }> {
  const { rows } = await client.query<{ of: string; name: string; definition: string }>(
    `select conrelid::regclass::text as of, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = ${HERE} and conparentid = 0 order by oid`,
  )
  return {
    drop: rows.map(({ of, name }) => `alter table ${of} drop constraint ${quoted(name)}`),
    add: rows.map(({ of, name, definition }) => `alter table ${of} add constraint ${quoted(name)} ${definition}`),
  }
}

/** The functions of the schema, without those that came with an extension. */
export async function functionsOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ signature: string }>(
    `select oid::regprocedure::text as signature from pg_proc
     where pronamespace = ${HERE} and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
  )
  return rows.map(({ signature }) => signature)
}
