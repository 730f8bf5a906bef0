import {
  buildClientSchema,
  buildSchema,
  type GraphQLEnumType,
  type GraphQLObjectType,
  getIntrospectionQuery,
  graphqlSync,
  printType,
  validateSchema,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { schemaDocument } from '../../src/api/graphql/schema/document.js'
import { nullDropper } from '../../src/api/graphql/schema/nulls.js'
import { moveName, pascal, typeName } from '../../src/api/schema/names.js'
import type { AnyGame } from '../../src/games/contract.js'
import { words } from '../../src/games/described.js'
import { games } from '../../src/games/registry.js'

/** Everything that docs/schema-dialect.md allows, in one imaginary game. */
const colour = words(['red', 'blue'], {
  id: 'SandCastlesColour',
  description: 'A colour of sand.',
  values: { red: 'Wet.', blue: 'Dry.' },
})
const bucket = z.strictObject({ colour, grains: z.int().min(0) }).meta({ id: 'SandCastlesBucket' })
const shell = z.strictObject({ type: z.literal('shell'), spirals: z.literal([1, 2, 3]) })
const flag = z.strictObject({ type: z.literal('flag'), colour: colour.nullable() }).meta({ id: 'SandCastlesBanner' })
const ornament = z
  .discriminatedUnion('type', [shell, flag])
  .meta({ id: 'SandCastlesOrnament', description: 'What stands on top.' })
const tower = z
  .strictObject({
    height: z.int(),
    top: ornament.nullable(),
    get inside() {
      return tower.nullable()
    },
  })
  .meta({ id: 'SandCastlesTower' })

const options = z
  .strictObject({
    tide: z.boolean().default(false).describe('The sea comes.'),
    colours: z.array(colour).default(['red']),
    shovel: z.strictObject({ length: z.int().default(3), colour: colour.default('blue') }).default({ length: 3, colour: 'blue' }),
    limit: z.int().nullable().default(null),
    motto: z.string().max(10).optional(),
  })
  .meta({ id: 'SandCastlesOptions' })

const move = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('digDeep') }).describe('Dig.'),
  z.strictObject({
    type: z.literal('build'),
    rank: z.literal([1, 2]).describe('How grand.'),
    buckets: z.array(bucket).min(1),
    plan: z.array(z.array(z.int())),
    payment: bucket.optional().describe('The cheapest, if left out.'),
    wet: z.boolean().default(true),
  }),
])

const notice = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('TowerBuilt'), tower, colour }),
  z.strictObject({ type: z.literal('TideCame'), reason: z.enum(['moon', 'storm']), washed: z.array(z.array(bucket.nullable())) }),
])

const view = z.strictObject({
  options,
  towers: z.array(tower).describe('From left to right.'),
  mood: z.enum(['calm', 'wild']),
  best: z.strictObject({ seat: z.int(), ratio: z.number() }).nullable(),
  colour: colour.describe('Yours.'),
  ornament: ornament.describe('The one on your hat.'),
})

const content = z.strictObject({ colours: z.array(colour), bucket })

const sandCastles = {
  id: 'sand-castles',
  name: 'Sand Castles',
  rules: 1,
  seats: { min: 2, max: 4 },
  schema: { options, move, event: notice, view, notice, content },
} as unknown as AnyGame
const withMove = (schema: z.ZodType): AnyGame => ({ ...sandCastles, schema: { ...sandCastles.schema, move: schema } }) as AnyGame
const withView = (schema: z.ZodType): AnyGame => ({ ...sandCastles, schema: { ...sandCastles.schema, view: schema } }) as AnyGame

const { text, unions } = schemaDocument([...games, sandCastles])
const schema = buildSchema(text)
const printed = (name: string): string => {
  const type = schema.getType(name)
  if (!type) throw new Error(`no type ${name}`)
  return printType(type)
    .replace(/\n? *"""[\s\S]*?"""\n/g, (found) => (found.startsWith('\n') ? '\n' : ''))
    .replace(/\n\n/g, '\n')
}

describe('names', () => {
  test('kebab case ids become Pascal and camel case', () => {
    expect(pascal('medieval-realms')).toBe('MedievalRealms')
    expect(typeName({ id: 'medieval-realms' }, 'view')).toBe('MedievalRealmsView')
    expect(moveName({ id: 'medieval-realms' }, 'bid')).toBe('medievalRealmsBid')
  })
})

describe('the schema', () => {
  test('is valid, and the same every time', () => {
    expect(validateSchema(schema)).toEqual([])
    expect(schemaDocument([...games, sandCastles]).text).toBe(text)
  })

  test('can be asked about itself', () => {
    const { data, errors } = graphqlSync({ schema, source: getIntrospectionQuery() })
    expect(errors).toBeUndefined()
    expect(validateSchema(buildClientSchema(data as never))).toEqual([])
  })

  test('has one mutation for each move of each game, and one to make its matches', () => {
    const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {})
    expect(mutations).toEqual(
      expect.arrayContaining(['sandCastlesDigDeep', 'sandCastlesBuild', 'sandCastlesCreateMatch', 'kingdomsPlaceCastle']),
    )
  })
})

describe('a game of the whole dialect', () => {
  test('views: nested objects, lists, unions, nullables, literals, shapes that hold themselves', () => {
    expect(printed('SandCastlesView')).toBe(`type SandCastlesView {
  options: SandCastlesOptions!
  towers: [SandCastlesTower!]!
  mood: SandCastlesMood!
  best: SandCastlesBest
  colour: SandCastlesColour!
  ornament: SandCastlesOrnament!
}`)
    expect(printed('SandCastlesBest')).toBe('type SandCastlesBest {\n  seat: Int!\n  ratio: Float!\n}')
    expect(printed('SandCastlesTower')).toBe(
      'type SandCastlesTower {\n  height: Int!\n  top: SandCastlesOrnament\n  inside: SandCastlesTower\n}',
    )
    expect(printed('SandCastlesOrnament')).toBe('union SandCastlesOrnament = SandCastlesOrnamentShell | SandCastlesBanner')
    expect(printed('SandCastlesOrnamentShell')).toBe('type SandCastlesOrnamentShell {\n  type: String!\n  spirals: Int!\n}')
    expect(printed('SandCastlesOptions')).toContain('limit: Int\n')
  })

  test('notices: a union of the game, in the union of all games', () => {
    expect(printed('SandCastlesNotice')).toBe('union SandCastlesNotice = SandCastlesTowerBuilt | SandCastlesTideCame')
    expect(printed('MatchNotice')).toContain('SandCastlesTideCame')
    expect(printed('MatchView')).toContain('SandCastlesView')
    expect(printed('SandCastlesTideCame')).toBe(
      'type SandCastlesTideCame {\n  type: String!\n  reason: SandCastlesReason!\n  washed: [[SandCastlesBucket]!]!\n}',
    )
    expect(unions.get('SandCastlesOrnament')?.members.get('flag')).toBe('SandCastlesBanner')
  })

  test('content: a type of the game, in the union of all games', () => {
    expect(printed('SandCastlesGameContent')).toBe(
      'type SandCastlesGameContent {\n  colours: [SandCastlesColour!]!\n  bucket: SandCastlesBucket!\n}',
    )
    expect(printed('GameContent')).toContain('SandCastlesGameContent')
  })

  test('inputs: defaults, optional fields, nested objects and lists, and the envelope of every move', () => {
    expect(printed('SandCastlesBuildInput')).toBe(`input SandCastlesBuildInput {
  matchId: ID!
  expectedVersion: Int
  idempotencyKey: String
  rank: Int!
  buckets: [SandCastlesBucketInput!]!
  plan: [[Int!]!]!
  payment: SandCastlesBucketInput
  wet: Boolean = true
}`)
    expect(printed('SandCastlesOptionsInput')).toBe(`input SandCastlesOptionsInput {
  tide: Boolean = false
  colours: [SandCastlesColour!] = [red]
  shovel: SandCastlesShovelInput = {length: 3, colour: blue}
  limit: Int = null
  motto: String
}`)
    expect(printed('SandCastlesCreateMatchInput')).toContain('options: SandCastlesOptionsInput = ')
    expect(printed('SandCastlesDigDeepInput')).toBe(
      'input SandCastlesDigDeepInput {\n  matchId: ID!\n  expectedVersion: Int\n  idempotencyKey: String\n}',
    )
  })

  test('descriptions go along: of types, of fields, of moves', () => {
    const fields = (schema.getType('SandCastlesView') as GraphQLObjectType).getFields()
    expect(fields.towers?.description).toBe('From left to right.')
    expect(fields.colour?.description).toBe('Yours.')
    expect(schema.getType('SandCastlesColour')?.description).toBe('A colour of sand.')
    expect((schema.getType('SandCastlesColour') as GraphQLEnumType).getValue('blue')?.description).toBe('Dry.')
    expect(schema.getType('SandCastlesOrnament')?.description).toBe('What stands on top.')
    expect(schema.getMutationType()?.getFields().sandCastlesDigDeep?.description).toBe('Dig.')
  })
})

describe('what cannot be said is refused while generating', () => {
  const one = (shape: z.ZodType) => schemaDocument([withView(z.strictObject({ it: shape }))])
  const oneMove = (fields: Record<string, z.ZodType>) =>
    schemaDocument([withMove(z.discriminatedUnion('type', [z.strictObject({ type: z.literal('go'), ...fields })]))])

  test.each([['matchId'], ['expectedVersion'], ['idempotencyKey']])('a move with a field called %s', (field) => {
    expect(() => oneMove({ [field]: z.string() })).toThrow(`sandCastlesGo: a move cannot have a field called ${field}`)
  })

  test.each([
    ['a record', z.record(z.string(), z.int()), 'record'],
    ['a union of scalars', z.union([z.int(), z.string()]), 'discriminated'],
    ['an enum value that is no name', z.enum(['land-3']), 'land-3'],
    ['an enum value that GraphQL keeps for itself', z.enum(['true']), 'true'],
    ['an object without fields', z.strictObject({}), 'without fields'],
    ['a literal of several kinds', z.literal([1, 'one']), 'kinds of values'],
    ['a date', z.date(), 'date'],
  ])('%s', (_, shape, message) => {
    expect(() => one(shape)).toThrow(message)
  })

  test('a union inside a move, and a move called like the mutation that every game has', () => {
    expect(() => oneMove({ ornament })).toThrow('union in an input')
    expect(() =>
      schemaDocument([withMove(z.discriminatedUnion('type', [z.strictObject({ type: z.literal('createMatch') })]))]),
    ).toThrow('createMatch')
  })

  test('two shapes under one id', () => {
    const a = z.strictObject({ a: z.int() }).meta({ id: 'SandCastlesTwice' })
    const b = z.strictObject({ b: z.int() }).meta({ id: 'SandCastlesTwice' })
    expect(() => schemaDocument([withView(z.strictObject({ a, b }))])).toThrow('two shapes are called SandCastlesTwice')
  })

  test('unnamed shapes of the same field name get names of their own', () => {
    const inside = z.strictObject({ b: z.strictObject({ x: z.int() }) })
    const { text: written } = schemaDocument([withView(z.strictObject({ b: z.strictObject({ y: z.int() }), c: inside }))])
    expect(written).toContain('type SandCastlesB {\n  y: Int!')
    expect(written).toContain('type SandCastlesCB {\n  x: Int!')
  })
})

describe('nulls', () => {
  test('are dropped where the schema knows none, at any depth, and kept where it does', () => {
    const drop = nullDropper(options)
    expect(drop({ tide: null, shovel: { length: null, colour: 'red' }, limit: null, motto: null })).toEqual({
      shovel: { colour: 'red' },
      limit: null,
    })
    expect(options.parse(drop({ tide: null, motto: null }))).toMatchObject({ tide: false, limit: null })
  })
})
