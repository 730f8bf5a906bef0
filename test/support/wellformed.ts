/** Random values of a zod schema: well-formed moves that know nothing of the rules. */
import { z } from 'zod'
import type { Stream } from '../../src/dice/seeded.js'
import { anyAt } from '../../src/games/lists.js'

/** The part of JSON Schema that zod writes for moves. */
interface JsonSchema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  $ref?: string
  $defs?: Record<string, JsonSchema>
}

/** Worked out once a schema: the laws ask for random moves at every position. */
const roots = new WeakMap<z.ZodType, JsonSchema>()

function rootOf(schema: z.ZodType): JsonSchema {
  // A cast, because zod's own type allows for all of JSON Schema.
  const root = roots.get(schema) ?? (z.toJSONSchema(schema, { io: 'input' }) as JsonSchema)
  roots.set(schema, root)
  return root
}

export function wellFormed(schema: z.ZodType, chance: Stream): () => unknown {
  const root = rootOf(schema)
  return () => sample(root, root, chance)
}

const pick = <T>(list: readonly T[], chance: Stream): T => anyAt(list, Math.floor(chance() * list.length))

function named({ $defs = {} }: JsonSchema, ref: string): JsonSchema {
  const found = $defs[ref.split('/').at(-1) ?? '']
  if (!found) throw new Error(`${ref} is not defined`)
  return found
}

function sample(schema: JsonSchema, root: JsonSchema, chance: Stream): unknown {
  if (schema.$ref) return sample(named(root, schema.$ref), root, chance)
  if ('const' in schema) return schema.const
  if (schema.enum) return pick(schema.enum, chance)
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return sample(pick(alternatives, chance), root, chance)
  switch (schema.type) {
    case 'object':
      return sampleObject(schema, root, chance)
    case 'array':
      return sampleArray(schema, root, chance)
    case 'integer':
    case 'number':
      return sampleInteger(schema, chance)
    case 'boolean':
      return chance() < 0.5
    case 'null':
      return null
    default:
      return pick(['', 'a', 'x1'], chance)
  }
}

function sampleObject(schema: JsonSchema, root: JsonSchema, chance: Stream): object {
  const entries = Object.entries(schema.properties ?? {})
  const present = entries.filter(([key]) => schema.required?.includes(key) || chance() < 0.5)
  return Object.fromEntries(present.map(([key, value]) => [key, sample(value, root, chance)]))
}

function sampleArray(schema: JsonSchema, root: JsonSchema, chance: Stream): unknown[] {
  const least = schema.minItems ?? 0
  const most = Math.min(schema.maxItems ?? least + 3, least + 6)
  const length = least + Math.floor(chance() * (most - least + 1))
  return Array.from({ length }, () => sample(schema.items ?? {}, root, chance))
}

/** Small numbers mostly: that is where rules live; the bounds of the type now and then. */
function sampleInteger(schema: JsonSchema, chance: Stream): number {
  const least = Math.max(schema.minimum ?? -2, -1000)
  const most = Math.min(schema.maximum ?? least + 12, least + 40)
  return least + Math.floor(chance() * (most - least + 1))
}
