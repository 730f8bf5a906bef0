/** Dockerfile and docker-compose.yml against the table of settings; no engine is needed to read them. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig, TRACING_VARIABLES, VARIABLE_NAMES } from '../../src/platform/config.js'

const image = readFileSync('Dockerfile', 'utf8')
const compose = readFileSync('docker-compose.yml', 'utf8')

const NAMED_SERVICE = (name: string) => new RegExp(`^  ${name}:\\n((?:    .*\\n|\\n)+)`, 'm')
const service = (name: string): string => NAMED_SERVICE(name).exec(compose)?.[1] ?? ''
const server = service('server')
const pairs = (text: string): Map<string, string> =>
  new Map([...text.matchAll(/^ {6}([A-Z_]+): (.+)$/gm)].map(([, name = '', value = '']) => [name, value]))
const passed = pairs(server)
const built = new Map(
  [...(/^ENV (.+)$/m.exec(image)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
)

/** What compose does with `${NAME:-default}` and `${NAME:?message}`. */
function substituted(given: Readonly<Record<string, string>>): Record<string, string> {
  const value = (text: string): string =>
    text.replaceAll(/\$\{(\w+):(-|\?)([^}]*)\}/g, (_, name, kind, otherwise) => {
      if (kind === '?' && !given[name]) throw new Error(`${name}: ${otherwise}`)
      return given[name] || otherwise
    })
  return Object.fromEntries([...passed].map(([name, text]) => [name, value(text)]))
}

const NEEDED = { POSTGRES_PASSWORD: 'p', SECRETS_KEY: 'ef'.repeat(32) }
/** Of the layout of the image; the port outside is chosen by the line of the ports. */
const FIXED = ['HOST', 'PORT', 'DATA_DIR']

test('every setting is passed through, and nothing that is none', () => {
  expect([...passed.keys()].toSorted()).toEqual([...VARIABLE_NAMES, ...TRACING_VARIABLES, 'PGPASSWORD'].toSorted())
  for (const name of [...VARIABLE_NAMES, ...TRACING_VARIABLES])
    if (FIXED.includes(name)) expect([name, passed.get(name)]).toEqual([name, built.get(name)])
    else expect(passed.get(name)).toMatch(new RegExp(`^\\$\\{${name}:`))
  expect(server).toMatch(/^ {6}- "127\.0\.0\.1:\$\{PORT:-3000\}:3000"$/m)
})

test('what compose passes on by default is a valid configuration, and what is set arrives', () => {
  const config = readConfig(substituted(NEEDED))
  expect(config).toMatchObject({ host: '0.0.0.0', port: 3000, dataDir: '/data/postgres', environment: 'production' })
  expect(config.databaseUrl).toBe('postgres://chancery@postgres:5432/chancery')
  const set = readConfig(substituted({ ...NEEDED, LOG_LEVEL: 'warn', REGISTRATION: 'closed', METRICS_PORT: '9000' }))
  expect(set).toMatchObject({ logLevel: 'warn', registration: 'closed', metricsPort: 9000 })
})

test('there is no default password and no default key, for neither service', () => {
  for (const name of ['POSTGRES_PASSWORD', 'SECRETS_KEY'] as const)
    expect(() => substituted({ ...NEEDED, [name]: '' })).toThrow(`${name}: set it in .env`)
  expect(pairs(service('postgres')).get('POSTGRES_PASSWORD')).toBe(passed.get('PGPASSWORD'))
  expect(compose).not.toMatch(/(PASSWORD|KEY|TOKEN):-[^}]/)
})

test('the server may write to its volume and nowhere else', () => {
  expect(server).toMatch(/^ {4}read_only: true$/m)
  expect(server).toMatch(/^ {4}tmpfs: \[\/tmp\]$/m)
  expect(server).toMatch(/^ {4}volumes:\n {6}- data:\/data$/m)
  expect(compose).toMatch(/^volumes:\n {2}data:$/m)
  expect(image).toMatch(/^RUN mkdir \/data && chown node:node \/data /m)
  expect(image).toMatch(/^VOLUME \/data\nUSER node$/m)
  expect(built.get('DATA_DIR')).toMatch(/^\/data\//)
})

test('the image is of one Node that the package takes, and holds what the server and the command need', () => {
  const nodes = [...image.matchAll(/^FROM node:(\d+)-slim/gm)].map(([, major]) => Number(major))
  const wanted = JSON.parse(readFileSync('package.json', 'utf8')).engines.node
  expect(nodes).toHaveLength(2)
  expect(new Set(nodes).size).toBe(1)
  expect(nodes[0]).toBeGreaterThan(Number.parseInt(wanted.replace('>=', ''), 10))
  const copied = [...image.matchAll(/^COPY --from=build \/app\/(\S+) /gm)].map(([, path = '']) => path)
  expect(copied.toSorted()).toEqual([
    'bin',
    'dist',
    'docs/games',
    'node_modules',
    'openapi/openapi.json',
    'package.json',
    'prisma',
  ])
  for (const path of copied) expect(existsSync(path)).toBe(true)
  const kept = readFileSync('.dockerignore', 'utf8').split('\n')
  expect(kept).toContain('.env')
  for (const needed of ['bin', 'prisma', 'scripts', 'src', 'package-lock.json']) expect(kept).not.toContain(needed)
})
