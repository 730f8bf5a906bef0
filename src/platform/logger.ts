import { randomUUID } from 'node:crypto'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

/** Fields that are blanked in every line, at the top and up to three levels below. */
const CONFIDENTIAL = ['authorization', 'cookie', 'token', 'secret', 'password', 'secretsKey', 'databaseUrl', 'connectionString']

const redacted = CONFIDENTIAL.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*.*.*.${name}`])

const loggerSettings = (level: string): LoggerOptions => ({
  level,
  redact: { paths: [...redacted, '*.headers["set-cookie"]', 'headers["set-cookie"]'], censor: '[redacted]' },
  // Host name and process id are added by whatever collects the lines.
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
})

export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  destination ? pino(loggerSettings(level), destination) : pino(loggerSettings(level))

const REQUEST_ID = /^[\w.-]{1,64}$/

/** A caller's own request id is kept if it is harmless in a log, so that one can be followed through several services. */
export function requestId(headers: Readonly<Record<string, string | string[] | undefined>>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
}

export type { Logger } from 'pino'
