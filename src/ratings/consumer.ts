/**
 * Takes results up as rated matches end: one server at a time, and what is written about a match in one transaction with the word that it is taken up. So no result is skipped or counted twice when
 * a server dies, and where the database went back, all of it went back.
 */
import type { Pool, PoolClient } from 'pg'
import type { RatedEnd, RatedEnds } from '../match/rated-ends.js'
import { transaction } from '../platform/database.js'
import { type Taken, type TakingUp, takingUp } from '../platform/taking-up.js'
import type { Rate } from './rate.js'
import { placesOf, type RatedResult } from './result.js'
import { insertHistory, insertResults, knownOf, lastNumber, storeTallies, talliesOf, tryLock } from './tables.js'
import { follow } from './tally.js'

export interface ConsumerDeps {
  readonly pool: Pool
  readonly ends: RatedEnds
  /** Loaded with the first result. */
  readonly loadRate: () => Promise<Rate>
  readonly onError: (error: unknown) => void
}

/** Results that are taken up at a time. */
const BATCH = 100

export const consumer = (deps: ConsumerDeps): TakingUp => takingUp({ step: () => step(deps), onError: deps.onError })

/** Where nothing is rated, it is one look at an empty index. */
async function step({ pool, ends, loadRate }: ConsumerDeps): Promise<Taken> {
  if (!(await ends.areWaiting())) return 'done'
  const rate = await loadRate()
  return transaction(pool, async (client) => {
    if (!(await tryLock(client))) return 'later'
    const waiting = await ends.waiting(client, BATCH)
    await count(client, rate, waiting)
    await ends.takenUp(
      client,
      waiting.map(({ match }) => match),
    )
    return waiting.length === BATCH ? 'more' : 'done'
  })
}

async function count(client: PoolClient, rate: Rate, ends: readonly RatedEnd[]): Promise<void> {
  const known = await knownOf(
    client,
    ends.map(({ match }) => match),
  )
  const fresh = ends.filter(({ match }) => !known.has(match))
  for (const game of new Set(fresh.map((one) => one.game)))
    await countIn(
      client,
      rate,
      game,
      fresh.filter((one) => one.game === game),
    )
}

async function countIn(client: PoolClient, rate: Rate, game: string, ends: readonly RatedEnd[]): Promise<void> {
  const last = await lastNumber(client, game)
  const counted = ends.flatMap((end) => {
    const places = placesOf(end)
    return places ? [{ match: end.match, at: end.endedAt, places }] : []
  })
  if (counted.length === 0) return
  const results: RatedResult[] = counted.map((one, index) => ({ number: last + index + 1, ...one }))
  const players = new Set(results.flatMap(({ places }) => places.map(({ player }) => player)))
  const tallies = await talliesOf(client, game, [...players])
  const history = follow(rate, tallies, results)
  await insertResults(client, game, results)
  await insertHistory(client, game, history)
  await storeTallies(client, game, tallies)
}
