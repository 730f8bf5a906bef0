/** Whether the schemas of a game keep to docs/schema-dialect.md: one finding a line. */
import type { z } from 'zod'
import { anchorOf, idOf } from '../../src/api/schema/zod.js'
import type { AnyGame } from '../../src/games/contract.js'
import { LeaveReason } from '../../src/games/described.js'

type Kind = 'options' | 'move' | 'view' | 'notice' | 'content'

/** The parts of zod's definitions that the walk looks at. */
interface Definition {
  readonly type: string
  readonly shape?: Record<string, z.ZodType>
  readonly catchall?: z.ZodType
  readonly element?: z.ZodType
  readonly innerType?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly discriminator?: string
  readonly entries?: Record<string, unknown>
  readonly values?: readonly unknown[]
  readonly format?: string
}

interface Place {
  readonly kind: Kind
  readonly path: string
  /** Inside the options of the match, which a view shows with their defaults. */
  readonly inOptions: boolean
  readonly top: boolean
}

const NAME = /^[A-Za-z][A-Za-z0-9]*$/
const MOVE_TYPE = /^[a-z][A-Za-z0-9]*$/
const NOTICE_TYPE = /^[A-Z][A-Za-z0-9]*$/

/** A cast, because zod types each kind of definition for itself and has no common type that a walk could use. */
const definition = (schema: z.ZodType): Definition => schema._zod.def as unknown as Definition
const pascal = (id: string): string => id.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())

export function dialectFindings({ id, schema }: Pick<AnyGame, 'id' | 'schema'>): string[] {
  const findings: string[] = []
  const shapes = new Map<string, string>()
  const say = (place: Place, problem: string): void => void findings.push(`${place.kind}${place.path}: ${problem}`)

  function walk(one: z.ZodType, place: Place): void {
    const def = definition(one)
    const inside = (name: string): Place => ({ ...place, path: `${place.path}.${name}`, top: false })
    checkId(one, def, place)
    switch (def.type) {
      case 'object':
        walkObject(one, def, place, inside)
        break
      case 'array':
        walkInner(def.element, inside('[]'))
        break
      case 'union':
        walkUnion(def, place)
        break
      case 'enum':
        for (const value of Object.values(def.entries ?? {}))
          if (!NAME.test(String(value))) say(place, `"${value}" is no GraphQL name`)
        break
      case 'literal':
        for (const value of def.values ?? []) checkLiteral(value, place)
        break
      case 'number':
        if (def.format !== 'safeint' && def.format !== 'int32' && def.format !== 'uint32')
          say(place, 'a number that need not be whole')
        break
      case 'boolean':
      case 'string':
        break
      case 'nullable':
        if (place.kind === 'move') say(place, 'nullable in a move')
        walkInner(def.innerType, { ...place, top: false })
        break
      case 'optional':
      case 'default':
        if (isMissed(place, def)) say(place, `${def.type} where every field is always there`)
        walkInner(def.innerType, { ...place, top: false })
        break
      default:
        say(place, `${def.type} is not in the dialect`)
        break
    }
  }

  function walkInner(inner: z.ZodType | undefined, place: Place): void {
    if (!inner) throw new Error(`${place.kind}${place.path} holds nothing`)
    walk(inner, place)
  }

  function walkObject(one: z.ZodType, def: Definition, place: Place, inside: (name: string) => Place): void {
    if (!def.catchall || definition(def.catchall).type !== 'never') say(place, 'an object that is not strict')
    const inOptions = place.inOptions || anchorOf(one) === anchorOf(schema.options)
    for (const [name, field] of Object.entries(def.shape ?? {})) {
      if (!NAME.test(name)) say(place, `field "${name}" is no GraphQL name`)
      walk(field, { ...inside(name), inOptions })
    }
  }

  function walkUnion(def: Definition, place: Place): void {
    if (def.discriminator !== 'type') {
      say(place, 'a union that is not discriminated by type')
      return
    }
    if (place.kind === 'move' && !place.top) say(place, 'a union inside a move')
    for (const member of def.options ?? []) {
      const type = typeOf(member)
      const pattern = place.kind === 'move' ? MOVE_TYPE : NOTICE_TYPE
      if (type === undefined) say(place, 'a member without a literal type')
      else if (!pattern.test(type)) say(place, `type "${type}" is not ${place.kind === 'move' ? 'lower camel' : 'Pascal'} case`)
      walk(member, { ...place, path: `${place.path}<${type}>`, top: true })
    }
  }

  function checkLiteral(value: unknown, place: Place): void {
    if (typeof value === 'string' ? !NAME.test(value) : !Number.isInteger(value))
      say(place, `literal ${JSON.stringify(value)} is no name and no whole number`)
  }

  function checkId(one: z.ZodType, def: Definition, place: Place): void {
    if (def.type !== 'object' && def.type !== 'enum') return
    const name = idOf(one)
    if (name === undefined) {
      if (!place.top) say(place, `an ${def.type} without an id`)
      return
    }
    // All games share one name.
    if (name !== idOf(LeaveReason) && !name.startsWith(pascal(id))) say(place, `id ${name} does not begin with ${pascal(id)}`)
    const shape = signature(one)
    if ((shapes.get(name) ?? shape) !== shape) say(place, `id ${name} means two shapes`)
    shapes.set(name, shape)
  }

  for (const kind of ['options', 'move', 'view', 'notice', 'content'] as const)
    walk(schema[kind], { kind, path: '', inOptions: kind === 'options', top: true })
  for (const kind of ['move', 'notice'] as const)
    if (definition(schema[kind]).type !== 'union') findings.push(`${kind}: not a union of types`)
  return [...findings, ...fieldsOfTwoTypes(schema.notice)]
}

/** Content may reuse rows of the options: their defaults are filled in there. */
const isMissed = ({ kind, inOptions }: Place, { type }: Definition): boolean =>
  kind === 'content' ? type === 'optional' : (kind === 'view' || kind === 'notice') && !inOptions

const typeOf = (member: z.ZodType): string | undefined => {
  const type = definition(member).shape?.type
  const values = type ? definition(type).values : undefined
  return typeof values?.[0] === 'string' ? values[0] : undefined
}

/** What a client must know of a type: structure and names, without bounds and descriptions. */
function signature(one: z.ZodType, named = false): string {
  const def = definition(one)
  const id = idOf(one)
  if (named && id) return id
  const fields = Object.entries(def.shape ?? {}).map(([name, field]) => `${name}:${signature(field, true)}`)
  const inner = [def.element, def.innerType, ...(def.options ?? [])].flatMap((part) => (part ? [signature(part, true)] : []))
  const values = [
    ...Object.values(def.entries ?? {}),
    ...(def.type === 'literal' && typeof def.values?.[0] === 'string' ? ['text'] : []),
  ]
  return `${def.type === 'literal' && typeof def.values?.[0] === 'number' ? 'number' : def.type}(${[...fields, ...inner, ...values].join()})`
}

function fieldsOfTwoTypes(notice: z.ZodType): string[] {
  const seen = new Map<string, string>()
  return (definition(notice).options ?? []).flatMap((member) =>
    Object.entries(definition(member).shape ?? {}).flatMap(([name, field]) => {
      const shape = signature(field, true)
      const known = seen.get(name) ?? shape
      seen.set(name, known)
      return known === shape ? [] : [`notice<${typeOf(member)}>.${name}: another type than in other notices`]
    }),
  )
}
