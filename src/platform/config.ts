import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { failure } from './failure.js'

const wholeNumber = (min: number, max: number) => z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(min).max(max))

const key = z
  .string()
  .transform((text) => Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64'))
  .refine((bytes) => bytes.length === 32)

const postgresUrl = z.string().regex(/^postgres(ql)?:\/\/\S+$/)
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const environment = z.object({
  HOST: z.string().regex(/^\S+$/).default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(3000),
  DATABASE_URL: postgresUrl.optional(),
  DATA_DIR: z.string().optional(),
  DATABASE_POOL: wholeNumber(1, 200).default(12),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  SECRETS_KEY: key.optional(),
  REGISTRATION: z.enum(['open', 'closed']).default('open'),
  RATE_LIMIT: wholeNumber(0, 10_000_000).default(6000),
  CACHE_MB: wholeNumber(1, 65_536).default(128),
  TRUST_PROXY: z.enum(['yes', 'no']).default('no'),
  CLOSE_SECONDS: wholeNumber(1, 600).default(10),
})

type Variable = keyof z.input<typeof environment>

const EXPECTED: Record<Variable, string> = {
  HOST: 'an address to listen on, such as 127.0.0.1 or 0.0.0.0',
  PORT: 'a whole number from 0 to 65535',
  DATABASE_URL: 'an address such as postgres://user:password@host:5432/database',
  DATA_DIR: 'the folder of the embedded database',
  DATABASE_POOL: 'a whole number of connections from 1 to 200',
  LOG_LEVEL: `one of ${LOG_LEVELS.join(', ')}`,
  SECRETS_KEY: '32 bytes, written as 64 hexadecimal digits or in base64',
  REGISTRATION: 'open or closed',
  RATE_LIMIT: 'requests per minute and client, a whole number; 0 for no limit',
  CACHE_MB: 'a whole number of megabytes from 1 to 65536',
  TRUST_PROXY: 'yes or no',
  CLOSE_SECONDS: 'a whole number of seconds from 1 to 600',
}

/** Values of these never appear in a message. */
const CONFIDENTIAL: readonly Variable[] = ['DATABASE_URL', 'SECRETS_KEY']

export interface Config {
  readonly host: string
  /** 0 lets the system choose. */
  readonly port: number
  /** Without one the server starts a Postgres of its own in `dataDir`. */
  readonly databaseUrl: string | undefined
  readonly dataDir: string
  readonly databasePool: number
  readonly logLevel: (typeof LOG_LEVELS)[number]
  /** Encrypts the secrets of matches at rest. */
  readonly secretsKey: Buffer | undefined
  readonly registration: 'open' | 'closed'
  /** Requests per minute and client; 0 for no limit. */
  readonly rateLimit: number
  /** Bound on the memory of live matches. */
  readonly cacheMegabytes: number
  /** Whether `X-Forwarded-For` tells the client's address. */
  readonly trustProxy: boolean
  /** How long requests under way may take to finish at shutdown. */
  readonly closeSeconds: number
}

/** An empty variable counts as absent, as compose files and shells often set it so. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) throw failure(complaint(parsed.error.issues[0]?.path[0] as Variable, given), 2)
  const values = parsed.data
  return {
    host: values.HOST,
    port: values.PORT,
    databaseUrl: values.DATABASE_URL,
    dataDir: resolve(values.DATA_DIR ?? defaultDataDir()),
    databasePool: values.DATABASE_POOL,
    logLevel: values.LOG_LEVEL,
    secretsKey: values.SECRETS_KEY,
    registration: values.REGISTRATION,
    rateLimit: values.RATE_LIMIT,
    cacheMegabytes: values.CACHE_MB,
    trustProxy: values.TRUST_PROXY === 'yes',
    closeSeconds: values.CLOSE_SECONDS,
  }
}

function complaint(variable: Variable, given: Record<string, string | undefined>): string {
  const value = CONFIDENTIAL.includes(variable) ? 'what it is set to' : JSON.stringify(given[variable])
  return `${variable}: expected ${EXPECTED[variable]}, not ${value}.`
}

/**
 * Beside the project, unless root runs it in a folder closed to others: Postgres refuses to run as root, and the
 * account that it runs as instead could not get in.
 */
function defaultDataDir(): string {
  const isRoot = process.getuid?.() === 0
  return isRoot && !isOpenToAll(process.cwd()) ? '/var/lib/chancery/postgres' : 'data/postgres'
}

function isOpenToAll(folder: string): boolean {
  if ((statSync(folder).mode & 0o001) === 0) return false
  return dirname(folder) === folder || isOpenToAll(dirname(folder))
}
