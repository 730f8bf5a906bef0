/** Moves that are built step by step, in every game. */
import { describe, expect, test } from 'vitest'
import { left, type Option, type Question, questionAbout, type Step } from '../../../src/cli/play/building.js'
import type { Offered } from '../../../src/cli/play/playing.js'
import type { AnyGame } from '../../../src/games/contract.js'
import { games } from '../../../src/games/registry.js'
import { playout } from '../../support/playout.js'

const offer = (...moves: Offered['move'][]): Offered[] => moves.map((move) => ({ move, label: JSON.stringify(move) }))
const castles = [1, 2].flatMap((rank) =>
  [1, 3].flatMap((row) => [2, 4, 5].map((column) => ({ type: 'placeCastle', rank, row, column }))),
)
const ask = (offered: readonly Offered[], ...steps: Step[]): Question => questionAbout(left(offered, steps), steps)
const keys = ({ options }: Question): string[] => options.map(({ key }) => key)

describe('a question', () => {
  test('is about the kind first, and a kind with one move is that move', () => {
    const { asks, options } = ask(offer(...castles, { type: 'drawTile' }))
    expect(asks).toBe('kind')
    expect(options.map(({ text, moves }) => [text, moves])).toEqual([
      ['place castle', 12],
      ['{"type":"drawTile"}', 1],
    ])
    expect(options[1]?.leadsTo).toMatchObject({ move: { type: 'drawTile' } })
  })

  test('then about each part that differs, in the order of the fields; numbers are answered by themselves', () => {
    const offered = offer(...castles)
    const rank = ask(offered)
    expect([rank.asks, keys(rank)]).toEqual([{ part: 'rank', of: 'placeCastle' }, ['1', '2']])
    const row = ask(offered, { by: 'part', path: 'rank', value: 2 })
    expect([row.asks, keys(row)]).toEqual([{ part: 'row', of: 'placeCastle' }, ['1', '3']])
    const column = ask(offered, { by: 'part', path: 'rank', value: 2 }, { by: 'part', path: 'row', value: 3 })
    expect(keys(column)).toEqual(['2', '4', '5'])
    expect(column.options[1]?.leadsTo).toMatchObject({ move: { rank: 2, row: 3, column: 4 } })
  })

  test('few moves of several kinds are laid out at once', () => {
    const { asks, options } = ask(
      offer({ type: 'advance', track: 'trade' }, { type: 'advance', track: 'finance' }, { type: 'decline' }),
    )
    expect(asks).toBe('move')
    expect(options).toHaveLength(3)
  })

  test('looks into objects, and lists are laid out as whole moves', () => {
    const swap = (owner: number, location: string) => ({
      type: 'swap',
      first: { owner, location },
      second: { owner: 0, location: 'tower' },
    })
    const swaps = offer(...[1, 2, 3].flatMap((owner) => ['a', 'b', 'c', 'd'].map((place) => swap(owner, place))))
    expect(ask(swaps).asks).toEqual({ part: 'first.owner', of: 'swap' })
    expect(ask(swaps, { by: 'part', path: 'first.owner', value: 2 }).options).toHaveLength(4)
    const draws = offer(...Array.from({ length: 12 }, (_, index) => ({ type: 'draw', sources: [index], more: index % 2 })))
    expect(ask(draws).asks).toBe('move')
  })

  test('words leave the moves whose sentences have them all', () => {
    const offered = offer(...castles)
    expect(ask(offered, { by: 'words', words: ['"rank":2', '"row":3'] }).options).toHaveLength(3)
    expect(ask(offered, { by: 'list' }).options).toHaveLength(12)
  })
})

/** The whole moves that the answers lead to. */
function reachable(offered: readonly Offered[], steps: readonly Step[] = []): Offered[] {
  const { options } = ask(offered, ...steps)
  expect(new Set(keys({ asks: 'move', options })).size).toBe(options.length)
  return options.flatMap(({ leadsTo }: Option) => ('by' in leadsTo ? reachable(offered, [...steps, leadsTo]) : [leadsTo]))
}

function* positions(game: AnyGame): Generator<Offered[]> {
  for (const { after } of playout(game, { seats: game.seats.min, options: {}, seed: 3 })) {
    const [awaited] = game.phase(after).awaiting
    const moves = awaited ? [...game.legalMoves(after, awaited.seat)] : []
    yield moves.map((move) => ({ move, label: game.describe.move(move) }))
  }
}

test.each(games.map((game) => [game.id, game] as const))('%s: by answers every move is reached, each once', (_, game) => {
  let seen = 0
  for (const offered of positions(game)) {
    if (seen++ % 7 > 0) continue
    const found = reachable(offered)
    expect(found).toHaveLength(offered.length)
    expect(new Set(found)).toEqual(new Set(offered))
  }
  expect(seen).toBeGreaterThan(20)
})
