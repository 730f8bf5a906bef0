/** Durable moves over HTTP GraphQL, against the same server doing nothing, and against boardgame.io with bgio-postgres. */
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { cpuSeconds, freePort, start } from './processes.mjs'
import { createDatabase } from './services.mjs'
import { decimals, row, thousands } from './table.mjs'

const here = (file) => fileURLToPath(new URL(file, import.meta.url))
const PEER_MATCHES = 32

export async function startServer(databaseUrl, more = {}) {
  const port = await freePort()
  const env = {
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'warn',
    RATE_LIMIT: '0',
    REGISTRATION_LIMIT: '0',
    MAX_CONNECTIONS_PER_ADDRESS: '0',
    NODE_ENV: 'production',
    SECRETS_KEY: randomBytes(32).toString('hex'),
    ...more,
  }
  const server = start(process.execPath, [here('../dist/server.js')], env)
  await server.line(/listening/)
  return { ...server, port }
}

/** Of what `load` returns. */
export const cpuOf = ({ serverMs, postgresMs }) => serverMs + postgresMs
export const cpuInWords = ({ serverMs, postgresMs }) =>
  `${decimals(serverMs, 3)} + ${decimals(postgresMs, 3)} = ${decimals(serverMs + postgresMs, 3)}`

/** One run of the load generator, with the CPU time that server and Postgres used meanwhile; so long, or until a connection has played so many matches. */
export async function load(server, postgres, { connections, seconds, matches = 0 }, mode) {
  const settings = [server.port, connections, seconds, mode, matches].map(String)
  const generator = start(process.execPath, [here('./load.mjs'), ...settings])
  await generator.line(/ready/)
  const before = [cpuSeconds(server.pid), cpuSeconds(postgres.pid, { tree: true })]
  generator.go()
  const result = JSON.parse(await generator.line(/^{/))
  const [serverCpu, postgresCpu] = [cpuSeconds(server.pid) - before[0], cpuSeconds(postgres.pid, { tree: true }) - before[1]]
  return {
    ...result,
    perSecond: result.count / result.seconds,
    serverMs: (serverCpu * 1000) / result.count,
    postgresMs: (postgresCpu * 1000) / result.count,
  }
}

export async function httpSection(context) {
  const { postgres, connections } = context
  const server = await startServer(await createDatabase(postgres, 'bench_http'))
  await load(server, postgres, { ...context, seconds: 2 }, 'moves') // warm up
  const nothing = await load(server, postgres, context, 'nothing')
  const moves = await load(server, postgres, context, 'moves')
  const nothingAgain = await load(server, postgres, context, 'nothing')
  const movesAgain = await load(server, postgres, context, 'moves')
  await server.stop()
  const theirs = await peer(context)

  const best = movesAgain.perSecond > moves.perSecond ? movesAgain : moves
  const idle = Math.max(nothing.perSecond, nothingAgain.perSecond)
  const cpu = cpuOf(best)
  const cheapest = Math.min(...[moves, movesAgain].map(cpuOf))
  const untouched = Math.min(nothing.serverMs, nothingAgain.serverMs)
  const fewest = Math.min(moves.serverMs, movesAgain.serverMs)
  const theirCpu = cpuOf(theirs)
  return [
    row(`GraphQL mutation that touches nothing, ${connections} connections, requests/s`, thousands(idle)),
    row(`durable moves over GraphQL, ${connections} connections, moves/s`, thousands(best.perSecond)),
    row(
      '  share of the mutation that touches nothing',
      `${decimals((100 * best.perSecond) / idle, 0)} %`,
      'at least 62 %',
      best.perSecond / idle >= 0.62,
    ),
    row('  CPU ms per move, server + Postgres', cpuInWords(best), 'at most 0.35', cpu <= 0.35),
    row('  CPU of the server, the mutation that touches nothing against a move', decimals(untouched / fewest)),
    row('  latency p50 / p99, ms', `${decimals(best.p50, 1)} / ${decimals(best.p99, 1)}`),
    row(`boardgame.io + bgio-postgres, ${PEER_MATCHES} matches, moves/s`, thousands(theirs.perSecond)),
    row('  CPU ms per move, server + Postgres', `${decimals(theirs.serverMs, 2)} + ${decimals(theirs.postgresMs, 2)}`),
    row(
      '  CPU per move, ours against theirs',
      `1/${decimals(theirCpu / cheapest, 1)}`,
      'at most 1/25',
      theirCpu / cheapest >= 25,
    ),
    row(
      '  ours as a multiple of theirs',
      `${decimals(best.perSecond / theirs.perSecond, 1)} x`,
      'at least 20 x',
      best.perSecond / theirs.perSecond >= 20,
    ),
  ]
}

async function peer({ postgres, peers, seconds }) {
  const port = await freePort()
  const server = start(
    process.execPath,
    ['server.cjs', String(port)],
    { DATABASE_URL: await createDatabase(postgres, 'bench_peer') },
    { cwd: peers },
  )
  await server.line(/ready/)
  const before = [cpuSeconds(server.pid), cpuSeconds(postgres.pid, { tree: true })]
  const driver = start(process.execPath, ['drive.cjs', String(port), String(PEER_MATCHES), String(seconds)], {}, { cwd: peers })
  const result = JSON.parse(await driver.line(/^{/))
  const used = [cpuSeconds(server.pid) - before[0], cpuSeconds(postgres.pid, { tree: true }) - before[1]]
  await server.stop()
  return {
    perSecond: result.moves / result.seconds,
    serverMs: (used[0] * 1000) / result.moves,
    postgresMs: (used[1] * 1000) / result.moves,
  }
}
