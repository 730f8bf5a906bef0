/** `chancery admin`: what an operator does with the database at hand and no token. */
import { PrismaPg } from '@prisma/adapter-pg'
import { anotherToken } from '../accounts/administrator.js'
import { PrismaClient } from '../generated/prisma/client.js'
import { failure } from '../platform/failure.js'
import { codeOf } from '../platform/thrown.js'
import { WHICH, withDatabase } from './database.js'
import type { Io } from './terminal.js'
import { expected, parseArguments } from './usage.js'

const ADMIN_HELP = `chancery admin token

Makes a new token with all scopes for the administrator, and the administrator if there is none, and prints it. Earlier tokens stay
valid: revoke them with the new one (DELETE /v1/me/tokens/{id}).

${WHICH}`

export async function admin(argv: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(argv, { help: { type: 'boolean', short: 'h', default: false } })
  if (values.help) io.out(ADMIN_HELP)
  else if (positionals.join(' ') === 'token') io.out(await withDatabase({ mayBeNew: false }, newToken))
  else throw expected('admin', 'the command token', positionals.join(' ') || undefined)
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
