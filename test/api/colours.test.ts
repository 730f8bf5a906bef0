/** Players of Royals choose their colours as they join, by REST and by GraphQL. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { asker } from './graphql.js'
import { type Call, caller } from './rest.js'

let app: TestApp
let players: Call[]
let tokens: string[]
beforeAll(async () => {
  app = await startApp()
  tokens = await Promise.all(['Anne', 'Ben', 'Cleo'].map(async (name) => (await app.register(`${name} ${Date.now()}`)).token))
  players = tokens.map((token) => caller(app.url, token))
})
afterAll(() => app.close())

const by = (seat: number): Call => players[seat] ?? caller(app.url)
const make = async (input: object) => (await by(0)('POST', '/v1/matches', { game: 'royals', seats: 3, ...input })).body
const join = (seat: number, match: string, input: object = {}) => by(seat)('POST', `/v1/matches/${match}/join`, input)
const seen = async (match: string) => (await by(0)('GET', `/v1/matches/${match}/view`)).body.view

test('[Y55] host and joiner choose; a taken or an unknown colour is refused; black has its 46 cubes', async () => {
  const { id, seats } = await make({ colour: 'white' })
  expect(seats.map(({ colour }: { colour: string }) => colour)).toEqual(['white', null, null])
  expect((await join(1, id, { colour: 'white' })).body).toMatchObject({ status: 409, code: 'COLOUR_TAKEN' })
  expect((await join(1, id, { colour: 'green' })).body).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
  const asked = await asker(app.url, tokens[1])(
    'mutation ($input: JoinMatchInput!) { joinMatch(input: $input) { seats { seat colour } } }',
    { input: { matchId: id, colour: 'black' } },
  )
  expect(asked.data.joinMatch.seats.map(({ colour }: { colour: string }) => colour)).toEqual(['white', 'black', null])
  const full = await join(2, id)
  expect(full.body).toMatchObject({ status: 'running', options: { colours: ['white', 'black', 'orange', 'grey', 'purple'] } })
  const { players: shown } = await seen(id)
  expect(shown.map(({ colour, cubes }: { colour: string; cubes: number }) => [colour, cubes])).toEqual([
    ['white', 46],
    ['black', 46],
    ['orange', 36],
  ])
})

test('[Y55] a colour goes with its player, to another seat where seats are dealt, and is free again when the seat is given up', async () => {
  const { id } = await make({ seating: 'random', colour: 'black' })
  await join(1, id, { colour: 'white' })
  await by(1)('POST', `/v1/matches/${id}/leave`)
  expect((await join(2, id, { colour: 'white' })).status).toBe(200)
  const { body } = await join(1, id)
  const { players: shown } = await seen(id)
  const colourOf = (seat: number): string => shown[seat].colour
  for (const [index, colour] of [
    [0, 'black'],
    [2, 'white'],
  ] as const) {
    const me = (await by(index)('GET', `/v1/matches/${id}`)).body.you
    expect(colourOf(me)).toBe(colour)
    expect(body.seats[me].colour).toBe(colour)
  }
})

test('[Y2] [Y55] with two seats only black and white can be chosen; in another game there is nothing to choose', async () => {
  expect((await by(0)('POST', '/v1/matches', { game: 'royals', seats: 2, colour: 'grey' })).body.code).toBe('INVALID_INPUT')
  expect((await by(0)('POST', '/v1/matches', { game: 'kingdoms', seats: 2, colour: 'black' })).body.code).toBe('INVALID_INPUT')
  const { id } = await make({ seats: 2, colour: 'white' })
  await join(1, id)
  expect((await seen(id)).players.map(({ colour }: { colour: string }) => colour)).toEqual(['white', 'black'])
})
