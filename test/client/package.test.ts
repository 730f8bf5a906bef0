/** The SDK as its users have it: packed, installed where nothing else is, compiled against, and run in Node and in a browser. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { startBrowser } from '../support/browser.js'
import { temporaryFolder } from '../support/postgres.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
const node = (args: string[], cwd: string) =>
  run(process.execPath, args, { cwd, env: { ...process.env, CHANCERY_URL: server.url } })

let folder: string
let project: string
let installed: string
let tarball: string
let pages: Server
let server: TestApp

beforeAll(async () => {
  folder = await temporaryFolder()
  project = join(folder, 'project')
  installed = join(project, 'node_modules', '@chancery', 'client')
  pages = createServer(
    (request, response) =>
      void answerPage(request.url ?? '/').then(([type, text]) => response.setHeader('content-type', type).end(text)),
  )
  await new Promise<void>((listening) => pages.listen(0, '127.0.0.1', listening))
  server = await startApp({ env: { CORS_ORIGINS: pageOrigin() } })
  tarball = (await run(process.execPath, ['scripts/pack-client.mjs', folder], { cwd: root })).stdout.trim()
  await mkdir(project)
  await writeFile(join(project, 'package.json'), '{ "name": "project", "type": "module" }')
  await run('npm', ['install', tarball, '--offline', '--no-audit', '--no-fund', '--cache', join(folder, 'cache')], {
    cwd: project,
  })
})
afterAll(async () => {
  pages.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const pageOrigin = (): string => `http://127.0.0.1:${(pages.address() as AddressInfo).port}`

async function answerPage(path: string): Promise<[type: string, text: string]> {
  if (path === '/client.js') return ['text/javascript', await readFile(join(installed, 'index.js'), 'utf8')]
  return ['text/html', page]
}

describe('the package', () => {
  test('is small, and holds what it needs and nothing else', async () => {
    const { size } = await stat(tarball)
    console.log(`@chancery/client: ${size} bytes compressed`)
    expect(size).toBeLessThan(17_700)
    expect((await readdir(installed)).toSorted()).toEqual(['LICENSE', 'README.md', 'index.d.ts', 'index.js', 'package.json'])
    expect(await readdir(join(project, 'node_modules', '@chancery'))).toEqual(['client'])
  })

  test('can be published: a name, the version of the server, a licence, types, no dependencies', async () => {
    const main = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
    expect(manifest).toEqual({
      name: '@chancery/client',
      version: main.version,
      description: expect.any(String),
      license: main.license,
      type: 'module',
      sideEffects: false,
      exports: { '.': { types: './index.d.ts', default: './index.js' } },
      types: './index.d.ts',
      files: ['index.js', 'index.d.ts'],
      engines: main.engines,
      publishConfig: { access: 'public' },
    })
  })

  test('imports nothing, neither its code nor its types, and says of every name what it is', async () => {
    const [code, types] = await Promise.all(['index.js', 'index.d.ts'].map((file) => readFile(join(installed, file), 'utf8')))
    expect(code).not.toMatch(/\bimport\b|\brequire\b|zod/)
    expect(types).not.toMatch(/\bimport\b|zod/)
    const names = [...(types ?? '').matchAll(/(\*\/\n)?^export (?:declare )?\w+ (\w+)/gm)]
    expect(names.length).toBeGreaterThan(30)
    expect(names.filter(([, comment]) => comment === undefined).map(([, , name]) => name)).toEqual([])
    const here = readFileSync(join(root, 'src', 'client', 'index.ts'), 'utf8')
    const listed = [...here.matchAll(/\{([^}]*)\}/g)].flatMap(([, list]) => (list ?? '').split(',').map((name) => name.trim()))
    const games = ['Kingdoms', 'MedievalRealms', 'Regents', 'Royals']
    expect(names.map(([, , name]) => name).toSorted()).toEqual([...listed.filter(Boolean), ...games].toSorted())
  })
})

const { paths } = JSON.parse(readFileSync(join(root, 'openapi', 'openapi.json'), 'utf8')) as { paths: Record<string, object> }
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
)

/** Compiled as a careful user would, with every check on and with the libraries looked into. */
const program = `
import { type Asked, ChanceryProblem, type Choose, type ContentOf, connect, type Kingdoms, type Operations, register, type Regents, type Royals, type ViewOf } from '@chancery/client'

const url = process.env.CHANCERY_URL ?? ''
const player = async (name: string) => connect({ url, token: (await register({ url, name })).token })
const anne = await player('Anne Compiled')
const ben = await player('Ben Compiled')

const { id } = await anne.createMatch({ game: 'kingdoms', seats: 2, options: { noLuck: true } })
await ben.join(id)
const choose: Choose<'kingdoms'> = ({ view, legalMoves }) => {
  const epoch: number = view.epoch
  const [first] = legalMoves
  if (!first || epoch < 1) throw new Error('nothing to choose from')
  return first.move
}
await Promise.all([anne, ben].map((bot) => bot.play(choose, { match: id })))

const { content, game }: { content: ContentOf<'kingdoms'>; game: string } = { content: await anne.content('kingdoms'), game: (await anne.game('kingdoms')).id }
const fields: number = content.rows * content.columns
const code = await anne.submit<'kingdoms'>(id, { type: 'drawTile' }).catch((error: unknown) => error instanceof ChanceryProblem && error.code)
const match = await anne.match(id)
const board = match.game === 'kingdoms' ? match.view.board.length : 0
const { items: [token] } = await anne.call('GET /v1/me/tokens', { first: 1 })
const ended: string = (await anne.call('GET /v1/matches/{id}', { id, wait: 0 })).status
const paged: Asked<'GET /v1/me/turns'> = { first: 1 }
const turns: number = (await anne.call('GET /v1/me/turns', paged)).items.length
console.log(JSON.stringify({ status: match.status, ended, board, fields, game, code, turns, scopes: token?.scopes }))
const all: { [O in keyof Operations]: O } = { ${operations.map((name) => `'${name}': '${name}'`).join(', ')} }
export const known: (keyof Operations)[] = Object.values(all)

export const tellers: [(view: ViewOf<'royals'>) => number, (view: Royals.View) => string[]] = [({ players }) => players.length, ({ cities }) => cities.map(({ city }) => city)]
export const touching = (content: Regents.GameContent): string[] => content.maps.flatMap(({ locations }) => locations.map(({ location }) => location))
// @ts-expect-error: there is no castle of rank 9
export const tooHigh: Kingdoms.Move = { type: 'placeCastle', rank: 9, row: 1, column: 1 }
// @ts-expect-error: a move of another game
export const foreign = () => anne.submit<'kingdoms'>(id, { type: 'takeOver' })
// @ts-expect-error: no such game
export const unknown = () => anne.content('chess')
// @ts-expect-error: no such operation
export const nowhere = () => anne.call('GET /v1/nowhere')
// @ts-expect-error: which match?
export const unaddressed = () => anne.call('GET /v1/matches/{id}/view', { at: 1 })
// @ts-expect-error: no such parameter
export const misnamed = () => anne.call('GET /v1/me/tokens', { last: 1 })
// @ts-expect-error: scopes are no text
export const misshapen = () => anne.call('POST /v1/me/tokens', { body: { scopes: 'read' } })
`

describe('types', () => {
  const strict = [
    '--strict',
    '--exactOptionalPropertyTypes',
    '--noUncheckedIndexedAccess',
    '--skipLibCheck',
    'false',
    '--ignoreConfig',
    '--singleThreaded',
  ]
  const compile = (out: string, ...how: string[]) =>
    node(
      [join(root, 'node_modules/typescript/bin/tsc'), 'program.ts', '--target', 'es2023', '--outDir', out, ...strict, ...how],
      project,
    )

  /** What the compiler says of the program and, in the same run, of the program with nothing that excuses its mistakes. */
  let complaints: string[]

  beforeAll(async () => {
    await writeFile(join(project, 'program.ts'), program)
    await writeFile(join(project, 'wrong.ts'), program.replaceAll(/^\/\/ @ts-expect-error.*\n/gm, ''))
    await mkdir(join(project, 'node_modules', '@types'), { recursive: true })
    for (const name of ['@types/node', 'undici-types'])
      await cp(join(root, 'node_modules', name), join(project, 'node_modules', name), { recursive: true, dereference: true })
    const { stdout } = await compile('node', '--module', 'nodenext', '--types', 'node', 'wrong.ts').catch(
      (error: { stdout: string }) => error,
    )
    complaints = stdout.split('\n').filter((line) => /\berror TS/.test(line))
  })

  test('are found and hold together with nodenext; the program plays a match', async () => {
    expect(complaints.filter((line) => !line.startsWith('wrong.ts('))).toEqual([])
    const { stdout } = await node(['node/program.js'], project)
    expect(JSON.parse(stdout)).toEqual({
      ...{ status: 'over', ended: 'over', board: 30, fields: 30, game: 'kingdoms', code: 'MATCH_OVER', turns: 0 },
      scopes: ['read', 'play', 'host'],
    })
  })

  test('are found and hold together with bundler, in a page that knows nothing of Node', async () => {
    const inPage = `declare const process: { env: Record<string, string | undefined> }\n${program}`
    await writeFile(join(project, 'program.ts'), inPage)
    await compile('bundled', '--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2023,dom')
  })

  test('what is wrong is found', () => {
    expect(complaints.filter((line) => /^wrong\.ts\(\d+,\d+\): error/.test(line))).toHaveLength(7)
  })
})

test('the first bot of its README is under 20 lines and plays to the end', async () => {
  const [, bot = ''] = /```js\n([\s\S]*?)```/.exec(await readFile(join(installed, 'README.md'), 'utf8')) ?? []
  expect(bot.trimEnd().split('\n').length).toBeLessThan(20)
  await writeFile(join(project, 'first.js'), bot)
  const { stdout } = await node(['first.js'], project)
  expect(stdout).toMatch(/place: 1/)
})

/** Another origin than the server's: what the page may do, it may by CORS. */
const page = `<!doctype html><title>A table</title><script type="importmap">{ "imports": { "@chancery/client": "/client.js" } }</script>`
const inThePage = `(async (url) => {
  const { connect, register, ChanceryProblem } = await import('@chancery/client')
  const [anne, ben] = await Promise.all(['Anne', 'Ben'].map(async (name) => connect({ url, token: (await register({ url, name: name + ' in a page' })).token })))
  const { id } = await anne.createMatch({ game: 'kingdoms', seats: 2, options: { starter: 'seat0' } })
  await ben.join(id)
  const versions = []
  const following = (async () => { for await (const { version } of anne.notices(id)) versions.push(version) })()
  const code = await ben.submit(id, { type: 'drawTile' }).catch((error) => error instanceof ChanceryProblem && error.code)
  const choose = ({ legalMoves }) => legalMoves[0].move
  await Promise.all([anne, ben].map((bot) => bot.play(choose, { match: id })))
  await following
  const { status, version } = await anne.match(id)
  const { player: { name } } = await anne.call('GET /v1/me')
  return { name, origin: location.origin, code, status, complete: versions.length === version && versions.every((one, index) => one === index + 1), moves: version > 20 }
})`

describe('in a browser', () => {
  let browser: Browser | string
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(async () => {
    if (typeof browser !== 'string') await browser.close()
  })

  test('a page of another origin plays and follows a match with the packed file', { timeout: 60_000 }, async ({ skip }) => {
    if (typeof browser === 'string') return skip(browser)
    const tab = await browser.newPage()
    await tab.goto(pageOrigin())
    expect(await tab.evaluate(`${inThePage}(${JSON.stringify(server.url)})`)).toEqual({
      name: 'Anne in a page',
      origin: pageOrigin(),
      code: 'NOT_YOUR_TURN',
      status: 'over',
      complete: true,
      moves: true,
    })
  })
})
