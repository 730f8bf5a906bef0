/**
 * The same moves by mutations over WebSocket and over HTTP, side by side on one server, with as many under way. HTTP takes a connection for each. A WebSocket carries up to 50,
 * so a player sends all its moves over the few that it holds for its subscriptions anyway; what a socket for each move makes is told too.
 */
import { cpuInWords, load, startServer } from './http.mjs'
import { createDatabase } from './services.mjs'
import { median } from './statistics.mjs'
import { decimals, row, thousands } from './table.mjs'

const ROUNDS = 5
const BAR = 1.3

export async function socketsSection(context) {
  const { postgres, connections } = context
  const server = await startServer(await createDatabase(postgres, 'bench_sockets'))
  const modes = ['moves', 'few-sockets', 'socket']
  for (const mode of modes) await load(server, postgres, { ...context, seconds: 2 }, mode) // warm up
  const rounds = []
  // In turns, so that whatever else the machine does meets all.
  for (let n = 0; n < ROUNDS; n++) {
    const round = []
    for (const mode of modes) round.push(await load(server, postgres, context, mode))
    rounds.push(round)
  }
  await server.stop()
  const [http, few, each] = modes.map((_, which) => middle(rounds.map((round) => round[which])))
  const times = (which) => median(rounds.map((round) => round[which].perSecond / round[0].perSecond))
  return [
    row(`mutations over ${connections} HTTP connections, moves/s`, thousands(http.perSecond)),
    row('  CPU ms per move, server + Postgres', cpuInWords(http)),
    row('mutations over 2 WebSockets of each of 4 players, moves/s', thousands(few.perSecond)),
    row('  CPU ms per move, server + Postgres', cpuInWords(few)),
    row('  latency p50 / p99, ms', `${decimals(few.p50, 1)} / ${decimals(few.p99, 1)}`),
    row('mutations over WebSocket against HTTP, moves/s', `${decimals(times(1))} x`, `at least ${BAR} x`, times(1) >= BAR),
    row(`mutations over ${connections} WebSockets, one move under way on each, moves/s`, thousands(each.perSecond)),
    row('  CPU ms per move, server + Postgres', cpuInWords(each)),
    row('  against HTTP, moves/s', `${decimals(times(2))} x`),
  ]
}

const middle = (runs) => runs.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(runs.length / 2)]
