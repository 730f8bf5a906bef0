/** The two addresses that a start depends on, DATABASE_URL and HOST with PORT: why one of them fails, in one line that names the setting. */
import { isIPv6 } from 'node:net'
import pg from 'pg'
import { type Failure, failure } from './failure.js'
import { isOutage } from './outage.js'
import { codeOf, messageOf } from './thrown.js'

const PATIENCE = 10_000
const EXAMPLE = 'postgres://user:password@host:5432/database'

/** Connects once to the Postgres that the operator has named. No message contains the password. */
export async function requirePostgres(url: string): Promise<void> {
  const client = clientOf(url)
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw connectingFailure(error, client.host.startsWith('/') ? client.host : addressOf(client))
  }
  await client.end()
}

function clientOf(url: string): pg.Client {
  try {
    return new pg.Client({ connectionString: url, application_name: 'chancery start', connectionTimeoutMillis: PATIENCE })
  } catch (error) {
    throw failure(`DATABASE_URL: expected an address such as ${EXAMPLE}, but: ${messageOf(error)}.`, 2)
  }
}

function connectingFailure(error: unknown, address: string): Failure {
  const message = messageOf(error)
  // A Postgres that is starting or has no connection left has answered, and may accept a later start.
  if (error instanceof pg.DatabaseError)
    return failure(`DATABASE_URL: the Postgres at ${address} refuses: ${message}.`, isOutage(error) ? 1 : 2)
  if (isOutage(error) || /timeout/.test(message)) return failure(`DATABASE_URL: no Postgres answers at ${address}.`, 2)
  return failure(`DATABASE_URL: the Postgres at ${address} can't be used: ${message}.`, 2)
}

interface Address {
  readonly host: string
  readonly port: number
}

const addressOf = ({ host, port }: Address): string => `${isIPv6(host) ? `[${host}]` : host}:${port}`

/** What a refusal to listen means; any other error is returned as it is. */
export function listeningFailure(error: unknown, at: Address): unknown {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return failure(`PORT: ${addressOf(at)} is already in use; stop the other server or set PORT.`, 2)
    case 'EACCES':
      return failure(`PORT: this account may not listen at ${addressOf(at)}; set PORT to 1024 or more.`, 2)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return failure(`HOST: ${at.host} is not an address of this machine.`, 2)
    default:
      return error
  }
}
