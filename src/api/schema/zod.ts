/** Looking into zod schemas: the one place that knows how they are made inside. */
import { z } from 'zod'
import { MEANINGS } from '../../games/described.js'

export type Schema = z.core.$ZodType

export type Def = z.core.$ZodTypes['_zod']['def']

export const defOf = (schema: Schema): Def => schema._zod.def as Def

/** The schema that was given the id: `.describe()` and refinements make a copy that has lost it. */
export function anchorOf(schema: Schema): Schema {
  for (let at: Schema | undefined = schema; at; at = at._zod.parent) if (z.globalRegistry.get(at)?.id !== undefined) return at
  return schema
}

export const idOf = (schema: Schema): string | undefined => z.globalRegistry.get(anchorOf(schema))?.id

/** What is said of this very use of a schema; what is said of its named type stands there. */
export function descriptionOf(schema: Schema): string | undefined {
  const { id, description } = z.globalRegistry.get(schema) ?? {}
  if (description !== undefined && id === undefined) return description
  const inner = innerOf(schema)
  return inner && descriptionOf(inner)
}

/** What is said of a named type: by whoever named it, not by one who uses it. */
export const typeDescriptionOf = (schema: Schema): string | undefined => z.globalRegistry.get(anchorOf(schema))?.description

/** What is said of a value of an enum. */
export function meaningOf(schema: Schema, value: string): string | undefined {
  const meanings = z.globalRegistry.get(schema)?.[MEANINGS]
  const meaning: unknown = typeof meanings === 'object' && meanings !== null ? Reflect.get(meanings, value) : undefined
  return typeof meaning === 'string' ? meaning : undefined
}

/** The schema inside a wrapper such as `.nullable()`. */
export function innerOf(schema: Schema): Schema | undefined {
  const def = defOf(schema)
  return 'innerType' in def ? def.innerType : undefined
}

export interface Member {
  /** The literal that tells this member from the others. */
  readonly tag: string
  readonly schema: z.core.$ZodObject
}

/** The members of a union of objects, told apart by the literal in their discriminator. */
export function membersOf(schema: Schema): Member[] {
  const def = defOf(schema)
  if (def.type !== 'union') throw new Error(`a discriminated union was expected, not ${def.type}`)
  return def.options.map((option) => ({ tag: tagOf(option, discriminatorOf(schema)), schema: option as z.core.$ZodObject }))
}

export function discriminatorOf(schema: Schema): string {
  const def = defOf(schema)
  if (!('discriminator' in def) || typeof def.discriminator !== 'string')
    throw new Error('only discriminated unions can be said in GraphQL')
  return def.discriminator
}

function tagOf(option: Schema, discriminator: string): string {
  const literal = defOf(option).type === 'object' ? shapeOf(option)[discriminator] : undefined
  const values = literal ? literalsOf(literal) : []
  if (values.length === 1 && typeof values[0] === 'string') return values[0]
  throw new Error(`a member of a union must be an object whose ${discriminator} is one literal string`)
}

function literalsOf(schema: Schema): readonly unknown[] {
  const def = defOf(schema)
  return def.type === 'literal' ? def.values : []
}

export function shapeOf(schema: Schema): Readonly<Record<string, Schema>> {
  const def = defOf(schema)
  if (def.type !== 'object') throw new Error(`an object was expected, not ${def.type}`)
  return def.shape
}

/** Objects that may hold anything else: their fields cannot be listed. */
export function isLoose(schema: Schema): boolean {
  const def = defOf(schema)
  return def.type === 'object' && def.catchall !== undefined && defOf(def.catchall).type !== 'never'
}

/** True for `z.int()` and for `z.number().int()`. */
export function isInteger(schema: Schema): boolean {
  const def = defOf(schema) as { format?: string; checks?: readonly { _zod: { def: object } }[] }
  const formats = [def, ...(def.checks ?? []).map((check) => check._zod.def)].map((one) => (one as { format?: string }).format)
  return formats.some((format) => format?.includes('int'))
}

/** `uuid`, `datetime`, ... */
export const formatOf = (schema: Schema): string | undefined => (defOf(schema) as { format?: string }).format
