/**
 * A bot that is told by webhooks, with nothing but Node: node examples/webhook-bot.mjs <match>...
 *
 * It joins these open matches, plays at random until all of them have ended, and asks for nothing that it was not told of: neither polls nor streams.
 * Where the others are quick, the answer of a move brings the next turn along; where they are not, a webhook tells it.
 * It listens on PORT (any that is free, if left out). Where the server is to post to another address than that, set WEBHOOK_URL.
 */
import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

const url = process.env.CHANCERY_URL ?? 'http://127.0.0.1:3000'
const matches = process.argv.slice(2)
if (matches.length === 0) {
  console.error('node examples/webhook-bot.mjs <match>...: joins these open matches and plays them by webhooks')
  process.exit(2)
}
let token = ''
let key = Buffer.alloc(0)
let requests = -1 // registering is not counted
let moves = 0
const PATIENCE = 5 // seconds that the answer of a move waits for our next turn

/** One request. What may pass (no connection, 429, 5xx) is tried again; with an Idempotency-Key nothing is done twice. */
async function call(method, path, body, more = {}) {
  const headers = { ...more, 'idempotency-key': randomUUID() }
  if (token) headers.authorization = `Bearer ${token}`
  if (body) headers['content-type'] = 'application/json'
  for (let attempt = 0; attempt < 8; attempt++) {
    requests++
    const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) }).catch(() => undefined)
    if (response?.ok) return response.json()
    if (response && response.status < 500 && response.status !== 429) fail(await response.json())
    await pause(Math.max(1000 * (response?.headers.get('retry-after') ?? 0), 200 * 2 ** attempt))
  }
  fail({ code: 'UNREACHABLE', detail: `${url} gives no answer` })
}

function fail({ code, detail }) {
  console.error(`${code}: ${detail}`)
  process.exit(1)
}

/** The signature as the Standard Webhooks specification has it. An old message may be one that somebody has recorded. */
function isGenuine({ 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' }, body) {
  if (!(Math.abs(Date.now() / 1000 - Number(time)) < 300)) return false
  const wanted = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest()
  return signatures.split(' ').some((signature) => {
    const [version, text = ''] = signature.split(',')
    const given = Buffer.from(text, 'base64')
    return version === 'v1' && given.length === wanted.length && timingSafeEqual(given, wanted)
  })
}

const playing = new Set(matches)
const known = new Map() // the version up to which we have seen a match
const turns = new Map() // what is being done in a match: one thing after the other

const look = (match) => call('GET', `/v1/matches/${match}?include=legalMoves`)

/** Every decision is told, also those that the answer of our own move has shown already: these are older than what we know. */
async function play(match, told) {
  if (told <= (known.get(match) ?? 0)) return
  let now = await look(match)
  while (now.yourTurn) {
    const { move } = now.legalMoves.moves[randomInt(now.legalMoves.moves.length)]
    const path = `/v1/matches/${match}/moves?include=legalMoves&wait=${PATIENCE}`
    const answer = await call('POST', path, move, { 'if-match': `"${now.version}"` })
    moves++
    now = answer.match ?? (await look(match))
  }
  known.set(match, now.version)
}

function hear({ type, data: { match, version } }) {
  const before = turns.get(match) ?? Promise.resolve()
  if (type === 'turn')
    turns.set(
      match,
      before.then(() => play(match, version)),
    )
  if (type === 'match.over') playing.delete(match)
  if (playing.size === 0) receiver.close()
}

const seen = new Set()
const receiver = createServer(async (request, response) => {
  const parts = []
  for await (const part of request) parts.push(part)
  const body = Buffer.concat(parts).toString()
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end()
  response.writeHead(204, { connection: 'close' }).end() // answer first, think afterwards
  const id = request.headers['webhook-id']
  if (seen.has(id)) return
  seen.add(id)
  hear(JSON.parse(body))
})
await once(receiver.listen(Number(process.env.PORT ?? 0), '127.0.0.1'), 'listening')

const name = `Webhook ${randomUUID().slice(0, 8)}`
token = (await call('POST', '/v1/players', { name, kind: 'bot' })).token
const address = process.env.WEBHOOK_URL ?? `http://127.0.0.1:${receiver.address().port}/`
const { secret } = await call('POST', '/v1/me/webhooks', { url: address, events: ['turn', 'match.over'] })
key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
for (const match of matches) await call('POST', `/v1/matches/${match}/join`, {})
console.log(`${name} plays ${matches.length} matches`)

await once(receiver, 'close')
await Promise.all(turns.values()) // the end may be told before our last move is answered
console.log(`all over: ${requests} requests for ${moves} moves: ${(requests / Math.max(1, moves)).toFixed(2)} a move`)
