/**
 * npm run bench: every figure that Chancery claims, next to what it is compared with, in one run on one machine.
 * node bench/index.mjs [--seconds N] [--connections N] [--only engine,http,...] [--matches 1000,100000,1000000] [--against DIR]
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startEmbedded } from '../dist/platform/embedded.js'
import { createLogger } from '../dist/platform/logger.js'
import { againstSection } from './against.mjs'
import { batchesSection } from './batches.mjs'
import { botsSection } from './bots.mjs'
import { clocksSection } from './clocks.mjs'
import { coresSection } from './cores.mjs'
import { dealsSection } from './deals.mjs'
import { engineSection } from './engine.mjs'
import { followersSection } from './followers.mjs'
import { growthSection } from './growth.mjs'
import { httpSection } from './http.mjs'
import { memorySection } from './memory.mjs'
import { stopAll } from './processes.mjs'
import { scaleSection } from './scale.mjs'
import { socketsSection } from './sockets.mjs'
import { printRows, printTable } from './table.mjs'
import { walSection } from './wal.mjs'

const SECTIONS = {
  engine: engineSection,
  http: httpSection,
  sockets: socketsSection,
  batches: batchesSection,
  wal: walSection,
  growth: growthSection,
  memory: memorySection,
  followers: followersSection,
  clocks: clocksSection,
  bots: botsSection,
  deals: dealsSection,
  cores: coresSection,
  scale: scaleSection,
  against: againstSection,
}
/** Filling a database with a million matches takes minutes and gigabytes; to compare with another build, there must be one. */
const ONLY_IF_ASKED = new Set(['scale', 'against'])

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    connections: { type: 'string', default: '64' },
    only: {
      type: 'string',
      default: Object.keys(SECTIONS)
        .filter((name) => !ONLY_IF_ASKED.has(name))
        .join(','),
    },
    matches: { type: 'string', default: '1000,100000,1000000' },
    against: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

if (values.help) {
  console.log(`npm run bench -- [--seconds N] [--connections N] [--only ${Object.keys(SECTIONS).join(',')}]

  --only     the sections to measure; without it, all but ${[...ONLY_IF_ASKED].join(' and ')}
  --matches  for scale: how many matches its databases have (${values.matches}). A million of them take some ten minutes on two cores and 8 GB
             of disk in the folder for temporary files (TMPDIR), which are given back at the end
  --against  for against: another checkout, built (npm run build there), whose engines and bots are compared with these`)
  process.exit(0)
}

const asked = values.only.split(',')
const unknown = asked.filter((name) => !(name in SECTIONS))
if (unknown.length > 0) {
  console.error(`There is no section ${unknown.join(', ')}; there are ${Object.keys(SECTIONS).join(', ')}.`)
  process.exit(2)
}

const peers = fileURLToPath(new URL('./peers/', import.meta.url))
const needsPeers = asked.some((name) => ['engine', 'http', 'batches'].includes(name))
if (needsPeers && !existsSync(join(peers, 'node_modules'))) {
  console.error('installing what is compared with (bench/peers) ...')
  // Not `ci`, which misses optional builds for other machines in a lock without addresses.
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent'], { cwd: peers, stdio: 'inherit' })
}

const folder = mkdtempSync(join(tmpdir(), 'chancery-bench-'))
chmodSync(folder, 0o711) // as root, Postgres runs under another account and must get in
const postgres = await startEmbedded({ dataDir: join(folder, 'postgres'), logger: createLogger('warn') })
const context = {
  seconds: Number(values.seconds),
  connections: Number(values.connections),
  /** Of the databases of `scale`, in matches. */
  sizes: values.matches.split(',').map(Number),
  /** Where the build is that `against` compares with. */
  against: values.against,
  peers,
  postgres,
}

let clearing
const clear = () => {
  clearing ??= (async () => {
    stopAll()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  })()
  return clearing
}
// Whatever is measured then fails, because its database is gone: that is not told.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    process.once('uncaughtException', () => {})
    await clear()
    process.exit(1)
  })

const rows = []
const failed = []
for (const [index, name] of asked.entries()) {
  console.error(`measuring: ${name} (${index + 1} of ${asked.length})`)
  const began = performance.now()
  try {
    const measured = await SECTIONS[name](context)
    rows.push(...measured)
    // A whole run takes long, and what is known already is not lost with it.
    printRows(measured, console.error)
    console.error(`  in ${Math.round((performance.now() - began) / 1000)} s\n`)
  } catch (error) {
    // What the others have measured is not lost with it.
    failed.push(name)
    console.error(`${name} failed:`, error)
  }
}
await clear()
printTable(rows)
if (failed.length > 0) console.error(`\nnot measured: ${failed.join(', ')}`)
process.exit(failed.length > 0 || rows.some(({ holds }) => holds === false) ? 1 : 0)
