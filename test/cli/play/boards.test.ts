/** Boards drawn from views, in whole matches of every game. */
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { drawBoard } from '../../../src/cli/boards/boards.js'
import { drawAnything } from '../../../src/cli/boards/generic.js'
import type { Sheet } from '../../../src/cli/boards/sheet.js'
import { coloured, plain } from '../../../src/cli/play/ink.js'
import { widthOf } from '../../../src/cli/play/layout.js'
import type { AnyGame } from '../../../src/games/contract.js'
import { games, registered } from '../../../src/games/registry.js'
import { playout } from '../../support/playout.js'

const sheet = (seats: number, width = 80, ink = plain): Sheet => ({
  ink,
  width,
  seat: 0,
  players: ['you', ...new Array<string>(seats - 1).fill('search:2')],
})

describe.each(games.map((game) => [game.id, game] as const))('%s', (_, game) => {
  test.each([game.seats.min, game.seats.max])('%i seats: every board fits into 80 columns', (seats) => {
    for (const view of viewsOf(game, seats))
      for (const line of drawBoard(game, view, sheet(seats))) expect(widthOf(line), line).toBeLessThanOrEqual(80)
  })

  test('colours change nothing else, and a narrow terminal still has a board', () => {
    for (const view of viewsOf(game, game.seats.min).slice(0, 10)) {
      const board = drawBoard(game, view, sheet(game.seats.min))
      const inColours = drawBoard(game, view, sheet(game.seats.min, 80, coloured)).map(stripVTControlCharacters)
      expect(inColours).toEqual(board)
      expect(inColours.join('')).not.toContain('undefined')
      expect(drawBoard(game, view, sheet(game.seats.min, 10)).length).toBeGreaterThanOrEqual(board.length)
    }
  })

  test('a game without a board of its own is shown all the same', () => {
    const [view] = viewsOf(game, game.seats.min)
    const lines = drawAnything(view, sheet(game.seats.min))
    expect(lines.join('\n')).toMatch(/^players:$/m)
    expect(lines.join('\n')).not.toMatch(/\[object|undefined/)
  })
})

test('a view that the schema does not know is drawn as anything else', () => {
  expect(
    drawBoard(registered.kingdoms, { weather: 'goodEnough', winds: [{ from: 'northWest', strength: 3 }] }, sheet(2)),
  ).toEqual(['weather: good enough', 'winds:', '  from        strength', '  north west         3'])
})

const viewsOf = (game: AnyGame, seats: number): object[] =>
  [...playout(game, { seats, options: {}, seed: 4, leaving: 0.01 })].map(({ after }) => game.view(after, 0))
