import { readFileSync } from 'node:fs'
import {
  buildSchema,
  coerceInputValue,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { fitting } from '../../src/api/graphql/fitting.js'
import { type Stream, seededStream } from '../../src/dice/seeded.js'

const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'))
const types = Object.values(schema.getTypeMap()).filter((type) => isInputType(type))

const ODD = [null, undefined, true, 0, -1, 1.5, 2 ** 40, '', 'text', [], {}, [[]], { __proto__: null }, Number.NaN] as const
const oneOf = <T>(next: Stream, list: readonly T[]): T => list[Math.floor(next() * list.length)] as T // the list is not empty

const LEAVES: Readonly<Record<string, unknown>> = { Int: 7, Float: 1.5, Boolean: true, ID: '7', JSON: { any: [1] } }

/** A value of the type. With `fault` now and then one that is none, at any depth. */
function made(type: GraphQLInputType, next: Stream, fault: number, depth = 0): unknown {
  if (next() < fault) return oneOf(next, ODD)
  if (isNonNullType(type)) return made(type.ofType, next, fault, depth)
  if (depth > 5 || next() < 0.1) return null
  if (isListType(type)) return Array.from({ length: Math.floor(next() * 3) }, () => made(type.ofType, next, fault, depth + 1))
  if (isEnumType(type)) return oneOf(next, type.getValues()).name
  if (!isInputObjectType(type)) return LEAVES[type.name] ?? 'text'
  const fields = Object.values(type.getFields())
  if (type.isOneOf) fields.splice(1)
  const named = fields.filter(({ type: of }) => isNonNullType(of) || next() < 0.6)
  const extra = next() < fault ? [['unheardOf', 1] as const] : []
  return Object.fromEntries([...named.map((field) => [field.name, made(field.type, next, fault, depth + 1)] as const), ...extra])
}

function isFaulted(value: unknown, type: GraphQLInputType): boolean {
  let faulted = false
  coerceInputValue(value, type, () => {
    faulted = true
  })
  return faulted
}

describe('what fits an input type at first sight', () => {
  test('is never faulted by GraphQL, for any type of the schema', () => {
    const next = seededStream(1)
    const seen = { fits: 0, faulted: 0 }
    for (const type of types)
      for (let n = 0; n < 60; n++) {
        const value = made(type, next, 0.1)
        const fits = fitting(type)(value)
        const faulted = isFaulted(value, type)
        expect(fits && faulted, `${type}: ${JSON.stringify(value)}`).toBe(false)
        if (fits) seen.fits++
        if (faulted) seen.faulted++
      }
    expect(Math.min(seen.fits, seen.faulted)).toBeGreaterThan(1000)
  })

  test('is what honest clients send', () => {
    const next = seededStream(2)
    for (const type of types)
      for (let n = 0; n < 20; n++) {
        const value = made(type, next, 0)
        if (!isFaulted(value, type)) expect(fitting(type)(value), `${type}: ${JSON.stringify(value)}`).toBe(true)
      }
  })
})
