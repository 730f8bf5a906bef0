/** The two addresses that a start depends on, DATABASE_URL and HOST with PORT: why one of them fails, in one line that names the setting. */
import { isIPv6 } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Failure, failure, isFailure } from './failure.js'
import { isOutage } from './outage.js'
import { isPooled } from './pooler.js'
import { codeOf, messageOf } from './thrown.js'

const PATIENCE = 10_000
const EXAMPLE = 'postgres://user:password@host:5432/database'

const TELL_EVERY = 5_000
const ASK_EVERY = 500

interface Patience {
  readonly seconds: number
  /** Called at once, and then every few seconds. */
  readonly onWait: (sentence: string) => void
}

/**
 * Resolves once the Postgres that the operator has named takes writes and the work is done there, which may be begun again. One that is away, or is a
 * standby, may be in the middle of a restart or a promotion, so it is waited for, also if it goes away during the work; a setting that is wrong is
 * told at once. No message contains the password.
 */
export async function workInPostgres(url: string, { seconds, onWait }: Patience, work: () => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + seconds * 1000
  let toldAt = Number.NEGATIVE_INFINITY
  for (;;) {
    const hindrance = (await hindranceAt(url)) ?? (await hindranceTo(work, url))
    if (hindrance === undefined) return
    const left = deadline - performance.now()
    if (!hindrance.mayPass || left <= 0) throw hindrance.failure
    if (performance.now() - toldAt >= TELL_EVERY) {
      toldAt = performance.now()
      onWait(`${hindrance.failure.message} Waiting for it, up to ${Math.ceil(left / 1000)} s more.`)
    }
    await sleep(Math.min(ASK_EVERY, left))
  }
}

interface Hindrance {
  readonly failure: Failure
  readonly mayPass: boolean
}

async function hindranceAt(url: string): Promise<Hindrance | undefined> {
  const client = clientOf(url)
  client.on('error', () => {})
  const address = placeOf(client)
  try {
    await client.connect()
    const { rows } = await client.query<{ readonly: boolean }>(
      "select current_setting('transaction_read_only') = 'on' as readonly",
    )
    if (rows[0]?.readonly) return { failure: readOnly(address), mayPass: true }
    return (await isPooled(client, () => clientOf(url))) ? { failure: pooled(address), mayPass: false } : undefined
  } catch (error) {
    return { failure: connectingFailure(error, address), mayPass: isOutage(error) && !isWrongSetting(error) }
  } finally {
    client.end().catch(() => {})
  }
}

async function hindranceTo(work: () => Promise<unknown>, url: string): Promise<Hindrance | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (isFailure(error) || !isOutage(error)) throw error
    return { failure: connectingFailure(error, placeOf(clientOf(url))), mayPass: true }
  }
}

const placeOf = (client: pg.Client): string => (client.host.startsWith('/') ? client.host : addressOf(client))

const readOnly = (address: string): Failure =>
  failure(`DATABASE_URL: the Postgres at ${address} takes no writes: it is a standby or set to read-only.`)

const pooled = (address: string): Failure =>
  failure(
    `DATABASE_URL: ${address} is a pooler in transaction mode, where LISTEN and prepared statements do not hold. ` +
      'Name Postgres itself, or a pooler in session mode.',
    2,
  )

function clientOf(url: string): pg.Client {
  try {
    return new pg.Client({
      connectionString: url,
      application_name: 'chancery start',
      connectionTimeoutMillis: PATIENCE,
      query_timeout: PATIENCE,
    })
  } catch (error) {
    throw failure(`DATABASE_URL: expected an address such as ${EXAMPLE}, but: ${messageOf(error)}.`, 2)
  }
}

/** SQLSTATEs that tell of a wrong name or password. In a server that has been let in before they are an outage. */
const WRONG_SETTINGS = ['28P01', '28000', '3D000']
const isWrongSetting = (error: unknown): boolean => WRONG_SETTINGS.includes(codeOf(error) ?? '')

function connectingFailure(error: unknown, address: string): Failure {
  const message = messageOf(error)
  // A Postgres that is starting or has no connection left has answered, and may accept a later start.
  if (error instanceof pg.DatabaseError)
    return failure(
      `DATABASE_URL: the Postgres at ${address} refuses: ${message}.`,
      isOutage(error) && !isWrongSetting(error) ? 1 : 2,
    )
  if (isOutage(error) || /timeout/.test(message)) return failure(`DATABASE_URL: no Postgres answers at ${address}.`, 2)
  return failure(`DATABASE_URL: the Postgres at ${address} can't be used: ${message}.`, 2)
}

interface Address {
  readonly host: string
  readonly port: number
}

const addressOf = ({ host, port }: Address): string => `${isIPv6(host) ? `[${host}]` : host}:${port}`

/** What a refusal to listen means; any other error is returned as it is. */
export function listeningFailure(error: unknown, at: Address, setting = 'PORT'): unknown {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return failure(`${setting}: ${addressOf(at)} is already in use; stop the other server or set ${setting}.`, 2)
    case 'EACCES':
      return failure(`${setting}: this account may not listen at ${addressOf(at)}; set ${setting} to 1024 or more.`, 2)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return failure(`HOST: ${at.host} is not an address of this machine.`, 2)
    default:
      return error
  }
}
