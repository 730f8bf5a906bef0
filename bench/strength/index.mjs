/**
 * npm run strength: plays the house bots against each other until it is clear whether each claim holds, and writes the table into docs/bots.md.
 * It can be stopped at any time and goes on where it was: every set of matches is kept, and the same set always ends the same. What was played is kept for as long as
 * the bots of a contest choose as they did.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Piscina } from 'piscina'
import { contests } from './contests.mjs'
import { goingOn, keep, played } from './played.mjs'
import { interval, verdict } from './sequential.mjs'

const PAGE = fileURLToPath(new URL('../../docs/bots.md', import.meta.url))
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

  --only WORDS    contests whose name has all of these words, such as "kingdoms greedy"; the others stay as they are
  --most MATCHES  where it is not clear by then, the contest is left as not clear (400)
  --threads N     matches at a time (all cores)
  --fresh         forget what they have played`)
  process.exit(0)
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
    const sets = all[contest.id]?.sets ?? []
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
    sets.push((await coming.shift()).share)
    save()
    if (process.stderr.isTTY)
      process.stderr.write(`\r\x1b[K${contest.id}: ${sets.length * contest.seats} matches, ${told(contest, sets)}`)
  }
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
  await Promise.allSettled(coming)
}

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
const all = played()
if (values.fresh) for (const { id } of chosen) delete all[id]
let failed = 0
for (const contest of chosen) {
  const before = all[contest.id]
  const now = goingOn(before, await pool.run({ contest, set: 0 }))
  if (before && now !== before) console.error(`${contest.id}: its bots choose otherwise than they did, so it is played anew.`)
  all[contest.id] = now
  const { sets } = now
  await settle(pool, contest, sets, () => keep(all, contests))
  const held = verdict(sets, contest.seats, contest.bar)
  if (held !== true) failed++
  console.log(
    `${contest.id}: ${told(contest, sets)} of ${sets.length * contest.seats}; at least ${percent(contest.bar)}: ${WORDS.get(held)}`,
  )
}
await pool.destroy()
if (existsSync(PAGE)) writePage(all)
process.exit(failed > 0 ? 1 : 0)
