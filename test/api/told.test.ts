/**
 * The law that a mutation which did its work tells so: whatever is selected of its answer, in whatever state the match is and whoever asks, the answer
 * has data, and a mutation is null only by its own failure. Every field that needs no argument is selected, of every type that can be reached.
 */
import { readFileSync } from 'node:fs'
import { buildSchema, type GraphQLField, type GraphQLNamedType, getNamedType, isObjectType, isUnionType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { camel, moveName, moveTypes, pascal } from '../../src/api/schema/names.js'
import type { AnyGame } from '../../src/games/contract.js'
import { itemAt } from '../../src/games/lists.js'
import { games } from '../../src/games/registry.js'
import { startApp, type TestApp } from '../support/app.js'
import { value } from './authorisation.operations.js'
import { type Answer, type Ask, asker } from './graphql.js'

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))
const mutations = schema.getMutationType()?.getFields() ?? {}

let app: TestApp
let seats: Ask[]
let spectator: Ask
beforeAll(async () => {
  app = await startApp()
  const names = ['Anne', 'Ben', 'Cleo', 'Dora']
  const asks = await Promise.all(names.map(async (name) => asker(app.url, (await app.register(name)).token)))
  seats = asks.slice(0, 3)
  spectator = itemAt(asks, 3)
})
afterAll(() => app.close())

/** All fields of a type that need no argument; of views and notices those of the game, which are long enough. */
function everything(root: GraphQLNamedType, game: AnyGame): { selection: string; fragments: string } {
  const fragments = new Map<string, string>()
  const isOthers = (union: string, { name }: GraphQLNamedType): boolean =>
    (union === 'MatchView' || union === 'MatchNotice') && !name.startsWith(pascal(game.id))
  const select = (type: GraphQLNamedType): string => {
    if (isUnionType(type))
      return `{ __typename ${type
        .getTypes()
        .filter((one) => !isOthers(type.name, one))
        .map(spread)
        .join(' ')} }`
    return isObjectType(type) ? `{ ${spread(type)} }` : ''
  }
  const spread = (type: GraphQLNamedType): string => {
    if (isObjectType(type) && !fragments.has(type.name)) {
      fragments.set(type.name, '')
      const lines = Object.values(type.getFields()).map((field) => `${field.name} ${select(getNamedType(field.type))}`)
      fragments.set(type.name, `fragment ${type.name} on ${type.name} { ${lines.join(' ')} }`)
    }
    return `...${type.name}`
  }
  return { selection: select(root), fragments: [...fragments.values()].join(' ') }
}

const typeCalled = (name: string): GraphQLNamedType => {
  const type = schema.getType(name)
  if (!type) throw new Error(`there is no type ${name}`)
  return type
}

const texts = new Map<string, string>()

function textOf({ name, args, type }: GraphQLField<unknown, unknown>, game: AnyGame): string {
  const known = texts.get(`${name} ${game.id}`)
  if (known !== undefined) return known
  const { selection, fragments } = everything(getNamedType(type), game)
  const head = args.map((one) => `$${one.name}: ${one.type}`).join(', ')
  const text = `mutation (${head}) { ${name}(${args.map((one) => `${one.name}: $${one.name}`).join(', ')}) ${selection} } ${fragments}`
  texts.set(`${name} ${game.id}`, text)
  return text
}

/** Runs a mutation with all of its answer selected, and holds the answer to the law. */
async function told(ask: Ask, game: AnyGame, name: string, variables: object): Promise<Answer> {
  const field = mutations[name]
  if (!field) throw new Error(`there is no mutation ${name}`)
  const answer = await ask(textOf(field, game), variables)
  expect(answer.data, `${name} was not run: ${answer.errors?.[0]?.message}`).toBeTypeOf('object')
  expect(answer.data).not.toBeNull()
  const ownFailure = answer.errors?.find(({ path }) => path?.length === 1 && path[0] === name)
  expect(answer.data[name] === null, `${name}: ${JSON.stringify(answer.errors)}`).toBe(ownFailure !== undefined)
  return answer
}

/** Looks at the match with everything selected, as everybody: nothing may fail. */
async function look(game: AnyGame, id: string, status: string): Promise<void> {
  const { selection, fragments } = everything(typeCalled('Match'), game)
  for (const ask of [itemAt(seats, 0), spectator, asker(app.url)]) {
    const { data, errors } = await ask(`query ($id: ID!) { match(id: $id) ${selection} } ${fragments}`, { id })
    expect(errors).toBeUndefined()
    expect(data.match).toMatchObject({ id, status, game: camel(game.id) })
    const isSeatInPlay = data.match.you !== null && status !== 'open'
    expect(data.match.legalMoves === null).toBe(!isSeatInPlay)
  }
}

/** Every mutation of the game's moves, by a seat and by a spectator, with a move that is refused if anybody judges it. */
async function refuseAll(game: AnyGame, matchId: string, asSeat: 'MoveRefused' | null): Promise<void> {
  for (const name of [...moveTypes(game).map((move) => moveName(game, move)), 'submitMove']) {
    const input = itemAt(mutations[name]?.args ?? [], 0)
    const variables = { input: value(input.type, 'input', matchId) }
    const seat = await told(itemAt(seats, 0), game, name, variables)
    expect(seat.data[name]?.__typename ?? null, `${name}: ${seat.code}`).toBe(asSeat)
    expect((await told(spectator, game, name, variables)).data[name]).toBeNull()
  }
}

const LEGAL = 'query ($id: ID!) { match(id: $id) { version legalMoves(first: 1) { moves { move } } } }'

/** The first legal move of a seat, by its own mutation or by the one for all games. */
async function play(game: AnyGame, matchId: string, isTyped: boolean): Promise<void> {
  for (const ask of seats) {
    const { legalMoves } = (await ask(LEGAL, { id: matchId })).data.match
    const move = legalMoves?.moves[0]?.move
    if (!move) continue
    const { type, ...fields } = move
    const name = isTyped ? moveName(game, type) : 'submitMove'
    const answer = await told(ask, game, name, { input: isTyped ? { matchId, ...fields } : { matchId, move } })
    expect(answer.errors).toBeUndefined()
    expect(answer.data[name]).toMatchObject({ __typename: 'MoveAccepted', game: camel(game.id), match: { id: matchId } })
    return
  }
  throw new Error('nobody has a move')
}

describe.each(games.map((game) => [game.id, game] as const))('%s', (_, game) => {
  test('whatever is selected, in every state of a match, what was done is told', { timeout: 60_000 }, async () => {
    const [host, ...others] = seats.slice(0, game.seats.min) as [Ask, ...Ask[]]
    const create = moveName(game, 'createMatch')
    const empty = await told(host, game, 'createMatch', { input: { game: camel(game.id), seats: game.seats.min, join: false } })
    expect(empty).toMatchObject({ data: { createMatch: { status: 'open', you: null, legalMoves: null } } })
    expect(empty.errors).toBeUndefined()

    const made = await told(host, game, create, { input: { seats: game.seats.min } })
    expect(made).toMatchObject({ data: { [create]: { status: 'open', you: 0, legalMoves: null, notices: { items: [] } } } })
    expect(made.errors).toBeUndefined()
    const { id } = made.data[create]
    await look(game, id, 'open')
    await refuseAll(game, id, null)

    for (const other of others) {
      const joined = await told(other, game, 'joinMatch', { input: { matchId: id } })
      expect(joined.errors).toBeUndefined()
      expect(joined.data.joinMatch).toMatchObject({ id, view: { __typename: `${pascal(game.id)}View` } })
    }
    await look(game, id, 'running')
    await refuseAll(game, id, 'MoveRefused')
    await play(game, id, false)
    await play(game, id, true)

    for (const other of others) expect((await told(other, game, 'leaveMatch', { matchId: id })).data.leaveMatch.id).toBe(id)
    await look(game, id, 'over')
    await refuseAll(game, id, 'MoveRefused')
    expect((await told(host, game, 'leaveMatch', { matchId: id })).data.leaveMatch).toBeNull()
  })
})

const CREATE = '(input: { seats: 2 }) { id }'
const kingdoms = itemAt(games, 0)

test('one that fails does not hide what another in the same request has done', async () => {
  const both = `mutation { made: kingdomsCreateMatch${CREATE} not: joinMatch(input: { matchId: "x" }) { id } }`
  const { status, data, errors } = await itemAt(seats, 0)(both)
  expect({ status, not: data.not, errors }).toMatchObject({ status: 200, not: null, errors: [{ path: ['not'] }] })
  expect(data.made.id).toMatch(/^[0-9a-f-]{36}$/)
})

test('an open match does not empty a list', async () => {
  const [host, other] = seats as [Ask, Ask]
  const { made } = (await host(`mutation { made: kingdomsCreateMatch${CREATE} }`)).data
  await other('mutation ($id: ID!) { joinMatch(input: { matchId: $id }) { id } }', { id: made.id })
  await host(`mutation { kingdomsCreateMatch${CREATE} }`)
  const list =
    'query { matches(filter: { game: kingdoms, mine: true }, first: 2) { nodes { game status legalMoves { total } } } }'
  const { data, errors } = await host(list)
  expect(errors).toBeUndefined()
  expect(data.matches.nodes).toMatchObject([
    { status: 'open', legalMoves: null },
    { status: 'running', legalMoves: { total: expect.any(Number) } },
  ])
})

test('who may not look any more, or never might, is still told what they did', async () => {
  const [host, other] = seats as [Ask, Ask]
  const input = { seats: 2, visibility: 'private', join: false }
  const { id, invitation } = (await told(host, kingdoms, 'kingdomsCreateMatch', { input })).data.kingdomsCreateMatch
  await told(other, kingdoms, 'joinMatch', { input: { matchId: id, invitation } })
  const left = await told(other, kingdoms, 'leaveMatch', { matchId: id })
  expect(left.data.leaveMatch).toMatchObject({ id, view: null, log: null })
  expect(left.code).toBe('NOT_FOUND')

  const blind = (await host('mutation { issueToken(input: { scopes: [host, play] }) { token } }')).data.issueToken.token
  const unseen = await told(asker(app.url, blind), kingdoms, 'kingdomsCreateMatch', { input: { seats: 2 } })
  expect(unseen.data.kingdomsCreateMatch).toMatchObject({ status: 'open', view: null, notices: null })
  expect(unseen.code).toBe('SCOPE_MISSING')
})
