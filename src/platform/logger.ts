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

export type { Logger } from 'pino'
