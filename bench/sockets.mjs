/**
 * The same moves by mutations over WebSocket and over HTTP, side by side on one server, with as many under way. HTTP takes a connection for each. A WebSocket carries up to 50,
 * so a player sends all its moves over the few that it holds for its subscriptions anyway; what a socket for each move makes is told too.
 */
import { cpuInWords, load, middleOf, startServer } from './http.mjs'
import { inRounds } from './rounds.mjs'
import { createDatabase } from './services.mjs'
import { median } from './statistics.mjs'
import { decimals, row, thousands } from './table.mjs'

const BAR = 1.3

export async function socketsSection(context) {
  const { postgres, connections } = context
  const server = await startServer(await createDatabase(postgres, 'bench_sockets'))
  const by = (mode) => (seconds) => load(server, postgres, { connections, seconds }, mode)
  const rounds = await inRounds({ http: by('moves'), few: by('few-sockets'), each: by('socket') }, context.seconds)
  await server.stop()
  const [http, few, each] = ['http', 'few', 'each'].map((way) => middleOf(rounds.map((round) => round[way])))
  const times = (way) => median(rounds.map((round) => round[way].perSecond / round.http.perSecond))
  return [
    row(`mutations over ${connections} HTTP connections, moves/s`, thousands(http.perSecond)),
    row('  CPU ms per move, server + Postgres', cpuInWords(http)),
    row('mutations over as few WebSockets of each player as carry them, moves/s', thousands(few.perSecond)),
    row('  CPU ms per move, server + Postgres', cpuInWords(few)),
    row('  latency p50 / p99, ms', `${decimals(few.p50, 1)} / ${decimals(few.p99, 1)}`),
    row(
      'mutations over WebSocket against HTTP, moves/s',
      `${decimals(times('few'))} x`,
      `at least ${BAR} x`,
      times('few') >= BAR,
    ),
    row(`mutations over ${connections} WebSockets, one move under way on each, moves/s`, thousands(each.perSecond)),
    row('  CPU ms per move, server + Postgres', cpuInWords(each)),
    row('  against HTTP, moves/s', `${decimals(times('each'))} x`),
  ]
}
