/** Moves in batches of 16 a request, against one move a request on the same server, and against Colyseus, which keeps nothing. */
import { cpuInWords, load, startServer } from './http.mjs'
import { cpuSeconds, freePort, start } from './processes.mjs'
import { createDatabase } from './services.mjs'
import { decimals, row, thousands } from './table.mjs'

const ROOMS = 32
const ROUNDS = 2
const SEATS = 4
/** So that with 64 connections 256 moves are under way: as many as one statement appends. */
const CONNECTIONS_FOR_ONE = 4

export async function batchesSection(context) {
  const { postgres, connections } = context
  const server = await startServer(await createDatabase(postgres, 'bench_batches'))
  // As many sockets as theirs: 512 moves are under way, so that some are decided while others are written.
  const overSockets = { ...context, connections: Math.max(1, Math.round(connections / 2)) }
  const inBatches = { ...context, connections: Math.max(1, Math.round(connections / CONNECTIONS_FOR_ONE)) }
  await load(server, postgres, { ...context, seconds: 2 }, 'moves') // warm up
  await load(server, postgres, { ...inBatches, seconds: 2 }, 'batches')
  await load(server, postgres, { ...overSockets, seconds: 2 }, 'socket-batches')
  const rounds = []
  for (let n = 0; n < ROUNDS; n++)
    rounds.push({
      single: await load(server, postgres, context, 'moves'),
      requests: await load(server, postgres, inBatches, 'batches'),
      messages: await load(server, postgres, overSockets, 'socket-batches'),
    })
  await server.stop()
  const theirs = await rooms(context, 1)
  const theirsBySeat = await rooms(context, SEATS)

  const cheapest = (way) => rounds.map((round) => round[way]).reduce((a, b) => (cpuOf(b) < cpuOf(a) ? b : a))
  const fastest = (way) => Math.max(...rounds.map((round) => round[way].perSecond))
  const [one, requests, messages] = ['single', 'requests', 'messages'].map(cheapest)
  const [byRequests, byMessages] = ['requests', 'messages'].map(fastest)
  const share = cpuOf(requests) / cpuOf(one)
  const multiple = Math.max(byRequests, byMessages) / theirs.perSecond
  return [
    row(`durable moves in batches of 16 a request, ${inBatches.connections} connections, moves/s`, thousands(byRequests)),
    row('  CPU ms per move, server + Postgres', cpuInWords(requests)),
    row('  as a share of one move a request', decimals(share), 'at most 0.6', share <= 0.6),
    row('  latency of a request p50 / p99, ms', `${decimals(requests.p50, 1)} / ${decimals(requests.p99, 1)}`),
    row(`the same by messages of ${overSockets.connections} WebSockets, moves/s`, thousands(byMessages)),
    row('  CPU ms per move, server + Postgres', cpuInWords(messages)),
    row('  latency of a message p50 / p99, ms', `${decimals(messages.p50, 1)} / ${decimals(messages.p99, 1)}`),
    row(`Colyseus, nothing durable, ${ROOMS} matches, a socket for all seats, moves/s`, thousands(theirs.perSecond)),
    row('  CPU ms per move', decimals(theirs.serverMs, 3)),
    row('  ours in batches as a multiple of theirs', `${decimals(multiple)} x`, 'at least 1.0 x', multiple >= 1),
    row('  by requests / by sockets', `${decimals(byRequests / theirs.perSecond)} / ${decimals(byMessages / theirs.perSecond)}`),
    row(`Colyseus, the same with a socket for each seat, moves/s`, thousands(theirsBySeat.perSecond)),
    row('  CPU ms per move', decimals(theirsBySeat.serverMs, 3)),
    row('  ours in batches as a multiple of theirs', `${decimals(Math.max(byRequests, byMessages) / theirsBySeat.perSecond)} x`),
  ]
}

const cpuOf = ({ serverMs, postgresMs }) => serverMs + postgresMs

/** One client for all seats is the kinder setting, and what plays our batches too; where four players look on, each has a socket. */
async function rooms({ peers, seconds }, sockets) {
  const port = await freePort()
  const server = start(process.execPath, ['room.cjs', String(port)], {}, { cwd: peers })
  await server.line(/ready/)
  const drive = (time) =>
    start(process.execPath, ['drive-rooms.cjs', ...[port, ROOMS, time, sockets].map(String)], {}, { cwd: peers }).line(/^{/)
  await drive(2) // warm up
  const runs = []
  for (let n = 0; n < ROUNDS; n++) {
    const before = cpuSeconds(server.pid)
    const { moves, seconds: elapsed } = JSON.parse(await drive(seconds))
    runs.push({ perSecond: moves / elapsed, serverMs: ((cpuSeconds(server.pid) - before) * 1000) / moves })
  }
  await server.stop()
  return runs.reduce((a, b) => (b.perSecond > a.perSecond ? b : a))
}
