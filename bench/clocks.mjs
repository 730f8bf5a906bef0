/** What a clock costs a move, side by side with moves without one; and how long it takes to find what is due among many deadlines. */
import { deadlines } from '../dist/clocks/due.js'
import { cpuOf, load, startServer } from './http.mjs'
import { createDatabase, services } from './services.mjs'
import { median, quantile } from './statistics.mjs'
import { decimals, row, thousands } from './table.mjs'

/** Runs without a clock and with one, in turns: first the one, then the other, so that what grows or fades meanwhile falls on both alike. So many, because two runs of the same differ by a tenth. */
const PAIRS = 30
const WARM_UP = 2
const OPEN = 100_000
const DUE = 1_000
const BATCH = 64

/** CPU milliseconds of moves without a clock and with one, server and Postgres together: of runs that followed each other, in pairs. */
async function costOfAClock(context) {
  const { postgres, seconds } = context
  const server = await startServer(await createDatabase(postgres, 'bench_clocks'))
  const cost = async (mode) => {
    const run = await load(server, postgres, { ...context, matches: Math.ceil(seconds / 4) }, mode)
    return { ...run, ms: cpuOf(run) }
  }
  const pairs = []
  for (let pair = -WARM_UP; pair < PAIRS; pair++) {
    const costs = {}
    for (const mode of pair % 2 === 0 ? ['moves', 'timed'] : ['timed', 'moves']) costs[mode] = await cost(mode)
    if (pair >= 0) pairs.push(costs)
    console.error(`  ${decimals(costs.moves.ms, 3)} / ${decimals(costs.timed.ms, 3)}${pair < 0 ? ' (warming up)' : ''}`)
  }
  await server.stop()
  return pairs
}

/** Matches of one entry, with what is read of them to find out whether they are due: so many, and so many of them since now. */
const MANY_OPEN = `with made as materialized (
  select gen_random_uuid() as id, date_trunc('milliseconds', now()) as opened, case when n <= $2::int then 0 else n end as seconds from generate_series(1, $1::int) n
), playing as (
  insert into match (id, game, options, seats, visibility, seating, status, commitment, created_by, clock)
  select id, 'kingdoms', '{}', 2, 'public', 'chosen', 'running', '', id, json_build_object('kind', 'decision', 'seconds', seconds) from made
), begun as (
  insert into entry (match_id, version, rules, command, events, rolls, awaiting, at, hash, times)
  select id, 1, 1, '{"type": "start"}', '[]', '[]', '[{"seat": 0, "decision": "turn", "since": 1}]', opened, '',
    json_build_object('banks', null, 'opened', json_build_array((extract(epoch from opened) * 1000)::bigint, null), 'at', 0) from made
)
insert into deadline (match_id, seat, version, opened, due) select id, 0, 1, opened, opened + seconds * interval '1 second' from made`

/** Milliseconds until all that are due are taken up by one server, and for one look that finds nothing. */
async function takingUp(postgres) {
  const service = await services(postgres, 'bench_deadlines')
  await service.pool.query(MANY_OPEN, [OPEN, DUE])
  await service.pool.query('analyze')
  const { take } = deadlines(service.pool, service.time)
  const began = performance.now()
  let taken = 0
  while (taken < DUE) taken += (await take(BATCH, 0)).taken.length
  const all = performance.now() - began
  const looks = []
  for (let look = 0; look < 50; look++) {
    const from = performance.now()
    await take(BATCH, 0)
    looks.push(performance.now() - from)
  }
  await service.close()
  return [all, median(looks)]
}

export async function clocksSection(context) {
  const pairs = await costOfAClock(context)
  const [all, look] = await takingUp(context.postgres)
  const of = (part) => ['moves', 'timed'].map((mode) => decimals(median(pairs.map((costs) => costs[mode][part])), 3)).join(' / ')
  const ratios = pairs.map((costs) => costs.timed.ms / costs.moves.ms)
  const ratio = median(ratios)
  return [
    row('CPU ms of a move without / with a clock, server + Postgres', of('ms')),
    row('  the server alone; Postgres alone', `${of('serverMs')}; ${of('postgresMs')}`),
    row(`  ratio, median of ${pairs.length} pairs`, decimals(ratio), 'at most 1.10', ratio <= 1.1),
    row('  the middle half of the pairs', `${decimals(quantile(ratios, 0.25))} to ${decimals(quantile(ratios, 0.75))}`),
    row(
      `taking up ${thousands(DUE)} due of ${thousands(OPEN)} open deadlines, ms`,
      decimals(all, 0),
      'at most 2,000',
      all <= 2000,
    ),
    row('  one look that finds nothing due, ms', decimals(look)),
  ]
}
