/** Every game's schemas keep to the part of zod that TypeScript, GraphQL and OpenAPI can all say: docs/schema-dialect.md. */
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { AnyGame } from '../../src/games/contract.js'
import { games } from '../../src/games/registry.js'
import { dialectFindings } from '../support/dialect.js'

test.each(games.map((game) => ({ id: game.id, game })))('$id keeps to the dialect', ({ game }) => {
  expect(dialectFindings(game)).toEqual([])
})

describe('the law can fail', () => {
  const suit = z.enum(['red', 'blue']).meta({ id: 'ToyGameSuit' })
  const options = z.strictObject({ long: z.boolean().default(false), rounds: z.int().optional() }).meta({ id: 'ToyGameOptions' })
  const sound: AnyGame['schema'] = {
    options,
    move: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('playCard'), suit, rank: z.literal([1, 2, 3]).optional() }),
    ]),
    view: z.strictObject({ options, hand: z.array(suit), last: suit.nullable() }),
    notice: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('CardPlayed'), seat: z.int(), suit }),
      z.strictObject({ type: z.literal('CardDrawn'), seat: z.int().max(3), secret: suit.nullable() }),
    ]),
    content: z.strictObject({ suits: z.array(suit) }),
    event: z.any(),
  }
  const findings = (changed: Partial<AnyGame['schema']>): string[] =>
    dialectFindings({ id: 'toy-game', schema: { ...sound, ...changed } })
  const view = (shape: z.ZodRawShape): string[] => findings({ view: z.strictObject(shape) })
  const move = (shape: z.ZodRawShape): string[] =>
    findings({ move: z.discriminatedUnion('type', [z.strictObject({ type: z.literal('act'), ...shape })]) })

  test('a sound game has no findings', () => {
    expect(findings({})).toEqual([])
  })

  test.each([
    ['record', view({ a: z.record(z.string(), z.int()) }), 'view.a: record is not in the dialect'],
    ['tuple', view({ a: z.tuple([z.int()]) }), 'view.a: tuple is not in the dialect'],
    ['any', move({ a: z.any() }), 'move<act>.a: any is not in the dialect'],
    ['date', view({ a: z.array(z.date()) }), 'view.a.[]: date is not in the dialect'],
    ['transform', move({ a: z.string().transform(Number) }), 'move<act>.a: pipe is not in the dialect'],
    ['fraction', view({ a: z.number() }), 'view.a: a number that need not be whole'],
    ['optional in a view', view({ a: z.int().optional() }), 'view.a: optional where every field is always there'],
    [
      'optional in the content',
      findings({ content: z.strictObject({ a: z.int().optional() }) }),
      'content.a: optional where every field is always there',
    ],
    ['nullable in a move', move({ a: z.int().nullable() }), 'move<act>.a: nullable in a move'],
    ['union of scalars', view({ a: z.union([z.int(), z.string()]) }), 'view.a: a union that is not discriminated by type'],
    [
      'union inside a move',
      move({ a: z.discriminatedUnion('type', [z.strictObject({ type: z.literal('B') }).meta({ id: 'ToyGameB' })]) }),
      'move<act>.a: a union inside a move',
    ],
    ['loose object', view({ a: z.object({ b: z.int() }).meta({ id: 'ToyGameA' }) }), 'view.a: an object that is not strict'],
    ['unnamed object', view({ a: z.strictObject({ b: z.int() }) }), 'view.a: an object without an id'],
    ['unnamed enum', view({ a: z.array(z.enum(['x'])) }), 'view.a.[]: an enum without an id'],
    ['foreign id', view({ a: z.enum(['x']).meta({ id: 'OtherX' }) }), 'view.a: id OtherX does not begin with ToyGame'],
    ['enum value', view({ a: z.enum(['+1']).meta({ id: 'ToyGameSign' }) }), 'view.a: "+1" is no GraphQL name'],
    ['field name', view({ 'a-b': z.int() }), 'view: field "a-b" is no GraphQL name'],
    [
      'move type',
      findings({ move: z.discriminatedUnion('type', [z.strictObject({ type: z.literal('Act') })]) }),
      'move: type "Act" is not lower camel case',
    ],
    [
      'notice type',
      findings({ notice: z.discriminatedUnion('type', [z.strictObject({ type: z.literal('cardPlayed') })]) }),
      'notice: type "cardPlayed" is not Pascal case',
    ],
  ])('%s', (_, found, problem) => {
    expect(found).toContain(problem)
  })

  test('one field of two types in the notices', () => {
    const notice = z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('CardPlayed'), suit }),
      z.strictObject({ type: z.literal('CardDrawn'), suit: suit.nullable() }),
    ])
    expect(findings({ notice })).toEqual(['notice<CardDrawn>.suit: another type than in other notices'])
  })
})
