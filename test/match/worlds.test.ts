/** Worlds that are only thought of: what they are made of, who may have them, and what can be done in them. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seededDice } from '../../src/dice/seeded.js'
import type { AnyGame } from '../../src/games/contract.js'
import { games } from '../../src/games/registry.js'
import { ApplyMoves, ImagineWorlds, type World } from '../../src/match/world-shapes.js'
import { signed } from '../../src/match/worlds/signing.js'
import { administer } from '../support/administer.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { begin, openServer, type Player, play, problemOf, type Server } from './server.js'

let database: FreshDatabase
let server: Server
let players: Player[]
beforeAll(async () => {
  database = await freshDatabase()
  server = await openServer(database.url)
  players = await Promise.all(Array.from({ length: 6 }, () => server.player()))
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

const who = (seat: number): Player => {
  const player = players[seat]
  if (!player) throw new Error(`nobody sits at ${seat}`)
  return player
}

/** A match in its middle. */
async function running(game: AnyGame, moves: number): Promise<string> {
  const sitting = players.slice(0, game.seats.min)
  const id = await begin(server, sitting, { game: game.id, options: {} })
  await play(server, sitting, id, moves)
  return id
}

const imagine = (by: Player, match: string, asked: object = {}) =>
  server.matches.imagine(by, match, ImagineWorlds.parse({ seed: 7, ...asked }))
const apply = (game: string, asked: object, by = who(0), at = server) =>
  at.matches.apply(by, game, ApplyMoves.parse({ seed: 7, ...asked }))

/** What the server keeps, as anybody may read it. */
const stateOf = ({ state }: World): unknown => JSON.parse(state.split(' ').slice(4).join(' '))
const only = <T>(items: readonly (T | null)[]): T => {
  const [item, ...others] = items
  if (item === null || item === undefined || others.length > 0) throw new Error(`one was expected: ${JSON.stringify(items)}`)
  return item
}

describe.each(games.map((game) => [game.id, game] as const))('%s', (id, game) => {
  test('an imagined world looks to the seat as the match does, and is the same for the same seed', async () => {
    const match = await running(game, 25)
    for (let seat = 0; seat < game.seats.min; seat++) {
      const { worlds, version } = await imagine(who(seat), match, { count: 3 })
      const { view } = await server.matches.view(who(seat), match)
      for (const world of worlds) expect(game.view(stateOf(world), seat)).toEqual(view)
      expect(await imagine(who(seat), match, { count: 3 })).toEqual({ game: id, seat, version, worlds })
      expect((await imagine(who(seat), match, { seed: 8 })).worlds).toEqual([worlds[1]])
    }
  })

  test('it depends on what the seat sees and on nothing else', async () => {
    const match = await running(game, 25)
    const { view } = await server.matches.view(who(0), match)
    const { worlds } = await imagine(who(0), match)
    const fromViewAlone = game.imagine(JSON.parse(JSON.stringify(view)), 0, seededDice(7))
    expect(stateOf(only(worlds))).toEqual(JSON.parse(JSON.stringify(fromViewAlone)))
  })

  test('a whole match is played without one: begun, and then one move after the other', async () => {
    let world = only((await apply(id, { begin: { seats: game.seats.min }, legalMoves: 5 })).results).world
    for (let moves = 0; world && !world.over; moves++) {
      const { seat, moves: legal } = only(world.legalMoves?.slice(0, 1) ?? [])
      const tried = await apply(id, {
        state: world.state,
        moves: [{ seat, move: legal[moves % legal.length] }],
        seed: moves,
        legalMoves: 5,
      })
      world = only(tried.results).world
    }
    expect(world?.over).toHaveLength(game.seats.min)
    expect(world?.awaiting).toEqual([])
    const after = await apply(id, { state: world?.state, moves: [{ seat: 0 }] })
    expect(only(after.results)).toMatchObject({ refusal: { code: 'MATCH_OVER' }, events: [], world: null })
  })

  test('alternatives are tried in the same world; in turn, each in what the one before has left', async () => {
    const begun = only((await apply(id, { begin: { seats: game.seats.min }, legalMoves: 3, view: true })).results).world
    if (!begun) throw new Error('it does not begin')
    const { seat, moves } = only(begun.legalMoves?.slice(0, 1) ?? [])
    const [first] = moves
    const twice = [
      { seat, move: first },
      { seat, move: first },
    ]
    const { results } = await apply(id, { state: begun.state, moves: twice })
    expect(results[0]).toEqual(results[1])
    const inTurn = await apply(id, { state: begun.state, moves: [...twice, { seat }], inTurn: true })
    expect(inTurn.results[0]?.refusal).toBeNull()
    expect(game.schema.view.safeParse(begun.view).success).toBe(true)
    for (const event of results[0]?.events ?? []) expect(game.schema.event.safeParse(event).success).toBe(true)
  })
})

describe('who may imagine', () => {
  test('the holder of a seat, during the match and after it; nobody else', async () => {
    const [kingdoms] = games
    if (!kingdoms) throw new Error('there is no game')
    const match = await running(kingdoms, 5)
    expect(await problemOf(imagine(who(5), match))).toBe('403 NOT_SEATED')
    await server.matches.leave(who(1), match)
    expect(await problemOf(imagine(who(1), match))).toBe('403 NOT_SEATED')
    expect((await imagine(who(0), match)).worlds[0]?.over).toHaveLength(2)
    const open = await begin(server, [who(0)], { seats: 2 })
    expect(await problemOf(imagine(who(0), open))).toBe('409 NOT_STARTED')
    expect(await problemOf(imagine(who(0), 'nonsense'))).toBe('404 NOT_FOUND')
  })
})

describe('a state from outside', () => {
  const MOVES = [{ seat: 0 }]
  const begun = async (game = 'kingdoms', at = server): Promise<string> =>
    only((await apply(game, { begin: { seats: 3 } }, who(0), at)).results).world?.state ?? ''

  test('is refused if it is not, to the letter, what a server gave', async () => {
    const state = await begun()
    const [format, game, code, signature, ...json] = state.split(' ')
    const forged = [
      '{"players":[]}',
      '',
      ' ',
      `${state} `,
      state.replace('"gold":50', '"gold":51'),
      state.replace(`${signature}`, 'A'.repeat(43)),
      `${format} ${game} ${code} ${json.join(' ')}`,
      `${format} royals ${code} ${signature} ${json.join(' ')}`,
      `world2 ${game} ${code} ${signature} ${json.join(' ')}`,
    ]
    for (const one of forged)
      expect([one, await problemOf(apply('kingdoms', { state: one, moves: MOVES }))]).toEqual([one, '422 STATE_NOT_SIGNED'])
    expect(await problemOf(apply('royals', { state, moves: MOVES }))).toBe('422 WRONG_GAME')
    expect(await problemOf(apply('chess', { state, moves: MOVES }))).toBe('404 NOT_FOUND')
  })

  test('is refused if another engine made it, though the signature is good', async () => {
    const key = await server.secrets.worldKey(server.pool)
    const [, , fingerprint = '', , ...json] = (await begun()).split(' ')
    const state = JSON.parse(json.join(' '))
    const of = (code: string) => signed(key, { game: 'kingdoms', fingerprint: code }, state)
    expect(only((await apply('kingdoms', { state: of(fingerprint), moves: MOVES })).results).refusal).toBeNull()
    expect(await problemOf(apply('kingdoms', { state: of('another'), moves: MOVES }))).toBe('422 STATE_OUTDATED')
  })

  test('is known to every server of the database, and to no other', async () => {
    const beside = await openServer(database.url)
    const state = await begun('royals', beside)
    expect(only((await apply('royals', { state, moves: MOVES })).results).refusal).toBeNull()
    const elsewhere = await freshDatabase()
    const stranger = await openServer(elsewhere.url, { secretsKey: randomBytes(32) })
    expect(await problemOf(apply('royals', { state, moves: MOVES }, await stranger.player(), stranger))).toBe(
      '422 STATE_NOT_SIGNED',
    )
    await stranger.close()
    await elsewhere.drop()
    await beside.close()
  })

  test('is known again after the database was put back to before its key', async () => {
    await begun()
    await administer(database.url, 'delete from world_key')
    const beside = await openServer(database.url)
    const state = await begun('kingdoms', beside)
    expect(only((await apply('kingdoms', { state, moves: MOVES })).results).refusal).toBeNull()
    await beside.close()
  })

  test.each([
    ['neither state nor begin', {}],
    ['both', { state: 'x', begin: { seats: 2 } }],
    ['a state and no moves', { state: 'x' }],
  ])('%s is no input', async (_, asked) => {
    expect(await problemOf(apply('kingdoms', asked))).toBe('400 INVALID_INPUT')
  })

  test('what the rules refuse is told beside what they allow', async () => {
    const state = await begun()
    const moves = [
      { seat: 15 },
      { seat: 0, move: { type: 'fly' } },
      { seat: 0, move: { type: 'placeCastle', rank: 1, row: 1, column: 1 } },
      { seat: 2 },
    ]
    const { results } = await apply('kingdoms', { state, moves })
    const codes = results.map(({ refusal }) => refusal?.code)
    expect(codes.slice(0, 2)).toEqual(['NO_SUCH_SEAT', 'MALFORMED_MOVE'])
    expect(codes[3]).toBeUndefined()
    const inTurn = await apply('kingdoms', { state, moves, inTurn: true })
    expect(inTurn.results.map(({ refusal }) => refusal?.code)).toEqual(['NO_SUCH_SEAT'])
  })

  test('a beginning is held to what a host may choose', async () => {
    expect(await problemOf(apply('kingdoms', { begin: { seats: 9 } }))).toBe('400 SEATS_OUT_OF_RANGE')
    expect(await problemOf(apply('kingdoms', { begin: { seats: 2, options: { starter: 'nobody' } } }))).toBe(
      '400 INVALID_OPTIONS',
    )
  })
})
