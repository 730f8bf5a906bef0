/** What the rules page shows as examples is well formed. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Move } from '../../../src/games/medieval-realms/schema.js'
import { game } from './table.js'

const page = readFileSync(new URL('../../../docs/games/medieval-realms.md', import.meta.url), 'utf8')

test('[M57, M60] the example of an own deck passes the check', () => {
  const [, example] = page.match(/```json\n([\s\S]*?)```/) as RegExpMatchArray
  expect(game.schema.options.parse(JSON.parse(example as string)).content.deck[0]).toMatchObject({
    id: 'abbey',
    personality: false,
  })
})

test('[M4, M6, M16] every kind of move has an example that parses', () => {
  const moves = [...page.matchAll(/`(\{"type":.*?\})`/g)].map(([, move]) => game.schema.move.parse(JSON.parse(move as string)))
  const types = Move.options.map(({ shape }) => shape.type.value)
  expect(new Set(moves.map(({ type }) => type))).toEqual(new Set(types))
})
