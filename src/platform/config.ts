/** The settings of a server, read from environment variables. */
import { statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { failure } from './failure.js'
import { EXPECTED_PROXIES, readProxies, type TrustsProxy } from './proxies.js'

interface Variable {
  /** Of the environment variable. */
  readonly name: string
  /** Completes the sentence "expected ...". */
  readonly expected: string
  /** The value appears in no message. */
  readonly isConfidential?: true
}

const variables = z.registry<Variable>()

const wholeNumber = (min: number, max: number) => z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(min).max(max))

const key = z
  .string()
  .transform((text) => Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64'))
  .refine((bytes) => bytes.length === 32)

/** As a browser writes it: lower case, no path, no slash at the end. */
const ORIGIN = /^(?:\*|https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?)$/

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** The one table of settings: their types, variables, defaults and expected values. docs/operations.md is tested against it. */
const Settings = z.object({
  host: z
    .string()
    .regex(/^\S+$/)
    .default('127.0.0.1')
    .register(variables, { name: 'HOST', expected: 'an address to listen on, such as 127.0.0.1 or 0.0.0.0' }),
  /** 0 lets the system choose. */
  port: wholeNumber(0, 65_535).default(3000).register(variables, { name: 'PORT', expected: 'a whole number from 0 to 65535' }),
  /** Without one the server starts a Postgres of its own in `dataDir`. */
  databaseUrl: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/)
    .optional()
    .register(variables, {
      name: 'DATABASE_URL',
      expected: 'an address such as postgres://user:password@host:5432/database',
      isConfidential: true,
    }),
  /** How long a start waits for a database that is away or takes no writes. */
  databaseWaitSeconds: wholeNumber(0, 86_400)
    .default(60)
    .register(variables, { name: 'DATABASE_WAIT_SECONDS', expected: 'a whole number of seconds from 0 to 86400' }),
  dataDir: z
    .string()
    .default(defaultDataDir)
    .transform((path) => resolve(path))
    .register(variables, { name: 'DATA_DIR', expected: 'the folder of the embedded database' }),
  databasePool: wholeNumber(1, 200)
    .default(12)
    .register(variables, { name: 'DATABASE_POOL', expected: 'a whole number of connections from 1 to 200' }),
  logLevel: z
    .enum(LOG_LEVELS)
    .default('info')
    .register(variables, { name: 'LOG_LEVEL', expected: `one of ${LOG_LEVELS.join(', ')}` }),
  /** Encrypts the secrets of matches at rest. */
  secretsKey: key.optional().register(variables, {
    name: 'SECRETS_KEY',
    expected: '32 bytes, written as 64 hexadecimal digits or in base64',
    isConfidential: true,
  }),
  registration: z
    .enum(['open', 'closed'])
    .default('open')
    .register(variables, { name: 'REGISTRATION', expected: 'open or closed' }),
  /** Requests per minute and client, counted by this server alone; 0 for no limit. */
  rateLimit: wholeNumber(0, 10_000_000)
    .default(6000)
    .register(variables, { name: 'RATE_LIMIT', expected: 'points per minute and client, a whole number; 0 for no limit' }),
  /** Connections at a time: of all clients, and of one address. */
  maxConnections: wholeNumber(0, 1_000_000)
    .default(10_000)
    .register(variables, { name: 'MAX_CONNECTIONS', expected: 'a whole number of connections; 0 for no limit' }),
  maxConnectionsPerAddress: wholeNumber(0, 1_000_000)
    .default(1000)
    .register(variables, { name: 'MAX_CONNECTIONS_PER_ADDRESS', expected: 'a whole number of connections; 0 for no limit' }),
  /** Memory for live matches, by their estimated size. */
  cacheMegabytes: wholeNumber(1, 65_536)
    .default(96)
    .register(variables, { name: 'CACHE_MB', expected: 'a whole number of megabytes from 1 to 65536' }),
  /** Who is believed that tells a client's address by `X-Forwarded-For`. */
  trustsProxy: z
    .string()
    .default('no')
    .transform((text) => readProxies(text))
    .pipe(z.custom<TrustsProxy>((trusts) => trusts !== undefined))
    .register(variables, { name: 'TRUST_PROXY', expected: EXPECTED_PROXIES }),
  /** Origins whose pages may use this server from a browser; none by default. */
  corsOrigins: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(z.string().regex(ORIGIN)).min(1))
    .optional()
    .register(variables, {
      name: 'CORS_ORIGINS',
      expected: '*, or origins such as https://play.example.org separated by commas',
    }),
  /** A port of its own for the figures; without one they are at /metrics beside everything else. */
  metricsPort: wholeNumber(0, 65_535)
    .optional()
    .register(variables, { name: 'METRICS_PORT', expected: 'a whole number from 0 to 65535' }),
  /** Whoever reads the figures has to send it. */
  metricsToken: z
    .string()
    .regex(/^[\w.~+/=-]{16,200}$/)
    .optional()
    .register(variables, {
      name: 'METRICS_TOKEN',
      expected: '16 to 200 letters, digits or characters of -._~+/=',
      isConfidential: true,
    }),
  /** Where traces are sent to; without it there are none. The other variables of OpenTelemetry are read by its SDK. */
  otlpEndpoint: z
    .string()
    .regex(/^https?:\/\/\S+$/)
    .optional()
    .register(variables, {
      name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
      expected: 'the address of an OTLP collector, such as http://127.0.0.1:4318',
    }),
  /** After so many days an open match that nobody joins is cancelled; 0: never. */
  openMatchDays: wholeNumber(0, 3650)
    .default(7)
    .register(variables, { name: 'OPEN_MATCH_DAYS', expected: 'a whole number of days from 0 to 3650; 0 for never' }),
  /** Whether webhooks may go to addresses that are not public, and by plain http. */
  webhooksPrivateAddresses: z
    .enum(['allow', 'refuse'])
    .optional()
    .register(variables, { name: 'WEBHOOKS_PRIVATE_ADDRESSES', expected: 'allow or refuse' }),
  /** After the service was down, the clocks of matches stand still for this long besides. */
  clockGraceSeconds: wholeNumber(0, 86_400)
    .default(30)
    .register(variables, { name: 'CLOCK_GRACE_SECONDS', expected: 'a whole number of seconds from 0 to 86400' }),
  /** Days in a calendar year on which a player may be away, so that clocks stand still. */
  absenceDays: wholeNumber(0, 366)
    .default(30)
    .register(variables, { name: 'ABSENCE_DAYS', expected: 'a whole number of days from 0 to 366' }),
  /** How many bots of the house think at once, each in a thread of its own. */
  botThreads: wholeNumber(1, 256)
    .default(() => Math.max(1, availableParallelism() - 1))
    .register(variables, { name: 'BOT_THREADS', expected: 'a whole number of threads from 1 to 256' }),
  /** After which the thought of a bot is ended, and a simpler one answers. */
  botSeconds: wholeNumber(1, 600)
    .default(10)
    .register(variables, { name: 'BOT_SECONDS', expected: 'a whole number of seconds from 1 to 600' }),
  /** Processes that serve at one port. */
  workers: wholeNumber(1, 64)
    .default(1)
    .register(variables, { name: 'WORKERS', expected: 'a whole number of processes from 1 to 64' }),
  /** How long requests under way may take to finish at shutdown. */
  closeSeconds: wholeNumber(1, 600)
    .default(10)
    .register(variables, { name: 'CLOSE_SECONDS', expected: 'a whole number of seconds from 1 to 600' }),
  /** Anything but development and test is taken for the real thing, where secrets must not lie open. */
  environment: z
    .string()
    .regex(/^\w+$/)
    .default('development')
    .register(variables, { name: 'NODE_ENV', expected: 'a word such as development or production' }),
  /** The administrator's token, chosen by the operator. */
  adminToken: z
    .string()
    .optional()
    .register(variables, { name: 'ADMIN_TOKEN', expected: 'chy_ and 43 letters, digits, - or _', isConfidential: true }),
  /** Read if it is there; otherwise the token that the first start makes is written to it. */
  adminTokenFile: z
    .string()
    .transform((path) => resolve(path))
    .optional()
    .register(variables, { name: 'ADMIN_TOKEN_FILE', expected: "the file of the administrator's token" }),
})

export type Config = Readonly<z.output<typeof Settings>>

type Environment = Readonly<Record<string, string | undefined>>

const TABLE = Object.entries(Settings.shape).map(([setting, schema]) => ({ setting, variable: variableOf(schema) }))

/** Variables of OpenTelemetry that count where traces are on, besides the endpoint. */
export const TRACING_VARIABLES = [
  'OTEL_SERVICE_NAME',
  'OTEL_RESOURCE_ATTRIBUTES',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_TIMEOUT',
  'OTEL_EXPORTER_OTLP_COMPRESSION',
] as const

export const VARIABLE_NAMES: readonly string[] = TABLE.map(({ variable }) => variable.name)

function variableOf(schema: z.ZodType): Variable {
  const variable = variables.get(schema)
  if (!variable) throw new Error('A setting has no variable.')
  return variable
}

export function readConfig(env: Environment): Config {
  const parsed = Settings.safeParse(Object.fromEntries(TABLE.map(({ setting, variable }) => [setting, given(variable, env)])))
  if (parsed.success) return consistent(parsed.data)
  const wrong = TABLE.find(({ setting }) => setting === parsed.error.issues[0]?.path[0])
  throw failure(wrong ? complaint(wrong.variable, env) : parsed.error.message, 2)
}

const WITHOUT_KEY = ['development', 'test']

/** What one setting demands of another. */
function consistent(config: Config): Config {
  if (!config.secretsKey && !WITHOUT_KEY.includes(config.environment))
    throw failure(`SECRETS_KEY: needed where NODE_ENV is ${config.environment}; make one with: openssl rand -hex 32`, 2)
  if (config.adminToken && config.adminTokenFile) throw failure('ADMIN_TOKEN_FILE: set it or ADMIN_TOKEN, not both.', 2)
  return config
}

/** The settings of one of several workers, where the server as a whole has so much: cores are shared out, and limits are counted together. */
export const shareOf = (config: Config): Config => ({ ...config, botThreads: Math.ceil(config.botThreads / config.workers) })

const LOOPBACK = ['127.0.0.1', '::1', 'localhost']

/** By default only where nobody else can reach the server, and somebody writes a bot beside it. */
export const allowsPrivateWebhooks = ({ webhooksPrivateAddresses: set, environment, host }: Config): boolean =>
  set === undefined ? WITHOUT_KEY.includes(environment) && LOOPBACK.includes(host) : set === 'allow'

/** An empty variable counts as absent, as compose files and shells often set it so. */
const given = ({ name }: Variable, env: Environment): string | undefined => env[name] || undefined

function complaint(variable: Variable, env: Environment): string {
  const value = variable.isConfidential ? 'what it is set to' : JSON.stringify(given(variable, env))
  return `${variable.name}: expected ${variable.expected}, not ${value}.`
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
