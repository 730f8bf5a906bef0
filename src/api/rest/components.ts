/** zod to OpenAPI 3.1: every schema with an id becomes one component, and a second one where input and output differ. */
import { z } from 'zod'

const Json = z.record(z.string(), z.unknown())
type Json = z.infer<typeof Json>
type Direction = 'input' | 'output'

const REF = '#/components/schemas/'

export interface Components {
  /** The JSON Schema of a part of a request or an answer; named parts are referred to. */
  describe(schema: z.ZodType, direction: Direction): Json
  /** The whole document, with the components that it refers to under their final names. */
  complete(document: Json): Json
}

/** While routes are read, a component is called `Id~input` or `Id~output`: only at the end is it known who uses both. */
export function createComponents(): Components {
  const found = new Map<string, Json>()

  const keep = (key: string, schema: Json) => {
    const before = found.get(key)
    if (before && JSON.stringify(before) !== JSON.stringify(schema)) throw new Error(`two shapes are called ${key.split('~')[0]}`)
    found.set(key, schema)
  }

  return {
    describe(schema, direction) {
      // Wrapped, because zod spells out the outermost schema even if it has an id.
      const { $defs = {}, properties } = z.toJSONSchema(z.object({ it: schema }), {
        io: direction,
        unrepresentable: 'any',
        override: keepDefault,
      })
      for (const [id, definition] of Object.entries($defs)) keep(`${id}~${direction}`, tidy(definition, direction))
      return tidy(properties?.it, direction)
    },
    complete(document) {
      const name = namer(found)
      const schemas = Object.fromEntries(
        [...found].map(([key, schema]) => [name(key), schema] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
      )
      return renamed({ ...document, components: { ...Json.parse(document.components), schemas } }, name)
    },
  }
}

/** zod leaves out the default of whatever is read by a function first, as numbers in addresses are. Of numbers it is the same before and after. */
function keepDefault({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (zodSchema instanceof z.ZodDefault && jsonSchema.type === 'integer') jsonSchema.default ??= zodSchema.def.defaultValue
}

/** zod repeats the id inside a definition and refers to `$defs`; OpenAPI wants neither. */
function tidy(schema: unknown, direction: Direction): Json {
  const { id: _, ...rest } = Json.parse(schema)
  const text = JSON.stringify(rest).replaceAll(/"\$ref":"#\/\$defs\/([^"]+)"/g, `"$ref":"${REF}$1~${direction}"`)
  return Json.parse(JSON.parse(text))
}

function renamed(document: Json, name: (key: string) => string): Json {
  const rename = (key: string, value: unknown): unknown =>
    key === '$ref' && typeof value === 'string' && value.startsWith(REF) ? REF + name(value.slice(REF.length)) : value
  return Json.parse(JSON.parse(JSON.stringify(document), rename))
}

/** Plain names; `IdInput` only where the same id means another shape on the way in than on the way out. */
function namer(found: ReadonlyMap<string, Json>): (key: string) => string {
  const text = (key: string) => JSON.stringify(found.get(key)).replaceAll(/~(input|output)"/g, '"')
  const inside = (key: string) => [...JSON.stringify(found.get(key)).matchAll(/schemas\/([^"~]+)~/g)].map(([, id = '']) => id)
  const differs = (id: string): boolean => {
    if (!found.has(`${id}~input`) || !found.has(`${id}~output`)) return false
    return text(`${id}~input`) !== text(`${id}~output`) || inside(`${id}~input`).some(differs)
  }
  return (key) => {
    const [id = '', direction] = key.split('~')
    return direction === 'input' && differs(id) ? `${id}Input` : id
  }
}
