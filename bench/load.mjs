/**
 * The load generator, a process of its own:
 * node bench/load.mjs PORT CONNECTIONS SECONDS moves|timed|socket|few-sockets|batches|rest-batches|socket-batches|nothing [MATCHES]
 * `moves`: each connection plays four-seat matches of Kingdoms by typed mutations. `timed`: the same in matches with a clock. `socket`: the same by as many
 * WebSockets, a fourth of them of each player. `few-sockets`: as many moves under way, over as few WebSockets of each player as carry them. `batches`: 16 moves of a player in
 * each request; `rest-batches`: the same by REST; `socket-batches`: in each message of as many WebSockets. `nothing`: a mutation that touches nothing.
 * With MATCHES it ends not after so many seconds but as soon as a connection has played that many: a busy machine takes longer for it, and measures no less.
 * Matches are made before it begins, no more of them than a quick machine plays to their end: a connection that has none left ends the run.
 * Prints {count, seconds, cpuSeconds, p50, p99, matches}.
 */
import { openConnection } from './connection.mjs'
import { LIST, nextRequest, picture, REST_LIST, resultName } from './kingdoms-player.mjs'
import { openSocket } from './socket.mjs'

const [port, connections, seconds] = process.argv.slice(2, 5).map(Number)
const mode = process.argv[5]
const bound = Number(process.argv[6] ?? 0)
// What is no number would never end.
if (![port, connections, seconds, bound].every(Number.isFinite))
  throw new Error(`not all numbers: ${process.argv.slice(2).join(' ')}`)
const base = `http://127.0.0.1:${port}/v1`
const SEATS = 4
const BATCH = 16

async function json(path, body, token) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const answer = await response.json()
  if (!response.ok) throw new Error(JSON.stringify(answer))
  return answer
}

const register = async (name) => (await json('/players', { name, kind: 'bot' })).token

async function newMatch(tokens) {
  const clock = mode === 'timed' ? { clock: { kind: 'bank', seconds: 86_400, increment: 60 } } : {}
  const match = await json('/matches', { game: 'kingdoms', seats: SEATS, options: { starter: 'seat0' }, ...clock }, tokens[0])
  for (const token of tokens.slice(1)) await json(`/matches/${match.id}/join`, {}, token)
  return match.id
}

const latencies = []
let matches = 0
/** Of batches; in the other modes there is one in each request. */
let moves = 0
let over = false

/** `asking` sends a body as the player of a seat. */
async function timed(asking, seat, body) {
  const began = performance.now()
  const answer = await asking(seat, body)
  latencies.push(performance.now() - began)
  if (answer.errors) throw new Error(JSON.stringify(answer.errors))
  return answer
}

async function playMoves({ asking, close }, ids) {
  for (const id of ids) {
    const { known, learn } = picture(SEATS)
    for (let status = 'running'; status === 'running' && !over; ) {
      const { name, body } = nextRequest(known, id, Math.random)
      const result = (await timed(asking, known.turn, body)).data[resultName(name)]
      if (result.__typename !== 'MoveAccepted') throw new Error(`${name} refused: ${JSON.stringify(result)}`)
      learn(result.notices)
      status = result.status
    }
    if (over) break
    matches++
  }
  over = true
  close()
}

/** So many matches at a time that some seat is awaited in 16 of them. */
const AT_ONCE = SEATS * (BATCH - 1) + 1
const list = mode === 'rest-batches' ? REST_LIST : LIST

async function playBatches({ asking, close }, ids) {
  const begun = (id) => ({ id, ...picture(SEATS) })
  const active = ids.splice(0, AT_ONCE).map(begun)
  while (!over) {
    const bySeat = players.map((_, seat) => active.filter(({ known }) => known.turn === seat))
    const seat = bySeat.findIndex(({ length }) => length >= BATCH)
    if (seat < 0) break
    const batch = bySeat[seat].slice(0, BATCH)
    const answer = await timed(asking, seat, list.body(batch, Math.random))
    for (const [index, result] of list.resultsOf(answer).entries()) {
      if (result.__typename !== 'MoveAccepted') throw new Error(`refused: ${JSON.stringify(result)}`)
      const match = batch[index]
      match.learn(result.notices)
      if (result.status === 'running') continue
      matches++
      active.splice(active.indexOf(match), 1, ...ids.splice(0, 1).map(begun))
    }
    moves += batch.length
  }
  over = true
  close()
}

async function playNothing({ asking, close }) {
  const body = JSON.stringify({ query: 'mutation { __typename }' })
  while (!over) await timed(asking, 0, body)
  close()
}

function byRequests(tokens) {
  const connection = openConnection(port)
  const path = mode === 'rest-batches' ? '/v1/moves' : '/graphql'
  return { asking: (seat, body) => connection.post(path, tokens[seat], body), close: connection.close }
}

/** So many ways, each of which uses one socket of every player. */
async function bySockets(tokens, count, ofEach) {
  const ofSeats = await Promise.all(
    tokens.map((token) => Promise.all(Array.from({ length: ofEach }, () => openSocket(port, token)))),
  )
  return Array.from({ length: count }, (_, n) => ({
    asking: (seat, body) => ofSeats[seat][n % ofSeats[seat].length].ask(body),
    // Others use them too: they end with the process.
    close: () => {},
  }))
}

const players = []
for (let seat = 0; seat < SEATS; seat++) players.push(await register(`bench ${process.pid} ${seat} ${Date.now() % 1e6}`))
/** Of one connection with a move in each request, in a second. */
const ENDING = 1.2
/** To make a match takes as long as a hundred moves in batches, so a run of batches has none to spare: it lasts as long as those that it begins with, some 6,000 moves a connection. */
const needed = mode === 'nothing' ? 0 : mode.endsWith('batches') ? AT_ONCE : undefined
const perConnection = needed ?? (bound || Math.ceil(seconds * ENDING + 1))
async function someMatches() {
  const ids = []
  for (let k = 0; k < perConnection; k++) ids.push(await newMatch(players))
  return ids
}
const work = await Promise.all(Array.from({ length: connections }, someMatches))
/** Sockets of each player. */
const asMany = Math.ceil(connections / SEATS)
/** Under way on one socket. Now and then all matches await the same player. */
const MOST_OPERATIONS = 50
const sockets = { socket: asMany, 'few-sockets': Math.ceil(connections / MOST_OPERATIONS), 'socket-batches': asMany }[mode]
const ways = sockets ? await bySockets(players, connections, sockets) : work.map(() => byRequests(players))
console.log('ready')
await new Promise((resolve) => process.stdin.once('data', resolve))
const cpu = process.cpuUsage()
const began = performance.now()
if (bound === 0)
  setTimeout(() => {
    over = true
  }, seconds * 1000)
const play = mode === 'nothing' ? playNothing : mode.endsWith('batches') ? playBatches : playMoves
await Promise.all(work.map((ids, n) => play(ways[n], ids)))
const used = process.cpuUsage(cpu)
const elapsed = (performance.now() - began) / 1000
latencies.sort((a, b) => a - b)
const at = (part) => latencies[Math.floor(part * (latencies.length - 1))]
console.log(
  JSON.stringify({
    count: moves || latencies.length,
    seconds: elapsed,
    cpuSeconds: (used.user + used.system) / 1e6,
    p50: at(0.5),
    p99: at(0.99),
    matches,
  }),
)
process.exit(0)
