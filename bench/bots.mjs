/** What bots take to think, one thread alone; and what the API is like while twenty of their matches run on the server. */
import { BOTS, LEVELS } from '../dist/bots/names.js'
import { games } from '../dist/games/registry.js'
import { buildIn } from './build.mjs'
import { startServer } from './http.mjs'
import { createDatabase } from './services.mjs'
import { decimals, row, thousands } from './table.mjs'
import { decisions, msOf, searchFor } from './thinking.mjs'

const MATCHES = 20
const LEVEL = 3
const BOT = `search:${LEVEL}`
/** Between a client's moves. */
const PAUSE_MS = 10

function thinkingRows(build) {
  return build.games.flatMap((game) => {
    const asked = decisions(build, game)
    const ms = new Map(BOTS.map((bot) => [bot, msOf(build, bot, asked)]))
    const levels = LEVELS.map((level) => decimals(ms.get(`search:${level}`), 0)).join(' / ')
    return [
      row(
        `${game.name}, ${game.seats.min} seats, CPU ms a move: random, greedy`,
        `${decimals(ms.get('random'))}, ${decimals(ms.get('greedy'))}`,
      ),
      row('  search:1 / 2 / 3 / 4 / 5', levels),
      row('  search iterations per CPU second, one thread', thousands(searchFor(build, LEVEL, asked, 1))),
    ]
  })
}

const client = (port) => async (method, path, token, body) => {
  const headers = { ...(body && { 'content-type': 'application/json' }), ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body: body && JSON.stringify(body) })
  const answer = response.headers.get('content-type')?.includes('json') ? await response.json() : await response.text()
  if (!response.ok) throw new Error(JSON.stringify(answer))
  return answer
}

/** Milliseconds that each move of two players took, one after the other. */
async function playing(call, tokens, seconds) {
  const latencies = []
  const until = performance.now() + seconds * 1000
  for (let match; performance.now() < until; ) {
    match ??= await newMatch(call, tokens)
    const { awaiting } = await call('GET', `/v1/matches/${match}`, tokens[0])
    if (awaiting.length === 0) {
      match = undefined
      continue
    }
    const token = tokens[awaiting[0].seat]
    const { moves } = await call('GET', `/v1/matches/${match}/legal-moves?first=20`, token)
    const began = performance.now()
    await call('POST', `/v1/matches/${match}/moves`, token, moves[latencies.length % moves.length].move)
    latencies.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  return latencies.sort((a, b) => a - b)
}

async function newMatch(call, tokens) {
  const { id } = await call('POST', '/v1/matches', tokens[0], { game: 'kingdoms', seats: 2 })
  await call('POST', `/v1/matches/${id}/join`, tokens[1], {})
  return id
}

const p99 = (sorted) => sorted[Math.floor(0.99 * (sorted.length - 1))]

/** From the figures of the server; the delay is that since they were last read. */
async function figures(call) {
  // The page is kept for a moment.
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const text = await call('GET', '/metrics')
  const figure = (name) => Number(new RegExp(`^${name}(?:{[^}]*})? (\\S+)`, 'm').exec(text)?.[1] ?? 0)
  return {
    delayMs: 1000 * figure('nodejs_eventloop_lag_p99_seconds'),
    thoughts: figure('chancery_bot_thought_seconds_count'),
    thoughtSeconds: figure('chancery_bot_thought_seconds_sum'),
  }
}

async function whileBotsPlay({ postgres, seconds }) {
  const server = await startServer(await createDatabase(postgres, 'bench_bots'), { BOT_THREADS: '1' })
  const call = client(server.port)
  const register = async (name) => (await call('POST', '/v1/players', undefined, { name, kind: 'bot' })).token
  const tokens = [await register('Bench Anne'), await register('Bench Ben')]
  await playing(call, tokens, 2) // warm up
  await figures(call)
  const without = await playing(call, tokens, seconds)
  const quiet = await figures(call)
  for (let made = 0; made < MATCHES; made++) {
    const game = games[made % games.length]
    const bots = Array.from({ length: game.seats.min }, () => ({ bot: BOT }))
    await call('POST', '/v1/matches', tokens[0], { game: game.id, seats: game.seats.min, join: false, bots })
  }
  await new Promise((resolve) => setTimeout(resolve, 2000))
  const before = await figures(call)
  const began = performance.now()
  const moves = await playing(call, tokens, seconds)
  const after = await figures(call)
  const elapsed = (performance.now() - began) / 1000
  await server.stop()
  return { without, quiet, moves, after, thoughtsASecond: (after.thoughts - before.thoughts) / elapsed }
}

export async function botsSection(context) {
  const { without, quiet, moves, after, thoughtsASecond } = await whileBotsPlay(context)
  return [
    ...thinkingRows(await buildIn()),
    row(
      'one client, no bots: move p99 / event-loop delay p99, ms',
      `${decimals(p99(without), 1)} / ${decimals(quiet.delayMs, 1)}`,
    ),
    row(`${MATCHES} matches of ${BOT} bots on one thread, moves of bots/s`, decimals(thoughtsASecond, 1)),
    row('  event-loop delay p99, ms', decimals(after.delayMs, 1), 'under 50', after.delayMs < 50),
    row(
      "  another client's move p50 / p99, ms",
      `${decimals(moves[Math.floor(moves.length / 2)], 1)} / ${decimals(p99(moves), 1)}`,
      'p99 under 100',
      p99(moves) < 100,
    ),
  ]
}
