/**
 * The secrets of matches and tournaments, sealed with the operator's key if there is one. No other file of src names their tables or their column: a query that
 * needs a secret takes one of the SQL fragments below and hands the row it got to `open`. A test holds the sources to this.
 */
import { randomBytes } from 'node:crypto'
import pg, { type ClientBase } from 'pg'
import { itemAt } from '../../games/lists.js'
import { failure } from '../../platform/failure.js'
import { AES_GCM, seal, sealing, unseal } from '../../platform/sealing.js'

export interface Secrets {
  create(client: ClientBase, match: string): Promise<Uint8Array>
  read(client: ClientBase, match: string): Promise<Uint8Array>
  open(row: WithSecret): Uint8Array
  /** Null unless the row was selected by `SECRET_WHEN_OVER` and the match is over or aborted. */
  reveal(row: WithRevealed): Uint8Array | null
  readonly deals: DealSecrets
  readonly tournaments: TournamentSecrets
  /** What signs the states of worlds that are only thought of: the same for all servers of a database. */
  worldKey(client: Pick<ClientBase, 'query'>): Promise<Uint8Array>
}

/** Secrets that several matches have. */
export interface DealSecrets {
  /** Keeps the secret of a deal; its id, also if it was kept before. */
  keep(client: ClientBase, deal: { readonly tournament: string; readonly number: number }, secret: Uint8Array): Promise<string>
}

export interface TournamentSecrets {
  create(client: ClientBase, tournament: string): Promise<Uint8Array>
  read(client: Pick<ClientBase, 'query'>, tournament: string): Promise<Uint8Array>
}

/** A row that was selected with `SECRET`. */
export interface WithSecret {
  readonly sealed: Buffer
}

/** A row that was selected with `SECRET_WHEN_OVER`. */
export interface WithRevealed {
  readonly sealed: Buffer | null
}

/** A column for a query over `match m`: the secret, for the server's own use. */
export const SECRET = `coalesce((select sealed from secret where match_id = m.id), (select sealed from deal where deal.id = m.deal_id)) as sealed`
/** A column for a query over `match m` whose answer leaves the server: the secret once the match and all that have the same one have ended, null before. */
export const SECRET_WHEN_OVER = `case when m.status in ('over', 'aborted') then coalesce((select sealed from secret where match_id = m.id),
  (select sealed from deal where deal.id = m.deal_id and deal.shown_at is not null)) end as sealed`
/** A column for a query over `match m`: whether other matches that have not ended may have the same secret. */
export const VEILED = `coalesce((select deal.shown_at is null from deal where deal.id = m.deal_id), false) as veiled`
/** The same for an answer that never has it. */
export const NO_SECRET = 'null as sealed'

/** `key`: 32 bytes, or null to store the secrets unencrypted. */
export function secretStore(key: Uint8Array | null): Secrets {
  const stored = sealing(key)
  const open = ({ sealed }: WithSecret): Uint8Array => stored.open(sealed)
  return {
    async create(client, match) {
      const secret = randomBytes(32)
      await client.query('insert into secret (match_id, sealed) values ($1, $2)', [match, stored.seal(secret)])
      return secret
    },
    async read(client, match) {
      const { rows } = await client.query<WithSecret>('select sealed from secret where match_id = $1', [match])
      return open(itemAt(rows, 0))
    },
    deals: {
      async keep(client, { tournament, number }, secret) {
        await client.query('insert into deal (tournament_id, number, sealed) values ($1, $2, $3) on conflict do nothing', [
          tournament,
          number,
          stored.seal(secret),
        ])
        const { rows } = await client.query<{ id: string }>('select id from deal where tournament_id = $1 and number = $2', [
          tournament,
          number,
        ])
        return itemAt(rows, 0).id
      },
    },
    tournaments: {
      async create(client, tournament) {
        const secret = randomBytes(32)
        await client.query('insert into tournament_secret (tournament_id, sealed) values ($1, $2)', [
          tournament,
          stored.seal(secret),
        ])
        return secret
      },
      async read(client, tournament) {
        const kept = 'select sealed from tournament_secret where tournament_id = $1'
        return open(itemAt((await client.query<WithSecret>(kept, [tournament])).rows, 0))
      },
    },
    open,
    reveal: ({ sealed }) => sealed && open({ sealed }),
    async worldKey(client) {
      const kept = 'select sealed from world_key'
      const known = await client.query<WithSecret>(kept)
      if (known.rows[0]) return open(known.rows[0])
      // Of two servers that ask at once, one is the first.
      await client.query('insert into world_key (sealed) values ($1) on conflict do nothing', [stored.seal(randomBytes(32))])
      return open(itemAt((await client.query<WithSecret>(kept)).rows, 0))
    },
  }
}

const CONNECTING_MS = 10_000
const NO_KEY = 'SECRETS_KEY: missing. Secrets in this database were sealed with a key: set the same one again.'
const OTHER_KEY = 'SECRETS_KEY: another one. It does not open what was sealed in this database: set the key from before.'

/**
 * Fails unless the key is the one that this database has known before; the first one is remembered. Otherwise a server would start, and every match of
 * before would answer 500.
 */
export async function requireSameKey(url: string, key: Uint8Array | null): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'chancery start',
    connectionTimeoutMillis: CONNECTING_MS,
  })
  // An error between two queries is reported by the next one.
  client.on('error', () => {})
  await client.connect()
  try {
    const before = await sealedBefore(client)
    if (before && !key) throw failure(NO_KEY, 2)
    if (!key) return
    // What was there comes first: a wrong key must not be remembered.
    const fits = (!before || opens(key, before)) && opens(key, await remembered(client, key))
    if (!fits) throw failure(OTHER_KEY, 2)
  } finally {
    await client.end()
  }
}

/** Something that a key has sealed. Databases from before keys were remembered have it only among the secrets of matches. */
async function sealedBefore(client: ClientBase): Promise<Buffer | undefined> {
  const { rows } = await client.query<WithSecret>('select sealed from secrets_key')
  if (rows[0]) return rows[0].sealed
  const ofMatches = await client.query<WithSecret>('select sealed from secret where get_byte(sealed, 0) = $1 limit 1', [AES_GCM])
  return ofMatches.rows[0]?.sealed
}

/** Of two servers that bring the first key at once, one is the first. */
async function remembered(client: ClientBase, key: Uint8Array): Promise<Buffer> {
  await client.query('insert into secrets_key (sealed) values ($1) on conflict do nothing', [seal(key, randomBytes(32))])
  const { rows } = await client.query<WithSecret>('select sealed from secrets_key')
  return itemAt(rows, 0).sealed
}

function opens(key: Uint8Array, sealed: Buffer): boolean {
  try {
    unseal(key, sealed)
    return true
  } catch {
    return false
  }
}
