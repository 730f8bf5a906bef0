/** Régents over HTTP: whole matches, and knowledge that stays with whoever has it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { type Ask, asker } from './graphql.js'

let app: TestApp
let players: Ask[]

beforeAll(async () => {
  app = await startApp()
  players = []
  for (let seat = 0; seat < 5; seat++) players.push(asker(app.url, (await app.register(`Clan ${seat}`)).token))
})
afterAll(async () => {
  await app.close()
})

const as = (seat: number): Ask => players[seat] as Ask

const CREATE = 'mutation ($input: RegentsCreateMatchInput!) { regentsCreateMatch(input: $input) { id } }'
const JOIN = 'mutation ($input: JoinMatchInput!) { joinMatch(input: $input) { you } }'
const NOW = `query ($id: ID!) { match(id: $id) { status awaiting { seat decision }
  legalMoves { total complete moves { move } } } }`
const SUBMIT = `mutation ($input: SubmitMoveInput!) { submitMove(input: $input) {
  __typename ... on MoveAccepted { status } ... on MoveRefused { code message } } }`
const KNOWN = `query ($id: ID!) { match(id: $id) { view { ... on RegentsView {
  players { seat clan hand possibleClans tileCount } accusations { seat target upheld tilesLost tile } } } } }`

async function started(seats: number, options: object = {}): Promise<string> {
  const { data } = await as(0)(CREATE, { input: { seats, options: { starter: 'seat0', ...options } } })
  const id = data.regentsCreateMatch.id as string
  for (let seat = 1; seat < seats; seat++) await as(seat)(JOIN, { input: { matchId: id } })
  return id
}

type Play = (ask: Ask, matchId: string, move: { type: string }) => Promise<{ status: string }>

const playTyped: Play = async (ask, matchId, move) => {
  const { type, ...fields } = move
  const name = `${type[0]?.toUpperCase()}${type.slice(1)}`
  const mutation = `mutation ($input: Regents${name}Input!) { answer: regents${name}(input: $input) {
    __typename ... on MoveAccepted { status } ... on MoveRefused { code message } } }`
  return (await ask(mutation, { input: { matchId, ...fields } })).data.answer
}

const playGeneric: Play = async (ask, matchId, move) => (await ask(SUBMIT, { input: { matchId, move } })).data.submitMove

/** Plays a kind of move that was not played yet wherever there is one, and gives the kinds. */
async function wholeMatch(seats: number, options: object, play: Play): Promise<Set<string>> {
  const id = await started(seats, options)
  const types = new Set<string>()
  for (let moves = 0, status = 'running'; status !== 'over'; moves++) {
    const { seat } = (await as(0)(NOW, { id })).data.match.awaiting[0]
    const { legalMoves } = (await as(seat)(NOW, { id })).data.match
    expect(legalMoves.complete).toBe(true)
    const listed = legalMoves.moves.map((one: { move: { type: string } }) => one.move)
    const move = listed.find(({ type }: { type: string }) => !types.has(type)) ?? listed[(moves * 13) % listed.length]
    types.add(move.type)
    const answer = await play(as(seat), id, move)
    expect(answer).toMatchObject({ __typename: 'MoveAccepted' })
    status = answer.status
  }
  const { data } = await as(0)('query ($id: ID!) { match(id: $id) { result { seat place } } }', { id })
  expect(data.match.result).toHaveLength(seats)
  return types
}

test('a whole match of three with the typed mutations', async () => {
  const types = await wholeMatch(3, {}, playTyped)
  expect([...types]).toEqual(expect.arrayContaining(['placeAgent', 'moveAgent', 'moveKing', 'spy', 'accuse', 'moveNeutral']))
}, 60_000)

test('a whole match of five, German edition, by legalMoves alone', async () => {
  await wholeMatch(5, { edition: 'de', map: 'wheel' }, playGeneric)
}, 60_000)

test('a failed accusation shows a clan to the accuser and to nobody else', async () => {
  const id = await started(4)
  for (let turn = 0; turn < 16; turn++) await playTyped(as(turn % 4), id, { type: 'placeAgent', location: 'throne' } as never)
  const known = async (seat: number) => (await as(seat)(KNOWN, { id })).data.match.view
  const own = (await known(0)).players[0].clan
  // Clans are dealt once each: nobody else has one's own.
  const answer = await playTyped(as(0), id, { type: 'accuse', target: 1, clan: own } as never)
  expect(answer).toMatchObject({ __typename: 'MoveAccepted' })
  const [accuser, accused, third] = [await known(0), await known(1), await known(2)]
  expect(accuser.players[1].clan).toBe(accused.players[1].clan)
  expect(accuser.players[1].hand).toHaveLength(5)
  expect(accused.accusations).toEqual([{ seat: 0, target: 1, upheld: false, tilesLost: 2, tile: own }])
  expect(third.accusations).toEqual([{ seat: 0, target: 1, upheld: false, tilesLost: 2, tile: null }])
  expect(third.players[1]).toMatchObject({ clan: null, hand: null })
  expect(third.players[1].possibleClans).toHaveLength(5)
  expect(third.players[0].tileCount).toBe(4)
})
