/**
 * zod to GraphQL SDL. Walks schemas of the dialect in docs/schema-dialect.md and writes each named shape once, in the order in
 * which it is met. What the dialect cannot say throws while generating, never while serving.
 */
import { upperFirst } from '../../schema/names.js'
import {
  anchorOf,
  defOf,
  descriptionOf,
  discriminatorOf,
  formatOf,
  idOf,
  innerOf,
  isInteger,
  isLoose,
  meaningOf,
  membersOf,
  type Schema,
  shapeOf,
  typeDescriptionOf,
} from '../../schema/zod.js'

/** How a value of a union says which member it is. */
export interface Union {
  readonly discriminator: string
  /** Type names by tag. */
  readonly members: ReadonlyMap<string, string>
}

export type Direction = 'out' | 'in'

/** The types written so far. */
export interface Book {
  readonly types: Map<string, string>
  readonly unions: Map<string, Union>
  readonly named: Readonly<Record<Direction, Map<Schema, string>>>
  /** Fields of object types that are called otherwise than in their schema, by `Type.field`. */
  readonly renamed: ReadonlyMap<string, string>
}

export const emptyBook = (renamed: Book['renamed'] = new Map()): Book => ({
  types: new Map(),
  unions: new Map(),
  named: { out: new Map(), in: new Map() },
  renamed,
})

/** Where a schema was met: types without an id are called after it. */
export interface Place {
  readonly direction: Direction
  /** The game in Pascal case, or nothing for the shapes that all games share. */
  readonly prefix: string
  readonly owner: string
  readonly field: string
}

/** How an object type differs from its schema. */
export interface Changes {
  /** The type of a field in other words; null leaves the field out. */
  readonly fields?: Readonly<Record<string, string | null>>
  /** More lines: `view(at: Int): MatchView`. */
  readonly more?: readonly string[]
  readonly description?: string
}

const NAME = /^[A-Za-z]\w*$/
const NOT_AN_ENUM_VALUE = ['true', 'false', 'null']

/** `[KingdomsField!]!` and the like; whatever it names is in the book afterwards. */
export function typeOf(book: Book, schema: Schema, place: Place): string {
  const def = defOf(schema)
  switch (def.type) {
    case 'string':
      return `${stringType(schema)}!`
    case 'number':
      return isInteger(schema) ? 'Int!' : 'Float!'
    case 'boolean':
      return 'Boolean!'
    case 'enum':
      return `${enumType(book, schema, Object.values(def.entries), place)}!`
    case 'literal':
      return `${literalType(book, schema, def.values, place)}!`
    case 'array':
      return `[${typeOf(book, def.element, place)}]!`
    case 'object':
      return isLoose(schema) ? 'JSON!' : `${objectType(book, schema, place)}!`
    case 'union':
      return `${unionType(book, schema, place)}!`
    case 'unknown':
    case 'any':
      return 'JSON'
    case 'lazy':
      return typeOf(book, def.getter(), place)
    default:
      return wrappedType(book, schema, place)
  }
}

/** The wrappers of the dialect, and those among them that let a value be absent. */
const WRAPPERS = ['nullable', 'optional', 'default', 'prefault', 'readonly', 'nonoptional']
const MAY_BE_ABSENT = { out: ['nullable', 'optional'], in: ['nullable', 'optional', 'default', 'prefault'] }

function wrappedType(book: Book, schema: Schema, place: Place): string {
  const inner = innerOf(schema)
  const { type } = defOf(schema)
  if (!inner || !WRAPPERS.includes(type)) throw cannot(`say ${type}`, place)
  const written = typeOf(book, inner, place)
  return MAY_BE_ABSENT[place.direction].includes(type) ? nullable(written) : written
}

const nullable = (type: string): string => type.replace(/!$/, '')

const cannot = (what: string, { owner, field }: Place): Error => new Error(`GraphQL cannot ${what} (${owner}.${field})`)

function stringType(schema: Schema): string {
  const format = formatOf(schema)
  if (format === 'uuid' || format === 'guid') return 'ID'
  return format === 'datetime' ? 'DateTime' : 'String'
}

/** Numbers become Int, several strings an enum, one string a String. */
function literalType(book: Book, schema: Schema, values: readonly unknown[], place: Place): string {
  const kinds = new Set(values.map((value) => (Number.isInteger(value) ? 'Int' : typeof value)))
  if (kinds.size !== 1) throw cannot('say a choice between kinds of values', place)
  if (kinds.has('Int')) return 'Int'
  if (kinds.has('boolean')) return 'Boolean'
  if (!kinds.has('string')) throw cannot(`say the literal ${values.map(String).join(' | ')}`, place)
  return values.length === 1 ? 'String' : enumType(book, schema, values, place)
}

/** Names of bots have a colon, which no name of GraphQL has: such values are texts there. */
function enumType(book: Book, schema: Schema, values: readonly unknown[], place: Place): string {
  if (values.some((value) => `${value}`.includes(':'))) return 'String'
  const known = book.named.out.get(anchorOf(schema))
  if (known) return known
  for (const value of values) if (!isEnumValue(value)) throw cannot(`have the enum value ${JSON.stringify(value)}`, place)
  const line = (value: unknown) => `${described(meaningOf(schema, `${value}`), '  ')}  ${value}\n`
  const body = (name: string) => `${described(typeDescriptionOf(schema))}enum ${name} {\n${values.map(line).join('')}}`
  return enter(book, schema, { ...place, direction: 'out' }, body)
}

const isEnumValue = (value: unknown): boolean =>
  typeof value === 'string' && NAME.test(value) && !NOT_AN_ENUM_VALUE.includes(value)

/** An object type, or an input type with `Input` after its name. */
export function objectType(book: Book, schema: Schema, place: Place, name?: string, changes?: Changes): string {
  const known = book.named[place.direction].get(anchorOf(schema))
  if (known && (name === undefined || name === known)) return known
  return enter(book, schema, place, (called) => objectBody(book, schema, { ...place, owner: called }, changes), name)
}

function objectBody(book: Book, schema: Schema, place: Place, { fields = {}, more = [], description }: Changes = {}): string {
  const listed = Object.entries(shapeOf(schema)).filter(([field]) => fields[field] !== null)
  const lines = listed.map(([field, inner]) => fieldLine(book, inner, { ...place, field }, fields[field] ?? undefined))
  const others = more.map((line) => line.replace(/^/gm, '  '))
  const all = place.direction === 'in' ? [...others, ...lines] : [...lines, ...others]
  if (all.length === 0) throw new Error(`GraphQL cannot say an object without fields (${place.owner})`)
  return `${described(description ?? typeDescriptionOf(schema))}${place.direction === 'in' ? 'input' : 'type'} ${place.owner} {\n${all.join('\n')}\n}`
}

function fieldLine(book: Book, schema: Schema, place: Place, type = typeOf(book, schema, place)): string {
  if (!NAME.test(place.field)) throw cannot('have a field of this name', place)
  // GraphQL cannot show a default of a scalar that it does not know: introspection would fail.
  const standard = place.direction === 'in' && !/\bJSON\b/.test(type) ? defaultOf(schema) : ''
  const name = (place.direction === 'out' && book.renamed.get(`${place.owner}.${place.field}`)) || place.field
  return `${described(descriptionOf(schema), '  ')}  ${name}: ${type}${standard}`
}

function defaultOf(schema: Schema): string {
  const def = defOf(schema)
  if (def.type === 'default' || def.type === 'prefault') return ` = ${literal(def.innerType, def.defaultValue)}`
  const inner = innerOf(schema)
  return inner ? defaultOf(inner) : ''
}

/** A value as GraphQL writes it: enum values without quotes, keys too. */
function literal(schema: Schema | undefined, value: unknown): string {
  const inner = schema && innerOf(schema)
  if (inner) return literal(inner, value)
  const def = schema && defOf(schema)
  if (Array.isArray(value))
    return `[${value.map((one) => literal(def?.type === 'array' ? def.element : undefined, one)).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const shape: Readonly<Record<string, Schema>> = def?.type === 'object' ? def.shape : {}
    return `{${Object.entries(value)
      .map(([key, one]) => `${key}: ${literal(shape[key], one)}`)
      .join(', ')}}`
  }
  const isEnum = def?.type === 'enum' || (def?.type === 'literal' && def.values.length > 1)
  return isEnum && typeof value === 'string' ? value : JSON.stringify(value)
}

/** A union of objects. Members without an id are called after the union and their tag. */
export function unionType(book: Book, schema: Schema, place: Place, name?: string, memberName?: (tag: string) => string): string {
  if (place.direction === 'in') throw cannot('take a union in an input', place)
  const known = book.named.out.get(anchorOf(schema))
  if (known) return known
  return enter(
    book,
    schema,
    place,
    (called) => {
      const members = new Map(
        membersOf(schema).map((member) => {
          const wanted = memberName?.(member.tag) ?? idOf(member.schema) ?? called + upperFirst(member.tag)
          return [member.tag, objectType(book, member.schema, { ...place, owner: called, field: member.tag }, wanted)]
        }),
      )
      book.unions.set(called, { discriminator: discriminatorOf(schema), members })
      return `${described(typeDescriptionOf(schema))}union ${called} = ${[...members.values()].join(' | ')}`
    },
    name,
  )
}

/**
 * Writes a type under its name: the one given, that of its id, or one made from where it was met. The same name for
 * another shape is an error, unless the name was made up here and a longer one is free.
 */
function enter(book: Book, schema: Schema, place: Place, body: (name: string) => string, given?: string): string {
  const id = idOf(schema)
  const suffix = place.direction === 'in' ? 'Input' : ''
  const made = [place.prefix + upperFirst(place.field), place.owner + upperFirst(place.field)].map((name) => name + suffix)
  const candidates = given !== undefined ? [given] : id !== undefined ? [id + suffix] : made
  for (const name of candidates) {
    const before = book.types.get(name)
    book.named[place.direction].set(anchorOf(schema), name)
    // Holds the place in the order, and ends the walk where a shape holds itself.
    if (before === undefined) book.types.set(name, '')
    const text = body(name)
    if (before === undefined || before === text) {
      book.types.set(name, text)
      return name
    }
    book.types.set(name, before)
  }
  throw new Error(`two shapes are called ${candidates.at(-1)}: give each its own .meta({ id })`)
}

/** A type that no shape defines. */
export function enterText(book: Book, name: string, text: string): string {
  if (book.types.has(name)) throw new Error(`two shapes are called ${name}`)
  book.types.set(name, text)
  return name
}

/** A description before what it describes; nothing if there is none. */
export function described(text: string | undefined, indent = ''): string {
  if (text === undefined || text === '') return ''
  const safe = text.replaceAll('"""', '\\"""')
  const block = /["\\\n]$|\n/.test(safe) ? `"""\n${safe}\n"""` : `"""${safe}"""`
  return `${block.replace(/^/gm, indent)}\n`
}

export const printBook = ({ types }: Book): string => [...types.values()].join('\n\n')
