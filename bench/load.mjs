/**
 * The load generator, a process of its own: node bench/load.mjs PORT CONNECTIONS SECONDS moves|timed|nothing [MATCHES]
 * `moves`: each connection plays four-seat matches of Kingdoms by typed mutations. `timed`: the same in matches with a clock. `nothing`: a mutation that touches nothing.
 * With MATCHES it ends not after so many seconds but as soon as a connection has played that many: a busy machine takes longer for it, and measures no less.
 * Prints {count, seconds, cpuSeconds, p50, p99, matches}.
 */
import { openConnection } from './connection.mjs'
import { nextRequest, picture, resultName } from './kingdoms-player.mjs'

const [port, connections, seconds] = process.argv.slice(2, 5).map(Number)
const mode = process.argv[5]
const bound = Number(process.argv[6] ?? 0)
const base = `http://127.0.0.1:${port}/v1`
const SEATS = 4

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
let over = false

async function timed(connection, token, body) {
  const began = performance.now()
  const answer = await connection.post('/graphql', token, body)
  latencies.push(performance.now() - began)
  if (answer.errors) throw new Error(JSON.stringify(answer.errors))
  return answer.data
}

async function playMoves(tokens, ids) {
  const connection = openConnection(port)
  for (const id of ids) {
    const { known, learn } = picture(SEATS)
    for (let status = 'running'; status === 'running' && !over; ) {
      const { name, body } = nextRequest(known, id, Math.random)
      const result = (await timed(connection, tokens[known.turn], body))[resultName(name)]
      if (result.__typename !== 'MoveAccepted') throw new Error(`${name} refused: ${JSON.stringify(result)}`)
      learn(result.notices)
      status = result.status
    }
    if (over) break
    matches++
  }
  if (!over && bound === 0) throw new Error('not enough matches were made for this run')
  over = true
  connection.close()
}

async function playNothing(tokens) {
  const connection = openConnection(port)
  const body = JSON.stringify({ query: 'mutation { __typename }' })
  while (!over) await timed(connection, tokens[0], body)
  connection.close()
}

const players = []
for (let seat = 0; seat < SEATS; seat++) players.push(await register(`bench ${process.pid} ${seat} ${Date.now() % 1e6}`))
const perConnection = mode === 'nothing' ? 0 : bound || Math.ceil(seconds * 2 + 4)
async function someMatches() {
  const ids = []
  for (let k = 0; k < perConnection; k++) ids.push(await newMatch(players))
  return ids
}
const work = await Promise.all(Array.from({ length: connections }, someMatches))
console.log('ready')
await new Promise((resolve) => process.stdin.once('data', resolve))
const cpu = process.cpuUsage()
const began = performance.now()
if (bound === 0)
  setTimeout(() => {
    over = true
  }, seconds * 1000)
await Promise.all(work.map((ids) => (mode === 'nothing' ? playNothing(players) : playMoves(players, ids))))
const used = process.cpuUsage(cpu)
const elapsed = (performance.now() - began) / 1000
latencies.sort((a, b) => a - b)
const at = (part) => latencies[Math.floor(part * (latencies.length - 1))]
console.log(
  JSON.stringify({
    count: latencies.length,
    seconds: elapsed,
    cpuSeconds: (used.user + used.system) / 1e6,
    p50: at(0.5),
    p99: at(0.99),
    matches,
  }),
)
process.exit(0)
