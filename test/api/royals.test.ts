/** Royals over HTTP: whole matches, payments left out, figures of one's own copy, and hands that stay hidden. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { type Ask, asker } from './graphql.js'

const SEATS = 5
let app: TestApp
let players: Ask[]

beforeAll(async () => {
  app = await startApp()
  players = []
  for (let seat = 0; seat < SEATS; seat++) players.push(asker(app.url, (await app.register(`House ${seat}`)).token))
})
afterAll(async () => {
  await app.close()
})

const as = (seat: number): Ask => players[seat] as Ask

const CREATE = 'mutation ($input: RoyalsCreateMatchInput!) { royalsCreateMatch(input: $input) { id } }'
const JOIN = 'mutation ($input: JoinMatchInput!) { joinMatch(input: $input) { you } }'
const NOW = `query ($id: ID!) { match(id: $id) { status awaiting { seat decision }
  legalMoves { total complete moves { move } } } }`
const SUBMIT = `mutation ($input: SubmitMoveInput!) { submitMove(input: $input) {
  __typename ... on MoveAccepted { status } ... on MoveRefused { code message } } }`
const HANDS = `query ($id: ID!) { match(id: $id) { view { ... on RoyalsView { display cities { city country bonus }
  players { cardCount points hand { cards { france germanStates britain spain } } markers { kind of points } } } } } }`

async function started(seats: number, options: object = {}): Promise<string> {
  const { data } = await as(0)(CREATE, { input: { seats, options: { starter: 'seat0', ...options } } })
  const id = data.royalsCreateMatch.id as string
  for (let seat = 1; seat < seats; seat++) await as(seat)(JOIN, { input: { matchId: id } })
  return id
}

type Play = (ask: Ask, matchId: string, move: { type: string }) => Promise<{ status: string }>

const playTyped: Play = async (ask, matchId, move) => {
  const { type, ...fields } = move
  const name = `${type[0]?.toUpperCase()}${type.slice(1)}`
  const mutation = `mutation ($input: Royals${name}Input!) { answer: royals${name}(input: $input) {
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

test('a whole match of two with the typed mutations', async () => {
  const types = await wholeMatch(2, {}, playTyped)
  expect([...types].sort()).toEqual(['claim', 'discard', 'draw', 'endPlay', 'takeOver'])
}, 120_000)

test('a whole match of five by legalMoves alone', async () => {
  await wholeMatch(5, { jokers: 'always' }, playGeneric)
}, 120_000)

test('several sources in one draw, a refusal with its code, and a hand that nobody else sees', async () => {
  const id = await started(2)
  const { display } = (await as(0)(HANDS, { id })).data.match.view
  expect(await playTyped(as(0), id, { type: 'draw', sources: ['intrigueDeck'] } as never)).toMatchObject({
    code: 'NO_INTRIGUE_CARD_OWED',
  })
  expect(await playTyped(as(0), id, { type: 'draw', sources: [display[0], 'countryDeck'] } as never)).toMatchObject({
    __typename: 'MoveAccepted',
  })
  const [own, other] = [(await as(0)(HANDS, { id })).data.match.view, (await as(1)(HANDS, { id })).data.match.view]
  expect(own.players[0].cardCount).toBe(2)
  expect(Object.values(own.players[0].hand.cards as Record<string, number>).reduce((sum, count) => sum + count)).toBe(2)
  expect(other.players[0]).toEqual({ cardCount: 2, hand: null, markers: null, points: null })
})

test('figures of one’s own copy: a sound table is played with, a bad one is refused by field and reason', async () => {
  const countryMarkers = (lower: number) => {
    const pair = { higher: 9, lower }
    return { france: pair, germanStates: pair, britain: pair, spain: pair }
  }
  const id = await started(2, { content: { countryMarkers: countryMarkers(3) } })
  const { data } = await as(0)(
    'query ($id: ID!) { match(id: $id) { view { ... on RoyalsView { countryMarkers { country higher lower } } } } }',
    { id },
  )
  expect(data.match.view.countryMarkers[3]).toEqual({ country: 'spain', higher: 9, lower: 3 })
  const refused = await as(0)(CREATE, { input: { seats: 2, options: { content: { countryMarkers: countryMarkers(9) } } } })
  expect(JSON.stringify(refused)).toContain('The lower marker must be worth less than the higher one.')
})
