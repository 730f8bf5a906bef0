/** Threads that think: the same answers whatever their number, hard limits, and an end that waits for nobody. */
import { afterEach, describe, expect, test } from 'vitest'
import type { BotName } from '../../src/bots/names.js'
import { strategyOf } from '../../src/bots/roster.js'
import { type Thinking, thinking } from '../../src/bots/thinking/pool.js'
import type { AnyGame } from '../../src/games/contract.js'
import { itemAt } from '../../src/games/lists.js'
import { findGame, games } from '../../src/games/registry.js'
import { playout } from '../support/playout.js'

type Question = Parameters<Thinking['think']>[0]

function gameOf(id: string): AnyGame {
  const game = findGame(id)
  if (!game) throw new Error(`there is no game ${id}`)
  return game
}

/** What a seat is asked in the middle of a match with as few seats as there can be. */
function question(game: string, bot: BotName, at: number): Question {
  const found = gameOf(game)
  const seats = found.seats.min
  const { after: state } = itemAt([...playout(found, { seats, options: {}, seed: 3 })], at)
  const { seat } = itemAt(found.phase(state).awaiting, 0)
  return { game, bot, view: found.view(state, seat), seat, seed: at }
}

const answerHere = ({ game, bot, ...asked }: Question) => strategyOf(bot)({ game: gameOf(game), ...asked })

const opened: Thinking[] = []
function open(threads: number, limitMs = 60_000) {
  const [thoughts, overruns]: [string[], unknown[]] = [[], []]
  const pool = thinking({
    threads,
    limitMs,
    onThought: (bot) => void thoughts.push(bot),
    onOverrun: ({ bot }, error) => void overruns.push(error === undefined ? bot : error),
  })
  opened.push(pool)
  return { pool, thoughts, overruns }
}
afterEach(() => Promise.all(opened.splice(0).map((pool) => pool.close())))

test('the same questions have the same answers on one thread, on three and on none', { timeout: 120_000 }, async () => {
  const bots: BotName[] = ['greedy', 'search:1', 'search:2']
  const questions = games.flatMap(({ id }) => bots.map((bot, index) => question(id, bot, 4 + 3 * index)))
  const here = questions.map(answerHere)
  for (const threads of [1, 3]) {
    const { pool, thoughts } = open(threads)
    expect(await Promise.all(questions.map(pool.think))).toEqual(here)
    expect(thoughts.toSorted()).toEqual(questions.map(({ bot }) => bot).toSorted())
    expect(pool.waiting()).toBe(0)
  }
})

test('random moves need no thread', async () => {
  const { pool, thoughts } = open(1)
  const asked = question('kingdoms', 'random', 5)
  expect(await pool.think(asked)).toEqual(answerHere(asked))
  expect(thoughts).toEqual([])
})

describe('a thought', () => {
  test('that takes too long is ended with its thread, and a simpler bot answers', { timeout: 60_000 }, async () => {
    const { pool, thoughts, overruns } = open(1, 1)
    const asked = question('royals', 'search:5', 20)
    expect(await pool.think(asked)).toEqual(answerHere({ ...asked, bot: 'greedy' }))
    expect(overruns).toEqual(['search:5'])
    expect(thoughts).toEqual(['greedy'])
  })

  test('that fails has no answer, and says why', { timeout: 60_000 }, async () => {
    const { pool, overruns } = open(1)
    expect(await pool.think({ ...question('kingdoms', 'greedy', 5), view: {} })).toBeUndefined()
    expect(overruns).toHaveLength(2)
    expect(overruns[0]).toBeInstanceOf(Error)
  })

  test('is given up when the threads end, also one that waits for its turn; then others may be asked', {
    timeout: 60_000,
  }, async () => {
    const { pool, overruns } = open(1)
    const asked = question('medieval-realms', 'search:5', 4)
    const given = [pool.think(asked), pool.think(asked)].map((one) =>
      one.then(
        () => 'an answer',
        () => 'given up',
      ),
    )
    await pool.close()
    expect(await Promise.all(given)).toEqual(['given up', 'given up'])
    expect(overruns).toEqual([])
    const simple = question('kingdoms', 'greedy', 5)
    expect(await pool.think(simple)).toEqual(answerHere(simple))
  })
})
