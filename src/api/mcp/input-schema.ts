/** The JSON Schema of a tool's input. Named shapes are written out where they are used: not every program that hands tools to a model follows references. */
import { z } from 'zod'

interface InputSchema {
  readonly type: 'object'
  readonly [more: string]: unknown
}

export function inputSchemaOf(input: z.ZodObject): InputSchema {
  // Without its name, if it has one: what is called must be an object itself, not a reference to one.
  const { $schema: _, $defs = {}, ...schema } = z.toJSONSchema(input.extend({}), { io: 'input' })
  return { type: 'object', ...Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, inlined(value, $defs)])) }
}

type Definitions = Readonly<Record<string, unknown>>

function inlined(value: unknown, definitions: Definitions): unknown {
  if (Array.isArray(value)) return value.map((item) => inlined(item, definitions))
  if (typeof value !== 'object' || value === null) return value
  const own = Object.entries(value).filter(([key, held]) => !(key === '$ref' || (key === 'id' && typeof held === 'string')))
  const ref: unknown = '$ref' in value ? value.$ref : undefined
  const named = typeof ref === 'string' ? inlined(definitions[ref.replace('#/$defs/', '')], definitions) : {}
  return Object.assign({}, named, Object.fromEntries(own.map(([key, held]) => [key, inlined(held, definitions)])))
}
