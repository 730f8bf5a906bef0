/** Four clients at one table, each with its own token and its own loop; nobody tells another whose turn it is. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyTranscript } from '../../src/match/offline/transcript.js'
import { startApp } from '../support/app.js'
import { type Ask, asker } from './graphql.js'

let server: Awaited<ReturnType<typeof startApp>>
let clients: Ask[]

beforeAll(async () => {
  server = await startApp()
  clients = await Promise.all(
    ['Ada', 'Bea', 'Cyd', 'Dot'].map(async (name) => asker(server.url, (await server.register(name)).token)),
  )
})
afterAll(() => server.close())

const CREATE = 'mutation { kingdomsCreateMatch(input: { seats: 4 }) { id } }'
const JOIN = 'mutation ($id: ID!) { joinMatch(input: { matchId: $id }) { status } }'
const MOVES = 'query ($id: ID!) { match(id: $id) { status legalMoves(first: 100) { version moves { move } } } }'
const LOG = 'query ($id: ID!) { match(id: $id) { log { complete transcript } } }'
const ACCEPTED = '__typename ... on MoveAccepted { version } ... on MoveRefused { code message }'
const SUBMIT = `mutation ($input: SubmitMoveInput!) { done: submitMove(input: $input) { ${ACCEPTED} } }`

type Move = { type: string } & Record<string, unknown>
type Play = (ask: Ask, matchId: string, move: Move, expectedVersion: number) => ReturnType<Ask>

const bySubmitMove: Play = (ask, matchId, move, expectedVersion) => ask(SUBMIT, { input: { matchId, move, expectedVersion } })

const byTypedMutation: Play = (ask, matchId, { type, ...fields }, expectedVersion) => {
  const name = `${type.charAt(0).toUpperCase()}${type.slice(1)}`
  const mutation = `mutation ($input: Kingdoms${name}Input!) { done: kingdoms${name}(input: $input) { ${ACCEPTED} } }`
  return ask(mutation, { input: { matchId, expectedVersion, ...fields } })
}

/** Plays whenever it has a legal move, until the match is over; returns how many of its moves were accepted. */
async function client(ask: Ask, id: string, play: Play): Promise<number> {
  for (let accepted = 0; ; ) {
    const { match } = (await ask(MOVES, { id })).data
    if (match.status === 'over') return accepted
    const { version, moves } = match.legalMoves
    if (moves.length === 0) continue
    const { data } = await play(ask, id, moves[(accepted * 11) % moves.length].move, version)
    expect(data.done).toMatchObject({ __typename: 'MoveAccepted' })
    accepted++
  }
}

test.each([
  ['legalMoves and submitMove', bySubmitMove],
  ['typed mutations', byTypedMutation],
])('a full match of four seats with nothing but %s', { timeout: 120_000 }, async (_, play) => {
  const id = (await (clients[0] as Ask)(CREATE)).data.kingdomsCreateMatch.id as string
  for (const ask of clients.slice(1)) await ask(JOIN, { id })
  const accepted = await Promise.all(clients.map((ask) => client(ask, id, play)))
  const { log } = (await (clients[3] as Ask)(LOG, { id })).data.match
  expect(log.complete).toBe(true)
  expect(verifyTranscript(log.transcript)).toMatchObject({ ok: true, over: true })
  const moves = log.transcript.entries.filter(({ command }: { command: { type: string } }) => command.type === 'move')
  expect(accepted.reduce((sum, count) => sum + count, 0)).toBe(moves.length)
})
