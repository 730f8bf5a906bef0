/** Moves in batches of 16 a request, against one move a request on the same server, and against Colyseus, which keeps nothing. */
import { cpuInWords, cpuOf, load, startServer } from './http.mjs'
import { cpuSeconds, freePort, start } from './processes.mjs'
import { inRounds } from './rounds.mjs'
import { createDatabase } from './services.mjs'
import { median } from './statistics.mjs'
import { decimals, row, thousands } from './table.mjs'

const ROOMS = 32
const SEATS = 4

export async function batchesSection(context) {
  const { postgres, connections } = context
  const server = await startServer(await createDatabase(postgres, 'bench_batches'))
  const colyseus = await startRooms(context)
  const [fourth, half] = [4, 2].map((part) => Math.max(1, Math.round(connections / part)))
  const of = (mode, count) => (seconds) => load(server, postgres, { connections: count, seconds }, mode)
  const ways = {
    single: of('moves', connections),
    // With 64 connections 256 moves are under way: as many as one statement appends.
    requests: of('batches', fourth),
    // As many as Colyseus has sockets: some moves are decided while others are written.
    rest: of('rest-batches', half),
    messages: of('socket-batches', half),
    theirs: colyseus.run(1),
    theirsBySeat: colyseus.run(SEATS),
  }
  const rounds = await inRounds(ways, context.seconds)
  await server.stop()
  await colyseus.stop()
  return table(rounds, { fourth, half })
}

function table(rounds, { fourth, half }) {
  const perSecond = (way) => thousands(median(rounds.map((round) => round[way].perSecond)))
  const cheapest = (way) => rounds.map((round) => round[way]).reduce((a, b) => (cpuOf(b) < cpuOf(a) ? b : a))
  const times = (way, theirs) => median(rounds.map((round) => round[way].perSecond / round[theirs].perSecond))
  const share = median(rounds.map(({ requests, single }) => cpuOf(requests) / cpuOf(single)))
  const lists = ['requests', 'rest', 'messages']
  const quickest = Math.max(...lists.map((way) => times(way, 'theirs')))
  const latency = (way) => `${decimals(cheapest(way).p50, 1)} / ${decimals(cheapest(way).p99, 1)}`
  const about = (way) => [
    row('  CPU ms per move, server + Postgres', cpuInWords(cheapest(way))),
    row('  latency of a list p50 / p99, ms', latency(way)),
  ]
  return [
    row(`durable moves in batches of 16 a mutation, ${fourth} connections, moves/s`, perSecond('requests')),
    ...about('requests'),
    row('  CPU as a share of one move a request', decimals(share), 'at most 0.6', share <= 0.6),
    row(`the same by REST, ${half} connections, moves/s`, perSecond('rest')),
    ...about('rest'),
    row(`the same by messages of ${half} WebSockets, moves/s`, perSecond('messages')),
    ...about('messages'),
    row(`Colyseus, nothing durable, ${ROOMS} matches, a socket for all seats, moves/s`, perSecond('theirs')),
    row('  CPU ms per move', decimals(cheapest('theirs').serverMs, 3)),
    row('  ours in batches as a multiple of theirs', `${decimals(quickest)} x`, 'at least 1.0 x', quickest >= 1),
    row('  by mutations / by REST / by sockets', lists.map((way) => decimals(times(way, 'theirs'))).join(' / ')),
    row(`Colyseus, the same with a socket for each seat, moves/s`, perSecond('theirsBySeat')),
    row('  CPU ms per move', decimals(cheapest('theirsBySeat').serverMs, 3)),
    row(
      '  ours as a multiple of theirs, in the same order',
      lists.map((way) => decimals(times(way, 'theirsBySeat'))).join(' / '),
    ),
  ]
}

/** One client for all seats is the kinder setting, and what plays our batches too; where four players look on, each has a socket. */
async function startRooms({ peers }) {
  const port = await freePort()
  const server = start(process.execPath, ['room.cjs', String(port)], {}, { cwd: peers })
  await server.line(/ready/)
  const run = (sockets) => async (time) => {
    const before = cpuSeconds(server.pid)
    const settings = [port, ROOMS, time, sockets].map(String)
    const driver = start(process.execPath, ['drive-rooms.cjs', ...settings], {}, { cwd: peers })
    const { moves, seconds } = JSON.parse(await driver.line(/^{/))
    return { perSecond: moves / seconds, serverMs: ((cpuSeconds(server.pid) - before) * 1000) / moves, postgresMs: 0 }
  }
  return { run, stop: server.stop }
}
