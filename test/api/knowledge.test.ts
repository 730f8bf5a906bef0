/** What one seat knows and the others do not, asked over HTTP through two servers of one database. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { moveName, typeName } from '../../src/api/schema/names.js'
import { itemAt } from '../../src/games/lists.js'
import { registered } from '../../src/games/registry.js'
import { startApp, type TestApp } from '../support/app.js'
import { type Ask, asker } from './graphql.js'
import { type Move, type MoveAnswer, playMove, submitMove, typedMutation } from './seat-clients.js'

const SEATS = 5
let one: TestApp
let other: TestApp
/** By seat: neighbours talk to different servers. */
let players: Ask[]
/** By seat: the same players through the server that they do not usually talk to. */
let elsewhere: Ask[]

beforeAll(async () => {
  one = await startApp()
  other = await startApp({ databaseUrl: one.databaseUrl })
  const tokens: string[] = []
  for (let seat = 0; seat < SEATS; seat++) tokens.push((await one.register(`Seat ${seat}`)).token)
  players = tokens.map((token, seat) => asker(seat % 2 === 0 ? one.url : other.url, token))
  elsewhere = tokens.map((token, seat) => asker(seat % 2 === 0 ? other.url : one.url, token))
})
afterAll(async () => {
  await other.close()
  await one.close()
})

const as = (seat: number): Ask => itemAt(players, seat)
type AnyRegistered = (typeof registered)[keyof typeof registered]

async function started(game: AnyRegistered, seats: number, options: object): Promise<string> {
  const create = `mutation ($input: ${typeName(game, 'CreateMatch')}Input!) { made: ${moveName(game, 'createMatch')}(input: $input) { id } }`
  const matchId = String((await as(0)(create, { input: { seats, options } })).data.made.id)
  for (let seat = 1; seat < seats; seat++)
    await as(seat)('mutation ($input: JoinMatchInput!) { joinMatch(input: $input) { you } }', { input: { matchId } })
  return matchId
}

const ACCEPTED = { __typename: 'MoveAccepted' }

describe('Royals', () => {
  const HANDS = `query ($id: ID!) { match(id: $id) { view { ... on RoyalsView { display
    players { cardCount royalsPoints royalsHand { cards { france germanStates britain spain } } royalsMarkers { kind of points } } } } } }`
  const play = (seat: number, id: string, move: Move): Promise<MoveAnswer> =>
    playMove(as(seat), typedMutation(registered.royals), id, move)

  test('several sources in one draw, a refusal with its code, and a hand that nobody else sees', async () => {
    const id = await started(registered.royals, 2, { starter: 'seat0' })
    const { display } = (await as(0)(HANDS, { id })).data.match.view
    expect(await play(0, id, { type: 'draw', sources: ['intrigueDeck'] })).toMatchObject({ code: 'NO_INTRIGUE_CARD_OWED' })
    expect(await play(0, id, { type: 'draw', sources: [display[0], 'countryDeck'] })).toMatchObject(ACCEPTED)
    const [own, others] = [(await as(0)(HANDS, { id })).data.match.view, (await as(1)(HANDS, { id })).data.match.view]
    expect(own.players[0].cardCount).toBe(2)
    expect(Object.values<number>(own.players[0].royalsHand.cards).reduce((sum, count) => sum + count)).toBe(2)
    expect(others.players[0]).toEqual({ cardCount: 2, royalsHand: null, royalsMarkers: null, royalsPoints: null })
  })
})

describe('Régents', () => {
  const KNOWN = `query ($id: ID!) { match(id: $id) { view { ... on RegentsView {
    players { seat clan regentsHand possibleClans tileCount } accusations { seat target upheld tilesLost tile } } } } }`
  const play = (seat: number, id: string, move: Move): Promise<MoveAnswer> =>
    playMove(as(seat), typedMutation(registered.regents), id, move)

  test('a failed accusation shows a clan to the accuser and to nobody else', async () => {
    const id = await started(registered.regents, 4, { starter: 'seat0' })
    for (let turn = 0; turn < 16; turn++) await play(turn % 4, id, { type: 'placeAgent', location: 'throne' })
    const known = async (seat: number) => (await as(seat)(KNOWN, { id })).data.match.view
    const own = (await known(0)).players[0].clan
    // Clans are dealt once each: nobody else has one's own.
    expect(await play(0, id, { type: 'accuse', target: 1, clan: own })).toMatchObject(ACCEPTED)
    const [accuser, accused, third] = [await known(0), await known(1), await known(2)]
    expect(accuser.players[1].clan).toBe(accused.players[1].clan)
    expect(accuser.players[1].regentsHand).toHaveLength(5)
    expect(accused.accusations).toEqual([{ seat: 0, target: 1, upheld: false, tilesLost: 2, tile: own }])
    expect(third.accusations).toEqual([{ seat: 0, target: 1, upheld: false, tilesLost: 2, tile: null }])
    expect(third.players[1]).toMatchObject({ clan: null, regentsHand: null })
    expect(third.players[1].possibleClans).toHaveLength(5)
    expect(third.players[0].tileCount).toBe(4)
  })
})

describe('Medieval Realms', () => {
  const PLACED = `query ($id: ID!) { match(id: $id) { view { ... on MedievalRealmsView {
    stage players { seat hasPlaced placement { mayors admirals generals } } } } notices { items { notices {
    __typename ... on MedievalRealmsLeadersPlaced { seat placement { generals } } } } } } }`
  const place = (ask: Ask, id: string, move: Move): Promise<MoveAnswer> =>
    playMove(ask, typedMutation(registered['medieval-realms']), id, move)

  /** Everybody has picked a pair and nobody has placed leaders yet. */
  async function readyToPlace(): Promise<string> {
    const id = await started(registered['medieval-realms'], SEATS, { firstOrder: 'seats' })
    const seconds = ['science', 'culture', 'religion', 'gold', 'raw']
    for (const [seat, second] of [...seconds.entries()].reverse())
      expect(await playMove(as(seat), submitMove, id, { type: 'pickPair', first: 'goods', second })).toMatchObject(ACCEPTED)
    return id
  }

  const placement = (seat: number): Move => ({
    type: 'placeLeaders',
    mayors: ['gold', 'gold', 'raw', 'raw'],
    admirals: [seat + 1],
    generals: [seat + 6],
  })

  interface Seen {
    readonly hasPlaced: boolean
    readonly placement: { readonly generals: readonly number[] } | null
  }
  const generalsOf = ({ players }: { players: readonly Seen[] }) => players.map((player) => player.placement?.generals ?? null)

  test('five clients place at the same moment through two servers: all five land, and there is one reveal', async () => {
    const id = await readyToPlace()
    const answers = await Promise.all(players.map((ask, seat) => place(ask, id, placement(seat))))
    expect(answers.map(({ __typename }) => __typename)).toEqual(new Array(SEATS).fill('MoveAccepted'))
    for (const ask of [as(2), itemAt(elsewhere, 2)]) {
      const { view, notices } = (await ask(PLACED, { id })).data.match
      expect(view.stage).toBe('actions')
      expect(generalsOf(view)).toEqual([[6], [7], [8], [9], [10]])
      const told: { __typename: string }[] = notices.items.flatMap((item: { notices: object[] }) => item.notices)
      const count = (type: string) => told.filter(({ __typename }) => __typename === `MedievalRealms${type}`).length
      expect([count('LeadersPlaced'), count('LeadersRevealed'), count('TurnOrderSet')]).toEqual([5, 1, 1])
    }
  })

  test('before the reveal others learn that a seat has placed and not where, whichever server they ask; it is final', async () => {
    const id = await readyToPlace()
    await Promise.all([0, 1, 2, 3].map((seat) => place(as(seat), id, placement(seat))))
    for (const [index, ask] of [...players, ...elsewhere].entries()) {
      const seat = index % SEATS
      const { view, notices } = (await ask(PLACED, { id })).data.match
      expect(generalsOf(view)).toEqual([0, 1, 2, 3, 4].map((viewed) => (viewed === seat && seat < 4 ? [seat + 6] : null)))
      expect(view.players.map((player: Seen) => player.hasPlaced)).toEqual([true, true, true, true, false])
      expect(JSON.stringify(notices).match(/generals/g)?.length ?? 0).toBe(seat < 4 ? 1 : 0)
    }
    expect(await place(itemAt(elsewhere, 3), id, { ...placement(3), generals: [1] })).toMatchObject({ code: 'NOT_YOUR_TURN' })
  })
})
