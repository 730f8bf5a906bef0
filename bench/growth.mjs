/** What a move costs after a short and after a long log, and what it costs to load a match that is not in memory. */
import { loadMatch } from '../dist/match/store/loading.js'
import { cpuSeconds } from './processes.mjs'
import { newMatch, playMoves, services } from './services.mjs'
import { median } from './statistics.mjs'
import { decimals, row } from './table.mjs'

const MATCHES = 24
const MOVES = 40
const ROUNDS = 4

/** Entries that change nothing, after the start: a log longer than any match of the registered games. */
const pad = (pool, match, entries) =>
  pool.query(
    `insert into entry (match_id, version, seat, rules, command, events, rolls, awaiting, at, hash, digest)
     select match_id, version + n, seat, rules, command, '[{"type":"SeatPassed","seat":0}]', '[]', awaiting, at, hash, digest
     from entry, generate_series(1, $2::int) n where match_id = $1 and version = 1`,
    [match, entries],
  )

/** CPU milliseconds per move, this process and Postgres, for moves played when the log is `depth` entries long. */
async function costAt(service, postgres, players, depth) {
  const ids = []
  for (let i = 0; i < MATCHES; i++) {
    const id = await newMatch(service, players)
    await pad(service.pool, id, depth - 1)
    service.live.forget(id)
    await service.live.get(id)
    ids.push(id)
  }
  await service.pool.query('checkpoint')
  const before = process.cpuUsage()
  const postgresBefore = cpuSeconds(postgres.pid, { tree: true })
  const played = await Promise.all(ids.map((id) => playMoves(service, players, id, MOVES)))
  const used = process.cpuUsage(before)
  const total = (used.user + used.system) / 1000 + (cpuSeconds(postgres.pid, { tree: true }) - postgresBefore) * 1000
  return total / played.reduce((sum, count) => sum + count, 0)
}

async function milliseconds(times, work) {
  const samples = []
  for (let i = 0; i < times; i++) {
    const began = performance.now()
    await work()
    samples.push(performance.now() - began)
  }
  return median(samples)
}

/** A match of 1,000 entries with the snapshots that play would have left. */
async function coldLoad(service, players) {
  const id = await newMatch(service, players)
  await pad(service.pool, id, 999)
  service.snapshots.keep(await loadMatch(service.pool, service.secrets, id, 960))
  await service.snapshots.close()
  const load = () => loadMatch(service.pool, service.secrets, id)
  const single = () =>
    service.pool.query({
      name: 'single-row',
      text: 'select * from entry where match_id = $1 and version = $2',
      values: [id, 500],
    })
  await milliseconds(50, load)
  await milliseconds(50, single)
  return [await milliseconds(300, load), await milliseconds(300, single)]
}

export async function growthSection({ postgres }) {
  const service = await services(postgres, 'bench_growth')
  const players = await Promise.all([0, 1, 2, 3].map(service.register))
  await costAt(service, postgres, players, 20) // warm up
  const [short, long] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    short.push(await costAt(service, postgres, players, 20))
    long.push(await costAt(service, postgres, players, 2000))
  }
  const ratio = median(long) / median(short)
  const [load, single] = await coldLoad(service, players)
  await service.close()
  return [
    row('CPU ms of a move at entry 20 / 2,000', `${decimals(median(short), 3)} / ${decimals(median(long), 3)}`),
    row('  ratio', decimals(ratio), 'at most 1.2', ratio <= 1.2),
    row('cold load of a 1,000-entry match / single-row read, ms', `${decimals(load)} / ${decimals(single)}`),
    row('  ratio', decimals(load / single), 'at most 5', load / single <= 5),
  ]
}
