/** The same moves by mutations over WebSocket and over HTTP, side by side on one server. */
import { cpuInWords, load, startServer } from './http.mjs'
import { createDatabase } from './services.mjs'
import { median } from './statistics.mjs'
import { decimals, row, thousands } from './table.mjs'

const ROUNDS = 5
const BAR = 1.3

export async function socketsSection(context) {
  const { postgres, connections } = context
  const server = await startServer(await createDatabase(postgres, 'bench_sockets'))
  const modes = ['moves', 'socket', 'few-sockets']
  for (const mode of modes) await load(server, postgres, { ...context, seconds: 2 }, mode) // warm up
  const rounds = []
  // In turns, so that whatever else the machine does meets all.
  for (let n = 0; n < ROUNDS; n++) {
    const round = []
    for (const mode of modes) round.push(await load(server, postgres, context, mode))
    rounds.push(round)
  }
  await server.stop()
  const [http, socket, few] = modes.map((_, which) => middle(rounds.map((round) => round[which])))
  const times = (which) => median(rounds.map((round) => round[which].perSecond / round[0].perSecond))
  return [
    row(`mutations over ${connections} HTTP connections, moves/s`, thousands(http.perSecond)),
    row('  CPU ms per move, server + Postgres', cpuInWords(http)),
    row(`mutations over ${connections} WebSockets, moves/s`, thousands(socket.perSecond)),
    row('  CPU ms per move, server + Postgres', cpuInWords(socket)),
    row('  latency p50 / p99, ms', `${decimals(socket.p50, 1)} / ${decimals(socket.p99, 1)}`),
    row('mutations over WebSocket against HTTP, moves/s', `${decimals(times(1))} x`, `at least ${BAR} x`, times(1) >= BAR),
    row('as many moves under way over 2 WebSockets of each player, moves/s', thousands(few.perSecond)),
    row('  CPU ms per move, server + Postgres', cpuInWords(few)),
    row('  against HTTP, moves/s', `${decimals(times(2))} x`),
  ]
}

const middle = (runs) => runs.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(runs.length / 2)]
