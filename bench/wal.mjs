/** What Postgres writes to its log before a move with an idempotency key counts as committed, and which of its parts takes how much. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { newMatch, playMoves, services } from './services.mjs'
import { decimals, row } from './table.mjs'

const MATCHES = 64
const MOVES = 80
/** With the columns and indexes of before the issue that set the goal, measured in the same way. */
const BEFORE = 1_011

/** Whole pages are written after a checkpoint, however little has changed in them: how many is a matter of the load, and not of a move. */
async function withoutWholePages(postgres) {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  const setPages = async (written) => {
    await client.query(`alter system set full_page_writes = ${written}`)
    await client.query('select pg_reload_conf()')
  }
  await setPages('off')
  return async () => {
    await setPages('on')
    await client.end()
  }
}

async function newestByte(pool) {
  const { rows } = await pool.query(`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes`)
  return rows[0].bytes
}

export async function walSection({ postgres }) {
  const restore = await withoutWholePages(postgres)
  const service = await services(postgres, 'bench_wal')
  const players = await Promise.all([0, 1, 2, 3].map(service.register))
  const bytesAMove = async (conditions) => {
    const ids = []
    for (let i = 0; i < MATCHES; i++) ids.push(await newMatch(service, players))
    await service.pool.query('checkpoint')
    const before = await newestByte(service.pool)
    const played = await Promise.all(ids.map((id) => playMoves(service, players, id, MOVES, conditions)))
    return ((await newestByte(service.pool)) - before) / played.reduce((sum, count) => sum + count, 0)
  }
  const plain = await bytesAMove(() => ({}))
  const keyed = await bytesAMove(() => ({ idempotencyKey: randomUUID() }))
  await service.close()
  await restore()
  return [
    row('WAL bytes a move, without an idempotency key', decimals(plain, 0)),
    row('  with one', decimals(keyed, 0)),
    row(`  as a share of ${BEFORE}, as it was`, decimals(keyed / BEFORE), 'at most 0.9', keyed / BEFORE <= 0.9),
  ]
}
