/** Everything that is published explains itself: every field, input field and enum value has a description. The share is printed. */
import { readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { schemaDocument } from '../../src/api/graphql/schema/document.js'
import { words } from '../../src/games/described.js'
import { games } from '../../src/games/registry.js'
import { ofGraphql, ofJsonSchema, share, type Tally } from '../support/descriptions.js'
import { documentText } from '../support/reference.js'

function report(where: string, found: Readonly<Record<string, Tally>>): string[] {
  const shares = Object.entries(found).map(([what, tally]) => `${what} ${share(tally)}`)
  console.log(`described in ${where}: ${shares.join(', ')}`)
  return Object.values(found).flatMap(({ missing }) => missing)
}

test('GraphQL explains every type, field, input field and enum value', () => {
  const found = ofGraphql(buildSchema(schemaDocument(games).text))
  expect(report('GraphQL', found)).toEqual([])
  expect(found.outputFields.described).toBeGreaterThan(500)
  expect(found.enumValues.described).toBeGreaterThan(250)
})

test('OpenAPI explains every field and enum value', async () => {
  expect(report('OpenAPI', ofJsonSchema(JSON.parse(await documentText())))).toEqual([])
})

describe.each(games.map((game) => ({ id: game.id, game })))('$id', ({ id, game }) => {
  test('its schemas explain every field and enum value, events and content too', () => {
    const schemas = Object.entries(game.schema).map(([part, schema]) => [part, z.toJSONSchema(schema, { io: 'input' })])
    expect(report(id, ofJsonSchema(Object.fromEntries(schemas)))).toEqual([])
  })

  test('its content is what its schema says, in plain JSON', () => {
    expect(game.schema.content.parse(game.content)).toEqual(game.content)
    expect(JSON.parse(JSON.stringify(game.content))).toEqual(game.content)
  })

  test('its page shows a view and a move that are of the game', () => {
    const page = readFileSync(new URL(`../../docs/games/${id}.md`, import.meta.url), 'utf8')
    const [view, move] = [...page.slice(page.indexOf('## A position in mid-play')).matchAll(/```json\n([\s\S]*?)```/g)]
    expect(() => game.schema.view.parse(JSON.parse(view?.[1] ?? ''))).not.toThrow()
    expect(() => game.schema.move.parse(JSON.parse(move?.[1] ?? ''))).not.toThrow()
  })
})

describe('the law can fail', () => {
  test('for a GraphQL type, field, input field or enum value without a description', () => {
    const { types, outputFields, inputFields, enumValues } = ofGraphql(
      buildSchema('type Query { a: A }\ninput I { x: Int, "said" y: Int }\n"said"\nenum A { "said" b c }'),
    )
    expect([types, outputFields, inputFields, enumValues].map(({ missing }) => missing)).toEqual([
      ['I'],
      ['Query.a'],
      ['I.x'],
      ['A.c'],
    ])
    expect(share(inputFields)).toBe('1/2 (50 %)')
  })

  test('for a field or a word in a JSON Schema, also below a list', () => {
    const said = words(['b'], { id: 'SaidWord', description: 'A word.', values: { b: 'Said.' } })
    const { fields, enumValues } = ofJsonSchema(
      z.toJSONSchema(z.strictObject({ a: z.array(z.strictObject({ of: z.enum(['x']) })), b: said.describe('Said.') })),
    )
    expect(fields).toEqual({ described: 1, missing: ['.a', '.a/items.of'] })
    expect(enumValues).toEqual({ described: 1, missing: ['.a/items.of=x'] })
  })
})
