/** JSON Schemas of the REST description as TypeScript: names that the SDK has already, and the rest written out. */
import { z } from 'zod'

/** A JSON Schema, as far as the SDK's types can say it. */
export interface Shape {
  readonly $ref?: string | undefined
  readonly type?: string | readonly string[] | undefined
  readonly const?: unknown
  readonly enum?: readonly unknown[] | undefined
  readonly anyOf?: readonly Shape[] | undefined
  readonly oneOf?: readonly Shape[] | undefined
  readonly items?: Shape | undefined
  readonly properties?: Readonly<Record<string, Shape>> | undefined
  readonly required?: readonly string[] | undefined
  readonly additionalProperties?: unknown
}
export const Shape: z.ZodType<Shape> = z.lazy(() =>
  z.looseObject({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    enum: z.array(z.unknown()).optional(),
    anyOf: z.array(Shape).optional(),
    oneOf: z.array(Shape).optional(),
    items: Shape.optional(),
    properties: z.record(z.string(), Shape).optional(),
    required: z.array(z.string()).optional(),
  }),
)

/** The type of a named shape, or undefined where it is to be written out. */
export type Refer = (name: string) => string | undefined

export interface JsonTypes {
  typeOf(shape: Shape): string
  /** What a name stands for. */
  resolved(shape: Shape): Shape
}

/** Types in which named shapes are told by `refer`. `ofGames` has a word for a choice between shapes of which each game has one. */
export function jsonTypes(
  schemas: Readonly<Record<string, Shape>>,
  refer: Refer,
  ofGames: (names: readonly string[]) => string | undefined,
): JsonTypes {
  const named = (name: string): Shape => {
    const shape = schemas[name]
    if (!shape) throw new Error(`the description has no shape ${name}`)
    return shape
  }
  const resolved = (shape: Shape): Shape => (shape.$ref === undefined ? shape : named(nameOf(shape.$ref)))

  function typeOf(shape: Shape): string {
    if (shape.$ref !== undefined) return refer(nameOf(shape.$ref)) ?? typeOf(resolved(shape))
    if (shape.const !== undefined) return quoted(shape.const)
    if (shape.enum) return enumOf(shape.enum)
    const choices = shape.anyOf ?? shape.oneOf
    if (choices) return ofGames(choices.map(({ $ref = '' }) => nameOf($ref))) ?? union(choices.map(typeOf))
    const types = typeof shape.type === 'string' ? [shape.type] : (shape.type ?? ['unknown'])
    return union(types.map((type) => plain(type, shape)))
  }

  function plain(type: string, shape: Shape): string {
    switch (type) {
      case 'object':
        return objectOf(shape)
      case 'array':
        return `${bracketed(typeOf(shape.items ?? {}))}[]`
      case 'integer':
        return 'number'
      case 'string':
      case 'number':
      case 'boolean':
      case 'null':
      case 'unknown':
        return type
      default:
        throw new Error(`the types of the SDK have no word for ${type}`)
    }
  }

  function objectOf({ properties = {}, required = [], additionalProperties = true }: Shape): string {
    const fields = Object.entries(properties).map(([name, field]) => fieldOf(name, required.includes(name), typeOf(field)))
    return `{ ${[...fields, ...(additionalProperties === false ? [] : ['[name: string]: unknown'])].join('; ')} }`
  }

  return { typeOf, resolved }
}

const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)

/** What may be left out may be undefined too, so that callers can pass on what they may not have. */
export function fieldOf(name: string, isRequired: boolean, type: string): string {
  const key = /^\w+$/.test(name) ? name : `'${name}'`
  return isRequired ? `${key}: ${type}` : `${key}?: ${type} | undefined`
}

const quoted = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value))
const bracketed = (type: string): string => (/ [|&] /.test(type) ? `(${type})` : type)
const union = (types: readonly string[]): string => [...new Set(types)].join(' | ')

/** In an address a truth is a word. */
const enumOf = (values: readonly unknown[]): string =>
  values.join() === 'true,false' ? 'boolean' : values.map(quoted).join(' | ')
