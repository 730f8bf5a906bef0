/**
 * Leaks that are planted on purpose, in a copy of the compiled server or of the rules: the campaign `leaks` is worth what it finds,
 * so each of these must be found.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Flags } from '../flags.js'
import { ROOT } from '../ground.js'
import type { Outcome, Say } from '../outcome.js'
import { leaks } from './index.js'

export interface Plant {
  readonly name: string
  /** Below the compiled `src`. */
  readonly file: string
  readonly from: string
  readonly to: string
  /** A failure that only this leak causes. */
  readonly finds: RegExp
}

/** Leaks of the server alone; the campaign knows the rules as they are. */
export const IN_THE_SERVER: readonly Plant[] = [
  {
    name: 'notices of all seats',
    file: 'match/offline/seen.js',
    from: 'game.notice(event, viewer)',
    to: "game.notice(event, 'referee')",
    finds: /secretTile is "\w+", not null/,
  },
  {
    name: 'the secret in a card of a running match',
    file: 'match/store/secrets.js',
    from: "case when m.status in ('over', 'aborted') then",
    to: 'case when true then',
    finds: /the secret of match .* was sent before the end/,
  },
  {
    name: 'the secret in a refusal',
    file: 'match/play/submission.js',
    from: 'message: `You expected',
    to: "message: Buffer.from(live.fixed.secret).toString('base64') + `You expected",
    finds: /asked for a stale move, detail is/,
  },
  {
    name: 'one header too many',
    file: 'api/http/server.js',
    from: "reply.header('x-request-id', request.id)",
    to: "reply.header('x-request-id', request.id).header('x-served-by', 'land3/2')",
    finds: /the header x-served-by says "land3\/2"/,
  },
  {
    name: 'rolls in the log',
    file: 'match/offline/step.js',
    from: 'const hash = entryHash(',
    to: 'console.log(JSON.stringify(rolls)); const hash = entryHash(',
    finds: /is in the server's log/,
  },
]

/** Leaks of the rules: the campaign works out its answers with the very same rules. */
export const IN_THE_RULES: readonly Plant[] = [
  {
    name: 'a notice that tells everybody',
    file: 'games/kingdoms/view.js',
    from: "const maySee = viewer === 'referee' || viewer === event.seat",
    to: "const maySee = viewer === 'referee' || event.type === 'TileDrawn' || viewer === event.seat",
    finds: /was told that .* was drawn and not .*, which it cannot see/,
  },
  {
    name: 'a view that shows another hand',
    file: 'games/kingdoms/view.js',
    from: 'const seesDrawn = viewer ===',
    to: 'const peek = state.players.findIndex((_, seat) => seat !== viewer); viewer = typeof viewer === "number" && state.epoch === 2 ? peek : viewer; const seesDrawn = viewer ===',
    finds: /the view (of \d )?(shows whether|depends on what the seat cannot know)/,
  },
  {
    name: 'a refusal that depends on the hand of another',
    file: 'games/deciding.js',
    from: 'return { ok: false, refusal: illegal };',
    to: 'return { ok: false, refusal: { ...illegal, message: illegal.message + state.players.map(({ startTile }) => startTile) } };',
    finds: /is refused depends on what the seat cannot know/,
  },
]

export async function plants(flags: Flags, say: Say): Promise<Outcome> {
  const inServer = await findLeaksOfServer(flags)
  say(`the leaks of the server are tried: ${inServer.length} missed`)
  const inRules = await findLeaksOfRules(flags)
  say(`the leaks of the rules are tried: ${inRules.length} missed`)
  const missed = [...inServer, ...inRules]
  const counts = { 'leaks planted': IN_THE_SERVER.length + IN_THE_RULES.length, 'leaks missed': missed.length }
  return { counts, failures: missed.map(({ name }) => `${name}: not found`) }
}

const missedIn = (planted: readonly Plant[], failures: string): Plant[] => planted.filter(({ finds }) => !finds.test(failures))

async function findLeaksOfServer(flags: Flags): Promise<Plant[]> {
  return withPlanted(IN_THE_SERVER, async (copy) => {
    const { failures } = await leaks({ ...flags, server: join(copy, 'dist', 'server.js') }, () => undefined)
    return missedIn(IN_THE_SERVER, failures.join('\n'))
  })
}

/** The campaign of the copy runs against the server of the copy: both have the leak in them. */
async function findLeaksOfRules({ seed, matches, minutes, game }: Flags): Promise<Plant[]> {
  const sizes = ['--seed', seed, '--matches', matches, '--minutes', minutes, ...(game === undefined ? [] : ['--game', game])]
  return withPlanted(IN_THE_RULES, async (copy) => {
    const output = await run(join(copy, 'build', 'campaigns', 'index.js'), ['leaks', ...sizes.map(String)])
    return missedIn(IN_THE_RULES, output)
  })
}

/** A copy of the compiled project in which the leaks are planted, for as long as it is used. */
async function withPlanted<T>(planted: readonly Plant[], use: (copy: string) => Promise<T>): Promise<T> {
  const copy = await mkdtemp(join(tmpdir(), 'chancery-leaky-'))
  // Postgres does not run as root; the account that it runs as instead must be able to get in.
  await chmod(copy, 0o755)
  try {
    for (const compiled of ['dist', 'build']) await cp(join(ROOT, compiled), join(copy, compiled), { recursive: true })
    for (const shared of ['node_modules', 'prisma', 'package.json', 'schema.graphql'])
      await symlink(join(ROOT, shared), join(copy, shared))
    for (const one of planted) await plant(copy, one)
    return await use(copy)
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

/** In the server, and in the campaigns where they have the same file. */
async function plant(copy: string, one: Plant): Promise<void> {
  const dist = join(copy, 'dist')
  if (!(await isPlantable(one, dist))) throw new Error(`${one.file} does not hold ${one.from}`)
  for (const compiled of [dist, join(copy, 'build', 'src')]) {
    const path = join(compiled, one.file)
    if (existsSync(path)) await writeFile(path, (await readFile(path, 'utf8')).replaceAll(one.from, one.to))
  }
}

/** True if the compiled server holds the place at which the leak is planted. */
export const isPlantable = async ({ file, from }: Plant, dist = join(ROOT, 'dist')): Promise<boolean> =>
  (await readFile(join(dist, file), 'utf8').catch(() => '')).includes(from)

/** Both streams of its output. */
function run(file: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.once('close', () => resolve(output))
  })
}
