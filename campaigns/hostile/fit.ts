/** Whether a value fits a JSON Schema, in the words of the published document. A word that is not known here is an error, not a pass. */
import { itemAt } from '../../src/games/lists.js'

export type Schema = Readonly<Record<string, unknown>>
/** What is wrong, beginning with where; undefined if the value fits. */
export type Check = (value: unknown, at: string) => string | undefined

const SAYS_NOTHING = new Set([
  'description',
  'default',
  'title',
  'examples',
  'example',
  'deprecated',
  'readOnly',
  '$ref',
  '$schema',
  'x-enumDescriptions',
])

const FORMATS: Readonly<Record<string, RegExp>> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isSchema = (value: unknown): value is Schema => isObject(value)

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN)
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: isObject,
}

/** Names a definition of the document: `#/components/schemas/Match`. */
export type Resolve = (reference: string) => Schema

export function checker(resolve: Resolve): (schema: Schema) => Check {
  const known = new Map<string, Check>()
  /** A definition may hold itself, so it is compiled when it is first asked for. */
  const referred = (name: string): Check => {
    return (value, at) => {
      const check = known.get(name) ?? compile(resolve(name))
      known.set(name, check)
      return check(value, at)
    }
  }
  const compile = (schema: Schema): Check => {
    const { $ref } = schema
    const checks = typeof $ref === 'string' ? [referred($ref)] : []
    for (const word of Object.keys(schema)) {
      const make = SAYS_NOTHING.has(word) ? undefined : WORDS[word]
      if (make) checks.push(make(schema, compile))
      else if (!SAYS_NOTHING.has(word)) throw new Error(`the document uses ${word}, which this checker does not know`)
    }
    return all(checks)
  }
  return compile
}

const all =
  (checks: readonly Check[]): Check =>
  (value, at) => {
    for (const check of checks) {
      const wrong = check(value, at)
      if (wrong !== undefined) return wrong
    }
    return undefined
  }

type Compile = (schema: Schema) => Check
type Make = (schema: Schema, compile: Compile) => Check

const unless =
  (holds: (value: unknown) => boolean, what: string): Check =>
  (value, at) =>
    holds(value) ? undefined : `${at}: ${JSON.stringify(value)?.slice(0, 80)} is not ${what}`

/** For values of one type; others pass, as the word `type` judges them. */
const ofString = (holds: (text: string) => boolean, what: string): Check =>
  unless((value) => typeof value !== 'string' || holds(value), what)
const ofNumber = (holds: (number: number) => boolean, what: string): Check =>
  unless((value) => typeof value !== 'number' || holds(value), what)
const ofList = (holds: (list: readonly unknown[]) => boolean, what: string): Check =>
  unless((value) => !Array.isArray(value) || holds(value), what)

const length = (text: string): number => [...text].length

const WORDS: Readonly<Record<string, Make>> = {
  type: ({ type }) => {
    const names = typeof type === 'string' ? [type] : listOf(type).map(String)
    return unless((value) => names.some((name) => TYPES[name]?.(value)), names.join(' or '))
  },
  const: ({ const: only }) => unless((value) => value === only, JSON.stringify(only)),
  enum: ({ enum: values }) => unless((value) => listOf(values).includes(value), `one of ${JSON.stringify(values)}`),
  format: ({ format }) => ofString((text) => FORMATS[String(format)]?.test(text) ?? false, `a ${format}`),
  pattern: ({ pattern }) => {
    const regex = new RegExp(String(pattern), 'u')
    return ofString((text) => regex.test(text), `like ${pattern}`)
  },
  minLength: ({ minLength }) => ofString((text) => length(text) >= numberOf(minLength), `at least ${minLength} characters`),
  maxLength: ({ maxLength }) => ofString((text) => length(text) <= numberOf(maxLength), `at most ${maxLength} characters`),
  minimum: ({ minimum }) => ofNumber((number) => number >= numberOf(minimum), `at least ${minimum}`),
  maximum: ({ maximum }) => ofNumber((number) => number <= numberOf(maximum), `at most ${maximum}`),
  exclusiveMinimum: ({ exclusiveMinimum: low }) => ofNumber((number) => number > numberOf(low), `more than ${low}`),
  exclusiveMaximum: ({ exclusiveMaximum: high }) => ofNumber((number) => number < numberOf(high), `less than ${high}`),
  minItems: ({ minItems }) => ofList((list) => list.length >= numberOf(minItems), `a list of at least ${minItems}`),
  maxItems: ({ maxItems }) => ofList((list) => list.length <= numberOf(maxItems), `a list of at most ${maxItems}`),
  uniqueItems: ({ uniqueItems }) =>
    ofList(
      (list) => !uniqueItems || new Set(list.map((item) => JSON.stringify(item))).size === list.length,
      'without repetition',
    ),
  items: ({ items }, compile) => (isSchema(items) ? eachItem(compile(items)) : all([])),
  properties: ({ properties }, compile) => eachProperty(properties, compile),
  required: ({ required }) => hasAll(listOf(required).map(String)),
  additionalProperties: ({ additionalProperties, properties }, compile) => theRest(additionalProperties, properties, compile),
  allOf: ({ allOf }, compile) => all(listOf(allOf).filter(isSchema).map(compile)),
  anyOf: ({ anyOf }, compile) => oneOfMany(listOf(anyOf).filter(isSchema), compile),
  // Members of a union tell themselves apart by their `type`, so that fitting one is fitting exactly one.
  oneOf: ({ oneOf }, compile) => oneOfMany(listOf(oneOf).filter(isSchema), compile),
}

function eachItem(check: Check): Check {
  return (value, at) => {
    if (!Array.isArray(value)) return undefined
    for (const [index, item] of value.entries()) {
      const wrong = check(item, `${at}[${index}]`)
      if (wrong !== undefined) return wrong
    }
    return undefined
  }
}

function eachProperty(properties: unknown, compile: Compile): Check {
  const checks = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, schema]) =>
    isSchema(schema) ? [[name, compile(schema)] as const] : [],
  )
  return (value, at) => {
    if (!isObject(value)) return undefined
    for (const [name, check] of checks) {
      const wrong = Object.hasOwn(value, name) ? check(value[name], `${at}.${name}`) : undefined
      if (wrong !== undefined) return wrong
    }
    return undefined
  }
}

const hasAll =
  (names: readonly string[]): Check =>
  (value, at) => {
    const missing = isObject(value) ? names.find((name) => !Object.hasOwn(value, name)) : undefined
    return missing === undefined ? undefined : `${at}: ${missing} is missing`
  }

function theRest(rest: unknown, properties: unknown, compile: Compile): Check {
  const named = new Set(Object.keys(isObject(properties) ? properties : {}))
  const check = isSchema(rest) ? compile(rest) : undefined
  return (value, at) => {
    if (!isObject(value) || rest === true) return undefined
    for (const name of Object.keys(value)) {
      if (named.has(name)) continue
      if (!check) return `${at}: ${name} is not published`
      const wrong = check(value[name], `${at}.${name}`)
      if (wrong !== undefined) return wrong
    }
    return undefined
  }
}

/** Looked up by the constant `type` of each member where all have one: some unions have a hundred of them. */
function oneOfMany(members: readonly Schema[], compile: Compile): Check {
  const byType = new Map(members.map((member) => [typeNamed(member), compile(member)] as const))
  if (byType.size === members.length && !byType.has(undefined))
    return (value, at) => {
      const check = isObject(value) ? byType.get(value.type) : undefined
      return check ? check(value, at) : `${at}: no member of the union has the type of ${JSON.stringify(value)?.slice(0, 80)}`
    }
  const checks = members.map(compile)
  return (value, at) => {
    const complaints = checks.map((check) => check(value, at))
    return complaints.includes(undefined)
      ? undefined
      : `${at}: fits no member of the union; the last: ${itemAt(complaints, complaints.length - 1)}`
  }
}

function typeNamed({ properties }: Schema): unknown {
  const type = isObject(properties) ? properties.type : undefined
  return isObject(type) ? type.const : undefined
}
