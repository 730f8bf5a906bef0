/** What a client learns of a game before it plays: its card, what lies in its box and its rules, by REST and by GraphQL. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { plain, selectAll } from '../../campaigns/leaks/selection.js'
import { typeName } from '../../src/api/schema/names.js'
import { games } from '../../src/games/registry.js'
import { startApp, type TestApp } from '../support/app.js'
import { type Ask, asker } from './graphql.js'
import { type Call, caller } from './rest.js'

let app: TestApp
let get: Call
let ask: Ask
beforeAll(async () => {
  app = await startApp()
  get = caller(app.url)
  ask = asker(app.url)
}, 60_000)
afterAll(() => app.close())

const content = async (game: string) => (await get('GET', `/v1/games/${game}/content`)).body

describe.each(games.map((game) => ({ id: game.id, game })))('$id', ({ id, game }) => {
  test.each(['', '/content', '/rules'])(
    'GET /v1/games/{id}%s can be kept by anybody, and is asked for again by its ETag',
    async (part) => {
      const { status, headers } = await get('GET', `/v1/games/${id}${part}`)
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=3600'])
      const tag = headers.get('etag') ?? ''
      expect(tag).toMatch(/^"[0-9a-f]{12}"$/)
      const again = await get('GET', `/v1/games/${id}${part}`, undefined, { 'if-none-match': tag })
      expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', tag])
      expect((await get('GET', `/v1/games/${id}${part}`, undefined, { 'if-none-match': '"other"' })).status).toBe(200)
    },
  )

  test('its card is the one of the list, with the schemas of all it takes and gives', async () => {
    const { body } = await get('GET', `/v1/games/${id}`)
    const { body: list } = await get('GET', '/v1/games')
    expect(list.items).toContainEqual(body)
    expect(Object.keys(body.schemas)).toEqual(['options', 'move', 'view', 'notice', 'event', 'content'])
    expect(body.schemas.view).toEqual(JSON.parse(JSON.stringify(z.toJSONSchema(game.schema.view))))
  })

  test('its content is that of the game, by GraphQL too', async () => {
    const body = await content(id)
    expect(game.schema.content.parse(body)).toEqual(game.content)
    const { text, project } = selectAll(typeName(game, 'GameContent'), game)
    const { data, errors } = await ask(
      `query Box($id: ID!) { game(id: $id) { content { __typename ... on ${typeName(game, 'GameContent')} ${text} } } }`,
      { id },
    )
    expect(errors).toBeUndefined()
    expect(plain(data.game.content)).toEqual(plain(project(body)))
    expect(plain(project(body))).toEqual(plain(body))
  })

  test('its rules are the page of the repository', async () => {
    const page = readFileSync(new URL(`../../docs/games/${id}.md`, import.meta.url), 'utf8')
    const { body, headers } = await get('GET', `/v1/games/${id}/rules`)
    expect([body, headers.get('content-type')]).toEqual([page, 'text/markdown; charset=utf-8'])
    expect((await ask('query Rules($id: ID!) { game(id: $id) { rulesText } }', { id })).data.game.rulesText).toBe(page)
  })
})

test.each(['chess', 'kingdoms%2F..', 'CHESS'])('there is no game called %s', async (id) => {
  for (const part of ['', '/content', '/rules']) {
    const { status, body } = await get('GET', `/v1/games/${id}${part}`)
    expect([status, body.code]).toEqual([404, 'NOT_FOUND'])
  }
  expect((await ask('query None($id: ID!) { game(id: $id) { rulesText } }', { id })).data.game).toBeNull()
})

test('the contents of all games can be asked for in one query: no field has two types', async () => {
  const fragments = games.map((game) => {
    const type = typeName(game, 'GameContent')
    return `... on ${type} ${selectAll(type, game).text}`
  })
  const { data, errors } = await ask(`{ games { content { __typename ${fragments.join('\n')} } } }`)
  expect(errors).toBeUndefined()
  expect(data.games.map((game: { content: object }) => plain(game.content))).toEqual(
    games.map((game) => plain(selectAll(typeName(game, 'GameContent'), game).project(game.content))),
  )
})

test('Kingdoms: tiles, and castles by number of seats', async () => {
  const { tiles, castles, epochs } = await content('kingdoms')
  expect(tiles.reduce((sum: number, { copies }: { copies: number }) => sum + copies, 0)).toBe(23)
  expect(tiles).toContainEqual({ tile: 'hazard4', copies: 1, value: -4 })
  expect(castles).toContainEqual({ seats: 3, castles: [3, 3, 2, 1] })
  expect(epochs).toBe(3)
})

test('Royals: map, cards by number of seats, and cubes by colour', async () => {
  const { figureSets, cardsBySeats, colours, intrigueCards } = await content('royals')
  expect(figureSets[0].cities).toContainEqual({
    city: 'Cologne',
    country: 'germanStates',
    bonus: 3,
    positions: [
      { title: 'cardinal', influence: 2 },
      { title: 'baron', influence: 1 },
    ],
  })
  expect(cardsBySeats.find(({ seats }: { seats: number }) => seats === 4)).toEqual({
    seats: 4,
    countryCards: [
      { country: 'france', cards: 25 },
      { country: 'germanStates', cards: 21 },
      { country: 'britain', cards: 17 },
      { country: 'spain', cards: 16 },
    ],
    firstDraw: [1, 1, 2, 3],
  })
  expect(colours).toContainEqual({ colour: 'black', cubes: 46, forTwo: true })
  expect(intrigueCards).toContainEqual({ pair: 'franceSpain', countries: ['france', 'spain'], copies: 4 })
})

test('Régents: which locations touch, and the spaces of a track', async () => {
  const { maps, spaces, thresholds, locations, clans } = await content('regents')
  const touches = (map: string, from: string) =>
    maps.find((one: { map: string }) => one.map === map).locations.find(({ location }: { location: string }) => location === from)
      .touches
  expect(touches('hub', 'chapel')).toEqual(['throne', 'tower'])
  expect(touches('wheel', 'chapel')).toEqual(['throne', 'knights', 'treasure', 'tower'])
  expect(touches('seven', 'rampart')).toEqual(['knights', 'store'])
  expect(spaces).toEqual([0, 1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 24, 30])
  expect(thresholds).toEqual([
    { space: 4, passed: 1, reached: 1 },
    { space: 10, passed: 5, reached: 4 },
    { space: 24, passed: 13, reached: 10 },
  ])
  expect(locations).toContainEqual({ location: 'store', track: 'trade' })
  expect(clans).toContainEqual({ clan: 'stewart', lacks: 'betrayal' })
})

test("Medieval Realms: the standard cards are rows that a host's own deck could be made of", async () => {
  const { cards, lands, start, seatFigures } = await content('medieval-realms')
  const island = cards.find(({ id }: { id: string }) => id === 'island-crete')
  expect(island.cost).toEqual({ pay: 'admiral', amounts: [1], plus: 1, plusPer: 'turquoiseCards' })
  expect(island.effects[1]).toMatchObject({ when: 'end', gain: 'points', amount: 3, condition: 'violetCards', atLeast: 2 })
  const { token } = await app.register('Host of a deck')
  const made = await caller(app.url, token)('POST', '/v1/matches', {
    game: 'medieval-realms',
    seats: 2,
    options: { content: { deck: cards, lands, start } },
  })
  expect([made.status, made.body.status]).toEqual([201, 'open'])
  expect(seatFigures).toContainEqual({ seats: 5, lands: 10, swept: 1, buffers: 0 })
})
