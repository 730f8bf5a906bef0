/** A thousand followers of one match: the CPU that each delivered item costs the server and Postgres, the moves included. */
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { startServer } from './http.mjs'
import { cpuSeconds } from './processes.mjs'
import { createDatabase } from './services.mjs'
import { decimals, row, thousands } from './table.mjs'

const FOLLOWERS = 1000
const AT_ONCE = 50
const MOVES = 40
/** A third of what it was when every follower read and redacted for itself. */
const LIMIT_MICROS = 153
const PATIENCE_MS = 60_000

const json = async (base, path, body, token) => {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const method = body === undefined ? 'GET' : 'POST'
  const response = await fetch(base + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  return answer
}

const register = async (base) => (await json(base, '/players', { name: `f ${randomUUID().slice(0, 30)}`, kind: 'bot' })).token

/** Counts complete items; `lost` is true for a stream that ended. */
function follow(base, match, token, after) {
  const seen = { items: 0, lost: false }
  let last = 10
  const headers = { accept: 'application/x-ndjson', authorization: `Bearer ${token}` }
  const opened = new Promise((done, fail) => {
    const asked = request(`${base}/matches/${match}/notices?after=${after}`, { headers, agent: false }, (reply) => {
      if (reply.statusCode !== 200) return fail(new Error(`status ${reply.statusCode}`))
      reply.on('data', (chunk) => {
        // A line that is only its end is a keep-alive.
        for (const byte of chunk) {
          if (byte === 10 && last !== 10) seen.items++
          last = byte
        }
      })
      reply
        .on('error', () => {})
        .on('close', () => {
          seen.lost = true
        })
      done({ seen, close: () => asked.destroy() })
    })
    asked.on('error', fail).end()
  })
  return opened
}

async function playOne(base, match, tokens) {
  const { awaiting } = await json(base, `/matches/${match}`, undefined, tokens[0])
  const token = tokens[awaiting[0].seat]
  const { moves } = await json(base, `/matches/${match}/legal-moves?first=1`, undefined, token)
  await json(base, `/matches/${match}/moves`, moves[0].move, token)
}

async function until(condition) {
  const end = Date.now() + PATIENCE_MS
  while (!condition() && Date.now() < end) await new Promise((done) => setTimeout(done, 5))
}

export async function followersSection({ postgres }) {
  const server = await startServer(await createDatabase(postgres, 'followers'))
  const base = `http://127.0.0.1:${server.port}/v1`
  const tokens = [await register(base), await register(base)]
  const { id } = await json(base, '/matches', { game: 'kingdoms', seats: 2, options: { starter: 'seat0' } }, tokens[0])
  await json(base, `/matches/${id}/join`, {}, tokens[1])
  const watchers = [...tokens]
  while (watchers.length < FOLLOWERS / 50) watchers.push(await register(base))
  const streams = []
  for (let opened = 0; opened < FOLLOWERS; opened += AT_ONCE)
    streams.push(
      ...(await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => follow(base, id, watchers[i % watchers.length], 1)))),
    )
  const spent = () => cpuSeconds(server.pid) + cpuSeconds(postgres.pid, { tree: true })
  const total = () => streams.reduce((sum, { seen }) => sum + seen.items, 0)
  const before = spent()
  let played = 0
  for (; played < MOVES; played++) {
    await playOne(base, id, tokens)
    await until(() => total() >= (played + 1) * FOLLOWERS || streams.some(({ seen }) => seen.lost))
  }
  const used = spent() - before
  const lost = streams.filter(({ seen }) => seen.lost).length
  const delivered = total()
  for (const stream of streams) stream.close()
  await server.stop()
  const micros = (used / delivered) * 1e6
  return [
    row(
      `${thousands(FOLLOWERS)} followers of one match: CPU per delivered item, moves included, µs (${thousands(delivered)} items, ${lost} streams cut)`,
      decimals(micros, 0),
      `at most ${LIMIT_MICROS}, none cut`,
      micros <= LIMIT_MICROS && lost === 0,
    ),
  ]
}
