/** Values made from a published schema: fitting ones, ones at its bounds, and now and then one beyond them or of another kind. */
import type { Chance } from '../chance.js'
import { isObject, isSchema, listOf, type Schema } from './fit.js'
import { oddNumber, oddText, oddValue } from './odd.js'

export interface Grammar {
  readonly random: Chance
  resolve(schema: Schema): Schema
  /** Something that exists or could: of a match, a player or a token. */
  anyId(): string
  /** One value in so many does not fit. */
  readonly oddOnceIn: number
}

const DEEPEST = 8
const TRIED: readonly string[] = [
  'kingdoms',
  'royals',
  'regents',
  'medieval-realms',
  'A castle of 4',
  'ab',
  'a',
  '0',
  'f'.repeat(64),
  'x'.repeat(40),
]

export function valueFor(schema: Schema, grammar: Grammar, depth = 0): unknown {
  const { random, oddOnceIn } = grammar
  if (random.once(oddOnceIn)) return beyond(grammar.resolve(schema), random)
  return fitting(grammar.resolve(schema), grammar, depth)
}

function fitting(schema: Schema, grammar: Grammar, depth: number): unknown {
  const { random } = grammar
  if ('const' in schema) return schema.const
  if (schema.enum) return random.pick(listOf(schema.enum))
  const members = listOf(schema.anyOf ?? schema.oneOf).filter(isSchema)
  if (members.length > 0) return valueFor(random.pick(members), grammar, depth)
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type
  switch (type) {
    case 'string':
      return textFor(schema, grammar)
    case 'integer':
    case 'number':
      return numberFor(schema, random)
    case 'boolean':
      return random.once(2)
    case 'array':
      return listFor(schema, grammar, depth)
    case 'object':
      return objectFor(schema, grammar, depth)
    default:
      return null
  }
}

function textFor({ format, pattern, maxLength }: Schema, { random, anyId }: Grammar): string {
  if (format === 'uuid') return anyId()
  // Names must be new, or registering them is refused as taken.
  const candidates = [...TRIED, `N${random.between(0, 1e9)}`]
  const regex = typeof pattern === 'string' ? new RegExp(pattern, 'u') : undefined
  const fits = candidates.filter((text) => (regex?.test(text) ?? true) && text.length <= bound(maxLength, 1_000))
  return fits.length > 0 ? random.pick(fits) : 'x'
}

const bound = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise)

/** At a bound as often as within. */
function numberFor({ minimum, maximum }: Schema, random: Chance): number {
  const [low, high] = [Math.max(bound(minimum, 0), -1e9), Math.min(bound(maximum, 20), 1e9)]
  return random.pick([low, high, random.between(low, Math.min(high, low + 20))])
}

function listFor({ items, minItems, maxItems }: Schema, grammar: Grammar, depth: number): unknown[] {
  const { random } = grammar
  const low = bound(minItems, 0)
  const high = Math.min(bound(maxItems, low + 3), 60)
  const length = depth > DEEPEST ? low : random.pick([low, Math.min(high, low + 2), random.once(20) ? high : low])
  return Array.from({ length }, () => (isSchema(items) ? valueFor(items, grammar, depth + 1) : null))
}

function objectFor({ properties, required }: Schema, grammar: Grammar, depth: number): Record<string, unknown> {
  const { random, oddOnceIn } = grammar
  const needed = listOf(required)
  const made: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(isObject(properties) ? properties : {})) {
    const wanted = needed.includes(name) ? !random.once(oddOnceIn * 4) : random.once(2) && depth < DEEPEST
    if (wanted && isSchema(schema)) made[name] = valueFor(schema, grammar, depth + 1)
  }
  if (random.once(oddOnceIn * 2)) made[oddText(random)] = oddValue(random)
  return made
}

/** Just outside what the schema allows, or of another kind altogether. */
function beyond(schema: Schema, random: Chance): unknown {
  const { minimum, maximum, maxLength, maxItems, minItems } = schema
  const outside: unknown[] = []
  if (typeof minimum === 'number') outside.push(minimum - 1, minimum - 0.5, String(minimum))
  if (typeof maximum === 'number') outside.push(maximum + 1, maximum + 0.5, maximum * 2 + 1)
  if (typeof maxLength === 'number') outside.push('x'.repeat(maxLength + 1), '\u{1f451}'.repeat(maxLength))
  if (typeof maxItems === 'number') outside.push(Array.from({ length: Math.min(maxItems + 1, 5_000) }, () => 'x'))
  if (typeof minItems === 'number') outside.push([])
  if (schema.type === 'number' || schema.type === 'integer') outside.push(oddNumber(random))
  return outside.length > 0 && random.once(2) ? random.pick(outside) : oddValue(random)
}
