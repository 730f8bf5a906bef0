/** The same moves by mutations over WebSocket and over HTTP, side by side on one server. */
import { cpuInWords, load, startServer } from './http.mjs'
import { createDatabase } from './services.mjs'
import { decimals, row, thousands } from './table.mjs'

const ROUNDS = 3
const BAR = 1.3

export async function socketsSection(context) {
  const { postgres, connections } = context
  const server = await startServer(await createDatabase(postgres, 'bench_sockets'))
  for (const mode of ['moves', 'socket', 'few-sockets']) await load(server, postgres, { ...context, seconds: 2 }, mode) // warm up
  const rounds = []
  // In turns, so that whatever else the machine does meets both.
  for (let n = 0; n < ROUNDS; n++)
    rounds.push([
      await load(server, postgres, context, 'moves'),
      await load(server, postgres, context, 'socket'),
      await load(server, postgres, context, 'few-sockets'),
    ])
  await server.stop()
  const [http, socket, few] = [0, 1, 2].map((which) => best(rounds.map((round) => round[which])))
  const times = socket.perSecond / http.perSecond
  return [
    row(`mutations over ${connections} HTTP connections, moves/s`, thousands(http.perSecond)),
    row('  CPU ms per move, server + Postgres', cpuInWords(http)),
    row(`mutations over ${connections} WebSockets, moves/s`, thousands(socket.perSecond)),
    row('  CPU ms per move, server + Postgres', cpuInWords(socket)),
    row('  latency p50 / p99, ms', `${decimals(socket.p50, 1)} / ${decimals(socket.p99, 1)}`),
    row('mutations over WebSocket against HTTP, moves/s', `${decimals(times)} x`, `at least ${BAR} x`, times >= BAR),
    row('as many moves under way over 2 WebSockets of each player, moves/s', thousands(few.perSecond)),
    row('  CPU ms per move, server + Postgres', cpuInWords(few)),
    row('  against HTTP, moves/s', `${decimals(few.perSecond / http.perSecond)} x`),
  ]
}

const best = (runs) => runs.reduce((a, b) => (b.perSecond > a.perSecond ? b : a))
