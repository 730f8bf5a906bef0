/**
 * npm run strength: plays the house bots against each other until it is clear whether each claim holds, and writes the table into docs/bots.md.
 * It can be stopped at any time and goes on where it was: every set of matches is kept, and the same set always ends the same.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Piscina } from 'piscina'
import { ITERATIONS } from '../../dist/bots/roster.js'
import { contests } from './contests.mjs'
import { interval, verdict } from './sequential.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const KEPT = join(root, 'build', 'strength.json')
const PAGE = join(root, 'docs', 'bots.md')
const MARKS = ['<!-- strength -->', '<!-- /strength -->']

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    threads: { type: 'string', default: String(cpus().length) },
    most: { type: 'string', default: '400' },
    fresh: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

if (values.help) {
  console.log(`npm run strength -- [--only WORDS] [--most MATCHES] [--threads N] [--fresh]

  --only WORDS    contests whose name has all of these words, such as "kingdoms greedy"
  --most MATCHES  where it is not clear by then, the contest is left as not clear (400)
  --threads N     matches at a time (all cores)
  --fresh         forget what has been played`)
  process.exit(0)
}

/** No part of how a bot chooses: programs, threads, and the list of bots, by which a contest is told apart only as far as it names them. */
const BESIDE = /^dist\/bots\/(?:local\/|thinking\/|roster\.js)/

function codeHash() {
  const hash = createHash('sha256')
  for (const folder of ['dist/bots', 'dist/games', 'dist/dice'])
    for (const file of readdirSync(join(root, folder), { recursive: true }).sort())
      if (file.endsWith('.js') && !BESIDE.test(join(folder, file))) hash.update(readFileSync(join(root, folder, file)))
  return hash.digest('hex').slice(0, 16)
}

const budgetOf = (bot) => ITERATIONS[bot.split(':')[1]] ?? bot

/** What was played by other bots or rules, or with another budget, says nothing about these. */
const printOf = (code, { stronger, weaker }) => [code, budgetOf(stronger), budgetOf(weaker)].join(' ')

/** By contest: its print, and its sets so far. */
function remembered(code) {
  const kept = !values.fresh && existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, 'utf8')) : {}
  const isStale = (contest) => kept[contest.id] !== undefined && kept[contest.id].print !== printOf(code, contest)
  const stale = contests.filter(isStale).length
  if (stale > 0) console.error(`The bots or the rules have changed since: ${stale} contests are played anew.`)
  return Object.fromEntries(
    contests.map((contest) => {
      const sets = isStale(contest) ? [] : (kept[contest.id]?.sets ?? [])
      return [contest.id, { print: printOf(code, contest), sets }]
    }),
  )
}

function keep(all) {
  mkdirSync(dirname(KEPT), { recursive: true })
  writeFileSync(`${KEPT}.new`, JSON.stringify(all))
  renameSync(`${KEPT}.new`, KEPT)
}

const percent = (share) => `${(100 * share).toFixed(1)} %`
const mean = (sets) => sets.reduce((sum, one) => sum + one, 0) / sets.length

function told(contest, sets) {
  if (sets.length === 0) return '-'
  const [low, high] = interval(mean(sets), sets.length * contest.seats)
  return `${percent(mean(sets))} (${percent(low)} to ${percent(high)})`
}

const WORDS = new Map([
  [true, 'yes'],
  [false, 'no'],
  [undefined, 'not clear'],
])

function page(all) {
  const rows = contests.map((contest) => {
    const { sets } = all[contest.id]
    const { game, seats, stronger, weaker, bar } = contest
    const cells = [game, seats, `\`${stronger}\``, `\`${weaker}\``, sets.length * seats, told(contest, sets), percent(bar)]
    return `| ${[...cells, sets.length === 0 ? 'not played' : WORDS.get(verdict(sets, seats, bar))].join(' | ')} |`
  })
  return [
    '| game | seats | one | among | matches | wins (95 %) | bar | held |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

function writePage(all) {
  const text = readFileSync(PAGE, 'utf8')
  const [from, to] = MARKS.map((mark) => text.indexOf(mark))
  if (from < 0 || to < from) throw new Error(`docs/bots.md has no marks ${MARKS.join(' and ')}`)
  writeFileSync(PAGE, `${text.slice(0, from + MARKS[0].length)}\n${page(all)}\n${text.slice(to)}`)
}

/** Sets are played side by side and counted in order, so that the number of threads changes nothing. */
async function settle(pool, contest, sets, save) {
  const most = Math.ceil(Number(values.most) / contest.seats)
  const ahead = Number(values.threads)
  const coming = []
  while (verdict(sets, contest.seats, contest.bar) === undefined && sets.length < most) {
    while (coming.length < ahead) coming.push(pool.run({ contest, set: sets.length + coming.length }))
    sets.push(await coming.shift())
    save()
    if (process.stderr.isTTY)
      process.stderr.write(`\r\x1b[K${contest.id}: ${sets.length * contest.seats} matches, ${told(contest, sets)}`)
  }
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
  await Promise.allSettled(coming)
}

const all = remembered(codeHash())
const words = values.only.split(/[\s,]+/).filter(Boolean)
const chosen = contests.filter(({ id }) => words.every((word) => id.split(' ').includes(word)))
if (chosen.length === 0) {
  console.error(`--only: no contest has all of ${words.join(', ')}`)
  process.exit(2)
}
const pool = new Piscina({
  filename: new URL('./worker.mjs', import.meta.url).href,
  maxThreads: Number(values.threads),
  minThreads: 1,
})
let failed = 0
for (const contest of chosen) {
  const { sets } = all[contest.id]
  await settle(pool, contest, sets, () => keep(all))
  const held = verdict(sets, contest.seats, contest.bar)
  if (held !== true) failed++
  console.log(
    `${contest.id}: ${told(contest, sets)} of ${sets.length * contest.seats}; at least ${percent(contest.bar)}: ${WORDS.get(held)}`,
  )
}
await pool.destroy()
if (existsSync(PAGE)) writePage(all)
process.exit(failed > 0 ? 1 : 0)
