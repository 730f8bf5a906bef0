import {
  buildClientSchema,
  buildSchema,
  type GraphQLEnumType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getIntrospectionQuery,
  getNamedType,
  graphqlSync,
  isObjectType,
  isUnionType,
  parse,
  printType,
  validate,
  validateSchema,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { clashes } from '../../src/api/graphql/schema/apart.js'
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
  decisions: { turn: 'Dig or build.' },
  schema: { options, move, event: notice, view, notice, content },
} as unknown as AnyGame
const withMove = (schema: z.ZodType): AnyGame => ({ ...sandCastles, schema: { ...sandCastles.schema, move: schema } }) as AnyGame
const withView = (schema: z.ZodType): AnyGame => ({ ...sandCastles, schema: { ...sandCastles.schema, view: schema } }) as AnyGame

const { text, unions, renamed } = schemaDocument([...games, sandCastles])
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

describe('names that games share', () => {
  test('the games and their decisions are enums, each value with its meaning', () => {
    const game = schema.getType('GameId') as GraphQLEnumType
    expect(game.getValues().map(({ name }) => name)).toEqual(['kingdoms', 'medievalRealms', 'regents', 'royals', 'sandCastles'])
    const decisions = schema.getType('DecisionName') as GraphQLEnumType
    expect(decisions.getValue('turn')?.description).toMatch(/^Kingdoms: Place .*Sand Castles: Dig or build\.$/)
    expect([...game.getValues(), ...decisions.getValues()].filter(({ description }) => !description)).toEqual([])
    const typeOf = (type: string, field: string) => `${(schema.getType(type) as GraphQLObjectType).getFields()[field]?.type}`
    expect([typeOf('Match', 'game'), typeOf('AwaitedDecision', 'decision')]).toEqual(['GameId', 'DecisionName'])
  })

  test('a field at one place has one type in all games: every field of every game is asked for at once, without an alias', () => {
    expect(clashes(schema)).toEqual([])
    const everything = new Map<string, string>()
    const select = (type: GraphQLNamedType): string => {
      if (isUnionType(type))
        return `{ ${type
          .getTypes()
          .map((one) => `...${one} ${written(one)}`)
          .join(' ')} }`
      return isObjectType(type) ? `{ ...${type} ${written(type)}}` : ''
    }
    /** Enters the fragment of a type, once. */
    const written = (type: GraphQLObjectType): '' => {
      if (everything.has(type.name)) return ''
      everything.set(type.name, '')
      // A shape that holds itself cannot be asked for to its end.
      const fields = Object.values(type.getFields()).filter((field) => getNamedType(field.type) !== type)
      const lines = fields.map((field) => `${field.name} ${select(getNamedType(field.type))}`)
      everything.set(type.name, `fragment ${type} on ${type} { ${lines.join(' ')} }`)
      return ''
    }
    const roots = ['MatchView', 'MatchNotice'].map((name) => schema.getType(name)).filter(isUnionType)
    const [view = '', notices = ''] = roots.map(select)
    const query = `{ match(id: "x") { view ${view} notices { items { notices ${notices} } } } } ${[...everything.values()].join(' ')}`
    expect(validate(schema, parse(query)).map(({ message }) => message)).toEqual([])
  })

  test('the game that came first keeps the name, a later one puts its own before it', () => {
    expect(printed('KingdomsSeatLeft')).toContain('  reason: LeaveReason!')
    expect(renamed.get('SandCastlesTideCame.reason')).toBe('sandCastlesReason')
    expect([...renamed.keys()].filter((name) => name.startsWith('Kingdoms'))).toEqual([])
    expect(schemaDocument(games).renamed).toEqual(new Map([...renamed].filter(([name]) => !name.startsWith('SandCastles'))))
  })

  test('two such fields in one game are refused while generating', () => {
    const member = <T extends string>(type: T, it: z.ZodType) => z.strictObject({ type: z.literal(type), it })
    const union = z.discriminatedUnion('type', [member('a', z.int()), member('b', z.string())]).meta({ id: 'SandCastlesEither' })
    expect(() => schemaDocument([withView(z.strictObject({ union }))])).toThrow('need different names')
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
      'type SandCastlesTideCame {\n  type: String!\n  sandCastlesReason: SandCastlesReason!\n  washed: [[SandCastlesBucket]!]!\n}',
    )
    expect(unions.get('SandCastlesOrnament')?.members.get('flag')).toBe('SandCastlesBanner')
  })

  test('content: a type of the game, in the union of all games', () => {
    expect(printed('SandCastlesGameContent')).toBe(
      'type SandCastlesGameContent {\n  sandCastlesColours: [SandCastlesColour!]!\n  bucket: SandCastlesBucket!\n}',
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
