/** Durable moves over HTTP GraphQL, against the same server doing nothing, and against boardgame.io with bgio-postgres. */
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { cpuSeconds, freePort, start } from './processes.mjs'
import { inRounds } from './rounds.mjs'
import { createDatabase } from './services.mjs'
import { median } from './statistics.mjs'
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
  const peer = await startPeer(context)
  const by = (mode) => (seconds) => load(server, postgres, { connections, seconds }, mode)
  const rounds = await inRounds({ nothing: by('nothing'), moves: by('moves'), theirs: peer.run }, context.seconds)
  await server.stop()
  await peer.stop()
  return table(rounds, connections)
}

/** Ratios are of neighbours in time: two runs of the same differ by a quarter where others are busy on the machine. */
function table(rounds, connections) {
  const of = (take) => median(rounds.map(take))
  const middle = middleOf(rounds.map(({ moves }) => moves))
  const share = of(({ moves, nothing }) => moves.perSecond / nothing.perSecond)
  const cheaper = of(({ moves, theirs }) => cpuOf(theirs) / cpuOf(moves))
  const times = of(({ moves, theirs }) => moves.perSecond / theirs.perSecond)
  const theirs = middleOf(rounds.map((round) => round.theirs))
  return [
    row(
      `GraphQL mutation that touches nothing, ${connections} connections, requests/s`,
      thousands(of(({ nothing }) => nothing.perSecond)),
    ),
    row(`durable moves over GraphQL, ${connections} connections, moves/s`, thousands(middle.perSecond)),
    row('  share of the mutation that touches nothing', percent(share), 'at least 62 %', share >= 0.62),
    row('  in each round', rounds.map(({ moves, nothing }) => percent(moves.perSecond / nothing.perSecond)).join(', ')),
    row('  CPU ms per move, server + Postgres', cpuInWords(middle), 'at most 0.35', cpuOf(middle) <= 0.35),
    row(
      '  CPU of the server, the mutation that touches nothing against a move',
      decimals(of(({ moves, nothing }) => nothing.serverMs / moves.serverMs)),
    ),
    row('  latency p50 / p99, ms', `${decimals(middle.p50, 1)} / ${decimals(middle.p99, 1)}`),
    row(`boardgame.io + bgio-postgres, ${PEER_MATCHES} matches, moves/s`, thousands(theirs.perSecond)),
    row('  CPU ms per move, server + Postgres', `${decimals(theirs.serverMs, 2)} + ${decimals(theirs.postgresMs, 2)}`),
    row('  CPU per move, ours against theirs', `1/${decimals(cheaper, 1)}`, 'at most 1/25', cheaper >= 25),
    row('  ours as a multiple of theirs', `${decimals(times, 1)} x`, 'at least 20 x', times >= 20),
  ]
}

const percent = (share) => `${decimals(100 * share, 0)} %`

/** The one of middling speed. */
export const middleOf = (runs) => runs.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(runs.length / 2)]

async function startPeer({ postgres, peers }) {
  const port = await freePort()
  const env = { DATABASE_URL: await createDatabase(postgres, 'bench_peer') }
  const server = start(process.execPath, ['server.cjs', String(port)], env, { cwd: peers })
  await server.line(/ready/)
  const run = async (seconds) => {
    const before = [cpuSeconds(server.pid), cpuSeconds(postgres.pid, { tree: true })]
    const driver = start(process.execPath, ['drive.cjs', String(port), String(PEER_MATCHES), String(seconds)], {}, { cwd: peers })
    const result = JSON.parse(await driver.line(/^{/))
    const used = [cpuSeconds(server.pid) - before[0], cpuSeconds(postgres.pid, { tree: true }) - before[1]]
    return {
      perSecond: result.moves / result.seconds,
      serverMs: (used[0] * 1000) / result.moves,
      postgresMs: (used[1] * 1000) / result.moves,
    }
  }
  return { run, stop: server.stop }
}
