/** The same requests of databases of different sizes, in turns, so that whatever else the machine does falls on all of them alike. */
import { buildApp } from '../../dist/app.js'
import { readConfig } from '../../dist/platform/config.js'
import { createLogger } from '../../dist/platform/logger.js'
import { cpuMilliseconds } from './cpu.mjs'
import { coldIds, explainAll } from './explaining.mjs'
import { recordStatements } from './plans.mjs'
import { begin, card, coldLoad, join, make, namedReads } from './requests.mjs'
import { SETTINGS, serve } from './worlds.mjs'

const WARM_UP = 20
/** Requests of one world in a row, for which the CPU time of its server and of Postgres is taken. */
const BLOCK = 20

const median = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]

/** By name of the request: what it takes in each world, in their order. */
export async function latencies(worlds, postgres, blocks) {
  const servers = []
  try {
    for (const world of worlds) servers.push(await serve(world))
    const inTurns = turns(servers, postgres, blocks)
    const named = await Promise.all(worlds.map((world, index) => namedReads(world, servers[index].ask)))
    const found = new Map()
    for (const [place, [name]] of named[0].entries()) found.set(name, await inTurns((index) => named[index][place][1]))
    for (const [name, ask] of await loads(worlds, WARM_UP + blocks * BLOCK)) found.set(name, await inTurns(ask))
    for (const [name, ask, learn] of writes(worlds)) found.set(name, await inTurns(ask, learn))
    return found
  } finally {
    for (const server of servers) await server.stop()
  }
}

/**
 * Blocks of requests, one world after the other: the median of the milliseconds of a request, and that of the CPU milliseconds, which neighbours of this machine do not disturb as much. `asked` is told the number of the world
 * and of the round.
 */
const turns = (servers, postgres, blocks) => async (asked, learn) => {
  const samples = servers.map(() => ({ ms: [], cpu: [] }))
  const ask = async (index, round) => {
    const { ms, answer } = await servers[index].ask(asked(index, round))
    learn?.(index, round, answer)
    return ms
  }
  for (const index of servers.keys()) for (let round = 0; round < WARM_UP; round++) await ask(index, round)
  for (let block = 0; block < blocks; block++)
    for (const [index, { pid }] of servers.entries()) {
      const before = cpuMilliseconds(pid, postgres.pid)
      for (let round = 0; round < BLOCK; round++) samples[index].ms.push(await ask(index, WARM_UP + block * BLOCK + round))
      samples[index].cpu.push((cpuMilliseconds(pid, postgres.pid) - before) / BLOCK)
    }
  return samples.map(({ ms, cpu }) => ({ ms: median(ms), cpu: median(cpu) }))
}

/** Positions that are not in memory, and cards, of matches that are over: in a small database there are not enough that run to load each of them once. */
async function loads(worlds, count) {
  const ids = await Promise.all(worlds.map(({ client }) => coldIds(client, 'over', count)))
  return [
    ['cold load of a match', (index, round) => coldLoad(ids[index][round])],
    ['card of a match', (index, round) => card(ids[index][round])],
  ]
}

/** Made, joined and begun are the same matches, one after the other. */
function writes(worlds) {
  const made = worlds.map(() => [])
  const learn = (index, round, { id }) => {
    made[index][round] = id
  }
  return [
    ['making a match', (_, round) => make(round), learn],
    ['joining a match', (index, round) => join(round, made[index][round])],
    ['taking the last seat, which starts it', (index, round) => begin(round, made[index][round])],
  ]
}

/** By name of the request: what Postgres does for it in this world. The server is in this process, so that its statements are known. */
export async function planned(world) {
  const app = await buildApp(readConfig(SETTINGS), world.url, createLogger('error'))
  const stop = recordStatements()
  try {
    return await explainAll(app.http, world)
  } finally {
    stop()
    await app.close()
  }
}
