/** Medieval Realms over HTTP: secret placements through two servers, and whole matches. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { type Ask, asker } from './graphql.js'

const SEATS = 5
let one: TestApp
let other: TestApp
/** By seat: each player through one of the servers in turn. */
let players: Ask[]
let elsewhere: Ask[]

beforeAll(async () => {
  one = await startApp()
  other = await startApp({ databaseUrl: one.databaseUrl })
  const tokens: string[] = []
  for (let seat = 0; seat < SEATS; seat++) tokens.push((await one.register(`Realm ${seat}`)).token)
  players = tokens.map((token, seat) => asker(seat % 2 === 0 ? one.url : other.url, token))
  elsewhere = tokens.map((token, seat) => asker(seat % 2 === 0 ? other.url : one.url, token))
})
afterAll(async () => {
  await other.close()
  await one.close()
})

const as = (seat: number): Ask => players[seat] as Ask

const CREATE = `mutation ($input: MedievalRealmsCreateMatchInput!) { medievalRealmsCreateMatch(input: $input) { id } }`
const JOIN = 'mutation ($input: JoinMatchInput!) { joinMatch(input: $input) { you } }'
const NOW = `query ($id: ID!) { match(id: $id) { version status awaiting { seat decision }
  legalMoves { total complete moves { move } } } }`
const SUBMIT = `mutation ($input: SubmitMoveInput!) { submitMove(input: $input) {
  __typename ... on MoveAccepted { status } ... on MoveRefused { code message } } }`
const PLACED = `query ($id: ID!) { match(id: $id) { view { ... on MedievalRealmsView {
  stage players { seat hasPlaced placement { mayors admirals generals } } } } notices { items { notices {
  __typename ... on MedievalRealmsLeadersPlaced { seat placement { generals } } } } } } }`

async function started(seats: number): Promise<string> {
  const { data } = await as(0)(CREATE, { input: { seats, options: { firstOrder: 'seats' } } })
  const id = data.medievalRealmsCreateMatch.id as string
  for (let seat = 1; seat < seats; seat++) await as(seat)(JOIN, { input: { matchId: id } })
  return id
}

/** The typed mutation of a move as the list of legal moves prints it. */
async function playTyped(ask: Ask, matchId: string, move: { type: string }) {
  const { type, ...fields } = move
  const name = `${type[0]?.toUpperCase()}${type.slice(1)}`
  const mutation = `mutation ($input: MedievalRealms${name}Input!) { answer: medievalRealms${name}(input: $input) {
    __typename ... on MoveAccepted { status } ... on MoveRefused { code message } } }`
  return (await ask(mutation, { input: { matchId, ...fields } })).data.answer
}

const playGeneric = async (ask: Ask, matchId: string, move: object) =>
  (await ask(SUBMIT, { input: { matchId, move } })).data.submitMove

async function wholeMatch(seats: number, play: (ask: Ask, id: string, move: { type: string }) => Promise<{ status: string }>) {
  const id = await started(seats)
  let status = 'running'
  const decisions = new Set<string>()
  for (let moves = 0; status !== 'over'; moves++) {
    const { seat, decision } = (await as(0)(NOW, { id })).data.match.awaiting[0]
    decisions.add(decision)
    const { legalMoves } = (await as(seat)(NOW, { id })).data.match
    expect(legalMoves.complete).toBe(decision !== 'placeLeaders' && decision !== 'pickPair')
    const answer = await play(as(seat), id, legalMoves.moves[(moves * 13) % legalMoves.moves.length].move)
    expect(answer).toMatchObject({ __typename: 'MoveAccepted' })
    status = answer.status
  }
  const { data } = await as(0)('query ($id: ID!) { match(id: $id) { result { seat place } } }', { id })
  expect(data.match.result).toHaveLength(seats)
  return decisions
}

async function readyToPlace(): Promise<string> {
  const id = await started(SEATS)
  for (const seat of [4, 3, 2, 1, 0]) {
    const pair = { type: 'pickPair', first: 'goods', second: ['science', 'culture', 'religion', 'gold', 'raw'][seat] }
    expect(await playGeneric(as(seat), id, pair)).toMatchObject({ __typename: 'MoveAccepted' })
  }
  return id
}

const placement = (seat: number) => ({
  type: 'placeLeaders',
  mayors: ['gold', 'gold', 'raw', 'raw'],
  admirals: [seat + 1],
  generals: [seat + 6],
})

test('five clients place at the same moment through two servers: all five land, and there is one reveal', async () => {
  const id = await readyToPlace()
  const answers = await Promise.all(players.map((ask, seat) => playTyped(ask, id, placement(seat))))
  expect(answers.map(({ __typename }) => __typename)).toEqual(new Array(SEATS).fill('MoveAccepted'))
  for (const ask of [as(2), elsewhere[2] as Ask]) {
    const { view, notices } = (await ask(PLACED, { id })).data.match
    expect(view.stage).toBe('actions')
    const generals = view.players.map((player: { placement: { generals: number[] } }) => player.placement.generals)
    expect(generals).toEqual([[6], [7], [8], [9], [10]])
    const told = notices.items.flatMap((item: { notices: { __typename: string }[] }) => item.notices)
    const count = (type: string) =>
      told.filter(({ __typename }: { __typename: string }) => __typename === `MedievalRealms${type}`).length
    expect([count('LeadersPlaced'), count('LeadersRevealed'), count('TurnOrderSet')]).toEqual([5, 1, 1])
  }
})

test('before the reveal others learn that a seat has placed and not where, whichever server they ask; it is final', async () => {
  const id = await readyToPlace()
  await Promise.all([0, 1, 2, 3].map((seat) => playTyped(as(seat), id, placement(seat))))
  for (const [ask, seat] of [...players, ...elsewhere].map((ask, index) => [ask, index % SEATS] as const)) {
    const { view, notices } = (await ask(PLACED, { id })).data.match
    const seen = view.players.map((player: { placement: { generals: number[] } | null }) => player.placement?.generals ?? null)
    expect(seen).toEqual([0, 1, 2, 3, 4].map((other) => (other === seat && seat < 4 ? [seat + 6] : null)))
    expect(view.players.map((player: { hasPlaced: boolean }) => player.hasPlaced)).toEqual([true, true, true, true, false])
    expect(JSON.stringify(notices).match(/generals/g)?.length ?? 0).toBe(seat < 4 ? 1 : 0)
  }
  expect(await playTyped(elsewhere[3] as Ask, id, { ...placement(3), generals: [1] } as never)).toMatchObject({
    code: 'NOT_YOUR_TURN',
  })
})

test('a whole match with the typed mutations', async () => {
  expect([...(await wholeMatch(3, playTyped))]).toEqual(expect.arrayContaining(['pickPair', 'placeLeaders', 'action', 'bid']))
}, 60_000)

test('a whole match by legalMoves alone', async () => {
  await wholeMatch(2, playGeneric)
}, 60_000)

test('own content with a fault is refused with its place', async () => {
  const { errors } = await as(0)(CREATE, {
    input: { seats: 2, options: { content: { lands: [{ land: 1, rewards: [{ resource: 'gold', amount: 1 }] }] } } },
  })
  expect(errors?.[0]?.message).toContain('the map has the lands 1 to 10, each once')
})
