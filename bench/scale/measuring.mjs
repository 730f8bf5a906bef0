/** The same requests of databases of different sizes, in turns, so that whatever else the machine does falls on all of them alike. */
import { buildApp } from '../../dist/app.js'
import { readConfig } from '../../dist/platform/config.js'
import { createLogger } from '../../dist/platform/logger.js'
import { explained, recordStatements, statementsOf } from './plans.mjs'
import { begin, card, coldLoad, inboxReads, join, make, reads } from './requests.mjs'
import { coldIds, serve } from './worlds.mjs'

const WARM_UP = 10

const median = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]

/** By name of the request: the median of each world, in their order. */
export async function latencies(worlds, rounds) {
  const servers = await Promise.all(worlds.map(serve))
  try {
    const named = await Promise.all(worlds.map((world, index) => namedReads(world, servers[index].ask)))
    const found = new Map()
    for (const [place, [name]] of named[0].entries())
      found.set(name, await inTurns(worlds, rounds, (index) => servers[index].ask(named[index][place][1])))
    for (const [name, medians] of await cold(worlds, servers, rounds)) found.set(name, medians)
    for (const [name, medians] of await writes(worlds, servers, rounds)) found.set(name, medians)
    return found
  } finally {
    for (const server of servers) await server.stop()
  }
}

async function namedReads({ now }, ask) {
  const fixed = reads(now)
  const [, opening] = fixed.find(([name]) => name.startsWith('inbox'))
  const { answer } = await ask(opening)
  return [...fixed, ...inboxReads(answer.next, now)]
}

/** `ask` is told the number of the world and of the round. */
async function inTurns(worlds, rounds, ask) {
  const samples = worlds.map(() => [])
  for (let round = 0; round < WARM_UP + rounds; round++)
    for (const index of worlds.keys()) {
      const { ms } = await ask(index, round)
      if (round >= WARM_UP) samples[index].push(ms)
    }
  return samples.map(median)
}

async function cold(worlds, servers, rounds) {
  const found = []
  for (const status of ['over', 'running']) {
    const ids = await Promise.all(worlds.map(({ client }) => coldIds(client, status, WARM_UP + rounds)))
    const one = (index, round) => ids[index][round % ids[index].length]
    const load = await inTurns(worlds, Math.min(rounds, ids[0].length - WARM_UP), (index, round) =>
      servers[index].ask(coldLoad(one(index, round))),
    )
    found.push([`cold load of a match that is ${status}`, load])
    found.push([
      `card of a match that is ${status}`,
      await inTurns(worlds, rounds, (index, round) => servers[index].ask(card(one(index, round)))),
    ])
  }
  return found
}

/** Making, joining and starting follow each other in every round. */
async function writes(worlds, servers, rounds) {
  const made = worlds.map(() => [])
  const steps = [
    ['making a match', (_, round) => make(round)],
    ['joining a match', (index, round) => join(round, made[index][round])],
    ['taking the last seat, which starts it', (index, round) => begin(round, made[index][round])],
  ]
  const found = []
  for (const [name, step] of steps)
    found.push([
      name,
      await inTurns(worlds, rounds, async (index, round) => {
        const done = await servers[index].ask(step(index, round))
        made[index][round] ??= done.answer.id
        return done
      }),
    ])
  return found
}

/** By name of the request: what Postgres does for it in this world. The server is in this process, so that its statements are known. */
export async function planned(world) {
  const app = await buildApp(readConfig({ RATE_LIMIT: '0', OPEN_MATCH_DAYS: '0' }), world.url, createLogger('error'))
  const stop = recordStatements()
  try {
    return await explainAll(world, app.http)
  } finally {
    stop()
    await app.close()
  }
}

async function explainAll({ client, now }, http) {
  const found = new Map()
  const explain = async (name, asked) => {
    const { answer, statements } = await statementsOf(http, asked)
    found.set(name, await explained(client, statements))
    return answer
  }
  const ask = async (asked) => ({ answer: (await statementsOf(http, asked)).answer })
  for (const [name, asked] of await namedReads({ now }, ask)) await explain(name, asked)
  for (const status of ['over', 'running']) {
    const [id] = await coldIds(client, status, 1)
    await explain(`cold load of a match that is ${status}`, coldLoad(id))
    await explain(`card of a match that is ${status}`, card(id))
  }
  const { id } = await explain('making a match', make(0))
  await explain('joining a match', join(0, id))
  await explain('taking the last seat, which starts it', begin(0, id))
  return found
}
