/** GraphQL clients send null for what they leave out, where zod wants it left out: told apart by the schema, once, at the start. */
import { defOf, innerOf, isLoose, type Schema } from '../../schema/zod.js'

/** Copies an input without the nulls that its schema does not know. Keys that the schema does not know go too. */
export function nullDropper(schema: Schema): (value: unknown) => unknown {
  const inner = innerOf(schema)
  if (inner) return nullDropper(inner)
  const def = defOf(schema)
  if (def.type === 'lazy') return (value) => nullDropper(def.getter())(value)
  // What may hold anything is JSON of somebody else's.
  if (isLoose(schema)) return (value) => value
  if (def.type === 'object') return fieldsDropper(def.shape)
  if (def.type !== 'array') return (value) => value
  const drop = nullDropper(def.element)
  return (value) => (Array.isArray(value) ? value.map(drop) : value)
}

function fieldsDropper(shape: Readonly<Record<string, Schema>>): (value: unknown) => unknown {
  const fields = Object.entries(shape).map(([name, schema]) => ({
    name,
    keepsNull: acceptsNull(schema),
    drop: nullDropper(schema),
  }))
  return (value) => {
    if (typeof value !== 'object' || value === null) return value
    const sent = value as Readonly<Record<string, unknown>>
    const kept: Record<string, unknown> = {}
    for (const { name, keepsNull, drop } of fields) {
      const given = sent[name]
      if (given === undefined || (given === null && !keepsNull)) continue
      kept[name] = drop(given)
    }
    return kept
  }
}

function acceptsNull(schema: Schema): boolean {
  const inner = innerOf(schema)
  return defOf(schema).type === 'nullable' || (inner !== undefined && acceptsNull(inner))
}
