/** What a bot needs to know next comes with what it has just done or waited for, and one answer is of one version. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../src/client/index.js'
import { itemAt } from '../../src/games/lists.js'
import { startApp, type TestApp } from '../support/app.js'
import { type Ask, asker } from './graphql.js'
import { type Call, caller, type Reply } from './rest.js'

interface Someone {
  readonly rest: Call
  readonly ask: Ask
  readonly token: string
}

let app: TestApp
let anne: Someone
let ben: Someone
let cleo: Someone
let names = 0
const newcomer = async (): Promise<Someone> => {
  const { token } = await app.register(`Newcomer ${++names}`)
  return { token, rest: caller(app.url, token), ask: asker(app.url, token) }
}
beforeAll(async () => {
  app = await startApp()
  ;[anne, ben, cleo] = [await newcomer(), await newcomer(), await newcomer()]
})
afterAll(() => app.close())

const at = (match: string, rest = ''): string => `/v1/matches/${match}${rest}`

/** A match of Kingdoms in which the first of these begins. */
async function begun(...players: Someone[]): Promise<string> {
  const [host, ...others] = players
  const options = { starter: 'seat0' }
  const made = await host?.rest('POST', '/v1/matches', { game: 'kingdoms', seats: players.length, options })
  const match: string = made?.body.id
  for (const { rest } of others) await rest('POST', at(match, '/join'), {})
  return match
}

let castles = 0
/** Another castle each time, on a field of its own. */
const castle = (): object => ({ type: 'placeCastle', rank: 1, row: 1 + (castles % 5), column: 1 + (castles++ % 6) })
const move = (who: Someone, match: string, query = ''): Promise<Reply> => who.rest('POST', at(match, `/moves${query}`), castle())

describe('by REST', () => {
  test('joining, moving and a page of notices tell who is awaited and whether you are', async () => {
    const made = await anne.rest('POST', '/v1/matches', { game: 'kingdoms', seats: 2, options: { starter: 'seat0' } })
    expect(made.body).toMatchObject({ awaiting: [], yourTurn: false })
    const match = made.body.id
    const joined = await ben.rest('POST', at(match, '/join'), {})
    expect(joined.body).toMatchObject({ version: 1, awaiting: [{ seat: 0, decision: 'turn', since: 1 }], yourTurn: false })
    const moved = await move(anne, match)
    expect(moved.body).toMatchObject({ version: 2, awaiting: [{ seat: 1, decision: 'turn', since: 2 }], yourTurn: false })
    const page = await ben.rest('GET', at(match, '/notices?after=1'))
    expect(page.body).toMatchObject({ next: 2, version: 2, status: 'running', awaiting: [{ seat: 1 }], yourTurn: true })
    expect((await cleo.rest('GET', at(match, '/notices'))).body).toMatchObject({ version: 2, yourTurn: false })
  })

  test('a move that is answered for again is answered alike, whatever has happened since', async () => {
    const match = await begun(anne, ben)
    const again = { 'idempotency-key': 'once' }
    const body = castle()
    const first = await anne.rest('POST', at(match, '/moves?include=view,legalMoves'), body, again)
    await move(ben, match)
    const second = await anne.rest('POST', at(match, '/moves?include=view,legalMoves'), body, again)
    expect(second.body).toEqual(first.body)
  })

  test('a match, a move and a page carry view and legal moves of their version, and only what is asked for', async () => {
    const match = await begun(anne, ben)
    const seen = (await anne.rest('GET', at(match, '?include=view,legalMoves'))).body
    expect(seen.legalMoves).toMatchObject({ version: seen.version, seat: 0, decision: 'turn', complete: true })
    expect(seen.view).toMatchObject({ turn: 0 })
    expect(Object.keys((await anne.rest('GET', at(match))).body)).toContain('view')
    expect(Object.keys((await anne.rest('GET', at(match, '?include=legalMoves'))).body)).not.toContain('view')
    const moved = (await move(anne, match, '?include=view,legalMoves')).body
    expect(moved).toMatchObject({ version: 2, view: { turn: 1 }, legalMoves: { version: 2, total: 0 } })
    const page = (await ben.rest('GET', at(match, '/notices?after=1&include=legalMoves'))).body
    expect(page).toMatchObject({ version: 2, legalMoves: { version: 2, seat: 1 } })
    expect(page.legalMoves.moves.length).toBe(page.legalMoves.total)
    expect((await cleo.rest('GET', at(match, '?include=legalMoves'))).body.legalMoves).toBeNull()
    expect((await anne.rest('GET', at(match, '?include=hand'))).body).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
  })

  test('whoever may play but not look is told so before the move is made', async () => {
    const match = await begun(anne, ben)
    const { token } = (await anne.rest('POST', '/v1/me/tokens', { scopes: ['play'] })).body
    const blind = caller(app.url, token)
    const refused = await blind('POST', at(match, '/moves?include=view'), castle())
    expect(refused.body).toMatchObject({ status: 403, code: 'SCOPE_MISSING' })
    expect((await anne.rest('GET', at(match))).body).toMatchObject({ version: 1 })
    expect((await blind('POST', at(match, '/moves'), castle())).body).toMatchObject({ version: 2, yourTurn: false })
  })

  test('until=my-turn waits over the moves of others, and then tells all that happened', async () => {
    const match = await begun(anne, ben, cleo)
    const { version } = (await move(anne, match)).body
    const waiting = anne.rest('GET', at(match, `/notices?after=${version}&wait=30&until=my-turn&include=legalMoves`))
    const looking = anne.rest('GET', at(match, '?include=legalMoves&wait=30'))
    const news = (await anne.rest('GET', at(match, `/notices?after=${version}&wait=0&until=my-turn`))).body
    expect(news).toMatchObject({ items: [], yourTurn: false })
    for (const other of [ben, cleo]) await move(other, match)
    const page = (await waiting).body
    expect(page).toMatchObject({ yourTurn: true, version: version + 2, next: version + 2, legalMoves: { version: version + 2 } })
    expect(page.items.map((item: { version: number }) => item.version)).toEqual([version + 1, version + 2])
    expect((await looking).body).toMatchObject({ yourTurn: true, version: version + 2, legalMoves: { version: version + 2 } })
  })

  test('the end of a match ends the wait; without a seat there is no turn to wait for', async () => {
    const match = await begun(anne, ben)
    const waiting = ben.rest('GET', at(match, '/notices?after=1&wait=30&until=my-turn'))
    await anne.rest('POST', at(match, '/leave'), {})
    expect((await waiting).body).toMatchObject({ status: 'over', yourTurn: false, awaiting: [], items: [{ version: 2 }] })
    const other = await begun(anne, ben)
    for (const path of ['/notices?wait=30&until=my-turn', '?wait=30'])
      expect((await cleo.rest('GET', at(other, path))).body).toMatchObject({ status: 403, code: 'NOT_SEATED' })
  })

  test('me/turns lists the matches that wait for you, at once or as soon as there is one', async () => {
    const [dora, emil] = [await newcomer(), await newcomer()]
    expect((await dora.rest('GET', '/v1/me/turns')).body).toEqual({ items: [], next: null })
    const waiting = dora.rest('GET', '/v1/me/turns?wait=30')
    const match = await begun(emil, dora)
    await move(emil, match)
    expect((await waiting).body.items).toMatchObject([{ id: match, yourTurn: true, version: 2 }])
    const second = await begun(dora, emil)
    const ids = (await dora.rest('GET', '/v1/me/turns?wait=30')).body.items.map(({ id }: { id: string }) => id)
    expect(ids.toSorted()).toEqual([match, second].toSorted())
    expect((await connect({ url: app.url, token: dora.token }).turns({ wait: 30 })).map(({ id }) => id).toSorted()).toEqual(
      [match, second].toSorted(),
    )
    expect((await caller(app.url)('GET', '/v1/me/turns')).body).toMatchObject({ status: 401, code: 'TOKEN_REQUIRED' })
  })
})

const POSITION =
  '{ id status version yourTurn awaiting { seat since } legalMoves { version total } notices { next } view { __typename } }'
const WAIT = `query ($id: ID!) { match(id: $id, wait: 30) ${POSITION} }`
const SUBMIT = `mutation ($input: SubmitMoveInput!) { submitMove(input: $input) {
  ... on MoveAccepted { version yourTurn awaiting { seat decision } match ${POSITION} }
  ... on MoveRefused { code message errors { path message } } } }`

describe('by GraphQL', () => {
  test('a move brings what may be done next, and match(wait:) waits for the next turn or the end', async () => {
    const match = await begun(anne, ben, cleo)
    const { submitMove } = (await anne.ask(SUBMIT, { input: { matchId: match, move: castle() } })).data
    expect(submitMove).toMatchObject({ version: 2, yourTurn: false, awaiting: [{ seat: 1, decision: 'turn' }] })
    expect(submitMove.match).toMatchObject({ version: 2, legalMoves: { version: 2, total: 0 } })
    const waiting = anne.ask(WAIT, { id: match })
    for (const other of [ben, cleo]) await move(other, match)
    expect((await waiting).data.match).toMatchObject({
      version: 4,
      yourTurn: true,
      legalMoves: { version: 4 },
      notices: { next: 4 },
    })
    const ending = ben.ask(WAIT, { id: match })
    for (const { rest } of [cleo, anne]) await rest('POST', at(match, '/leave'), {})
    expect((await ending).data.match).toMatchObject({ status: 'over', yourTurn: false })
    expect((await anne.ask('query ($id: ID!) { match(id: $id, wait: 31) { id } }', { id: match })).code).toBe('INVALID_INPUT')
  })

  test('me { turns } lists them at once or as soon as there is one; a revoked token is told so', async () => {
    const [dora, emil] = [await newcomer(), await newcomer()]
    const TURNS = 'query ($wait: Int) { me { turns(wait: $wait) { id version legalMoves { version total } } } }'
    expect((await dora.ask(TURNS)).data.me.turns).toEqual([])
    const waiting = dora.ask(TURNS, { wait: 30 })
    const match = await begun(dora, emil)
    expect((await waiting).data.me.turns).toMatchObject([{ id: match, version: 1, legalMoves: { version: 1 } }])
    const revoked = emil.ask(TURNS, { wait: 30 })
    const { tokenId } = (await emil.rest('GET', '/v1/me')).body
    await emil.rest('DELETE', `/v1/me/tokens/${tokenId}`)
    expect((await revoked).code).toBe('TOKEN_REVOKED')
  })
})

test('status, view and legal moves of one answer are of one version, however fast the others move', {
  timeout: 60_000,
}, async () => {
  const match = await begun(anne, ben)
  let over = false
  const looks: { version: number; legalMoves: { version: number } }[] = []
  const look = async (): Promise<void> => {
    while (!over)
      looks.push(
        (await anne.ask(WAIT.replace(', wait: 30', ''), { id: match })).data.match,
        (await anne.rest('GET', at(match, '?include=view,legalMoves'))).body,
      )
  }
  const looking = [look(), look(), look()]
  for (let moves = 0; moves < 12; moves++) await move(itemAt([anne, ben], moves % 2), match)
  over = true
  await Promise.all(looking)
  expect(looks.length).toBeGreaterThan(5)
  for (const { version, legalMoves } of looks) expect(legalMoves.version).toBe(version)
})

describe('a malformed move', () => {
  const BAD = { type: 'placeCastle', rank: 9, row: 1, column: 'a' }
  const errors = [
    { path: 'rank', message: expect.any(String) },
    { path: 'column', message: expect.any(String) },
  ]

  test('is told part by part by both transports, by the check and by the SDK', async () => {
    const match = await begun(anne, ben)
    expect((await anne.rest('POST', at(match, '/moves'), BAD)).body).toMatchObject({
      status: 422,
      code: 'MALFORMED_MOVE',
      errors,
    })
    expect((await anne.rest('POST', at(match, '/moves/check'), BAD)).body.refusal).toMatchObject({
      code: 'MALFORMED_MOVE',
      errors,
    })
    const { data } = await anne.ask(SUBMIT, { input: { matchId: match, move: BAD } })
    expect(data.submitMove).toMatchObject({ code: 'MALFORMED_MOVE', errors })
    const client = connect({ url: app.url, token: anne.token })
    await expect(client.submit(match, BAD as never)).rejects.toMatchObject({ code: 'MALFORMED_MOVE', errors })
    const illegal = await ben.rest('POST', at(match, '/moves'), castle())
    expect(illegal.body).toMatchObject({ code: 'NOT_YOUR_TURN' })
    expect(illegal.body).not.toHaveProperty('errors')
  })

  test('so are options and bodies', async () => {
    const made = await anne.rest('POST', '/v1/matches', { game: 'kingdoms', seats: 2, options: { starter: 7 } })
    expect(made.body).toMatchObject({ code: 'INVALID_OPTIONS', errors: [{ path: 'options.starter' }] })
    expect((await anne.rest('POST', '/v1/matches', { seats: 2 })).body).toMatchObject({ errors: [{ path: 'game' }] })
    const asked = await anne.ask('mutation { createMatch(input: { game: kingdoms, seats: 99 }) { id } }')
    expect(asked.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', errors: [{ path: 'seats' }] })
  })
})
