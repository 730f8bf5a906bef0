/** `chancery admin`: on a running server by its API, or, for a new token and for ratings, with the database at hand. */
import { PrismaPg } from '@prisma/adapter-pg'
import { anotherToken } from '../accounts/administrator.js'
import { PrismaClient } from '../generated/prisma/client.js'
import { failure } from '../platform/failure.js'
import { codeOf } from '../platform/thrown.js'
import { administer, COMMANDS, NAMES } from './administering.js'
import { WHICH, withDatabase } from './database.js'
import { recomputeRatings } from './ratings.js'
import { REMOTE_FLAGS, REMOTE_HELP } from './remote.js'
import type { Io } from './terminal.js'
import { expected, parseArguments } from './usage.js'

const ADMIN_HELP = `chancery admin COMMAND [ID or FILE] [flags]

On a running server, with the token of an administrator:

${Object.entries(COMMANDS)
  .map(([name, { takes = '', about }]) => `  ${`${name} ${takes}`.padEnd(17)}  ${about}`)
  .join('\n')}

  --reason TEXT      why, for other administrators; kept for ever
  --yes              needed for what cannot be undone
  --first N          so many of a list, up to 100
  --after CURSOR     go on after a page
  --json             print the answer of the server
${REMOTE_HELP}

chancery admin token

Makes a new token with all scopes for the administrator, and the administrator if there is none, and prints it. Earlier tokens stay
valid: revoke them with the new one (DELETE /v1/me/tokens/{id}).

chancery admin ratings [--write]

Works all ratings out again from the log of results and says whether those that are kept agree; exit code 1 if they do not. With --write
they are put right. Servers may run meanwhile: what is rated waits.

${WHICH}`

const FLAGS = {
  ...REMOTE_FLAGS,
  find: { type: 'string' },
  kind: { type: 'string' },
  blocked: { type: 'boolean', default: false },
  first: { type: 'string' },
  after: { type: 'string' },
  reason: { type: 'string' },
  organise: { type: 'boolean', default: false },
  key: { type: 'string' },
  yes: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

export async function admin(argv: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(argv, FLAGS)
  const [name, ...targets] = positionals
  if (values.help) io.out(ADMIN_HELP)
  else if (name === 'token' && targets.length === 0) io.out(await withDatabase({ mayBeNew: false }, newToken))
  else if (name === 'ratings' && targets.length === 0)
    return withDatabase({ mayBeNew: false }, (url) => recomputeRatings(url, values, io))
  else if (name !== undefined && name !== 'token' && name !== 'ratings') return administer(name, targets, values, io)
  else throw expected('admin', `one of ${NAMES.join(', ')}`, positionals.join(' ') || undefined)
  return 0
}

const NO_TABLE = 'P2021'

async function newToken(url: string): Promise<string> {
  const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: url, application_name: 'chancery admin' }) })
  try {
    return await anotherToken(prisma, new Date())
  } catch (error) {
    if (codeOf(error) === NO_TABLE) throw failure('The database has no tables yet: start a server on it first.')
    throw error
  } finally {
    await prisma.$disconnect()
  }
}
