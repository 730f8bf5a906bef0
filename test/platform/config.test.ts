import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig, TRACING_VARIABLES, VARIABLE_NAMES } from '../../src/platform/config.js'
import { isFailure } from '../../src/platform/failure.js'

function complaintAbout(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    expect(isFailure(error) && error.exitCode).toBe(2)
    return (error as Error).message
  }
  throw new Error('The configuration was accepted.')
}

test('an empty environment gives the defaults', () => {
  const config = readConfig({})
  expect(config).toMatchObject({ host: '127.0.0.1', port: 3000, databaseUrl: undefined, logLevel: 'info', registration: 'open' })
  expect(config.dataDir).toMatch(/postgres$/)
})

test('an empty variable counts as absent', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined })
})

test.each([
  ['PORT', 'abc', 'PORT: expected a whole number from 0 to 65535, not "abc".'],
  ['PORT', '70000', 'PORT: expected a whole number from 0 to 65535, not "70000".'],
  ['PORT', '-1', 'PORT: expected a whole number from 0 to 65535, not "-1".'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL: expected one of trace, debug, info, warn, error, fatal, silent, not "loud".'],
  ['REGISTRATION', 'maybe', 'REGISTRATION: expected open or closed, not "maybe".'],
])('%s=%s is refused in one line that names it', (name, value, message) => {
  expect(complaintAbout({ [name]: value })).toBe(message)
})

test('a confidential value is not repeated in the complaint', () => {
  expect(complaintAbout({ SECRETS_KEY: 'hunter2' })).toMatch(/^SECRETS_KEY: expected 32 bytes, .*not what it is set to\.$/)
  expect(complaintAbout({ DATABASE_URL: 'mysql://root:hunter2@db/x' })).not.toContain('hunter2')
})

test('a key may be written in hexadecimal or base64', () => {
  const key = Buffer.alloc(32, 7)
  expect(readConfig({ SECRETS_KEY: key.toString('hex') }).secretsKey).toEqual(key)
  expect(readConfig({ SECRETS_KEY: key.toString('base64') }).secretsKey).toEqual(key)
})

test('outside development the key is needed; two sources of one token are one too many', () => {
  const message = 'SECRETS_KEY: needed where NODE_ENV is production; make one with: openssl rand -hex 32'
  expect(complaintAbout({ NODE_ENV: 'production' })).toBe(message)
  for (const NODE_ENV of ['', 'development', 'test']) expect(readConfig({ NODE_ENV }).secretsKey).toBeUndefined()
  expect(readConfig({ NODE_ENV: 'production', SECRETS_KEY: 'ab'.repeat(32) }).environment).toBe('production')
  expect(complaintAbout({ ADMIN_TOKEN: 'hunter2', ADMIN_TOKEN_FILE: 'token' })).toBe(
    'ADMIN_TOKEN_FILE: set it or ADMIN_TOKEN, not both.',
  )
})

test('docs/operations.md lists every variable, and none that is not read', () => {
  const settings = readFileSync('docs/operations.md', 'utf8')
    .split('\n## ')
    .find((section) => section.startsWith('Settings\n'))
  const columns = [...(settings ?? '').matchAll(/^\| (`[^|]+) \|/gm)].map(([, column = '']) => column)
  const documented = columns.flatMap((column) => [...column.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
  expect(documented.toSorted()).toEqual(VARIABLE_NAMES.toSorted())
})

test('docs/operations.md lists the variables of traces', () => {
  const traces = readFileSync('docs/operations.md', 'utf8').split('\n### Traces\n')[1]?.split('\n## ')[0] ?? ''
  const documented = new Set([...traces.matchAll(/`(OTEL_\w+)`/g)].map(([, name]) => name))
  expect([...documented].toSorted()).toEqual([...TRACING_VARIABLES].toSorted())
})
