/** Clients that hold one seat each: they ask what they may do and play it, by GraphQL or by REST. */
import { z } from 'zod'
import { moveName, typeName } from '../../src/api/schema/names.js'
import type { AnyGame } from '../../src/games/contract.js'
import { LegalMovePage, MatchStatus } from '../../src/match/shapes.js'
import { type Ask, asker } from './graphql.js'
import { caller } from './rest.js'

const Move = z.looseObject({ type: z.string() })
export type Move = z.infer<typeof Move>

/** What a seat is shown when it asks what it may do. */
const Offer = z.object({
  ...LegalMovePage.pick({ version: true, decision: true, total: true, complete: true }).shape,
  status: MatchStatus,
  moves: z.array(z.object({ move: Move })),
})
export type Offer = z.infer<typeof Offer>

export interface Accepted {
  readonly version: number
  /** Seats that are awaited after the move. */
  readonly awaited: readonly number[]
}

export interface SeatClient {
  join(match: string): Promise<void>
  offer(match: string): Promise<Offer>
  /** Throws if the move is refused. */
  play(match: string, move: Move, expectedVersion: number): Promise<Accepted>
}

const JOIN = 'mutation ($matchId: ID!) { done: joinMatch(input: { matchId: $matchId }) { status } }'
const OFFER = `query ($matchId: ID!) { match(id: $matchId) { status version
  legalMoves(first: 100) { version decision total complete moves { move } } } }`
const ANSWER = `__typename ... on MoveAccepted { version match { awaiting { seat } } } ... on MoveRefused { code message }`
const SUBMIT = `mutation ($input: SubmitMoveInput!) { done: submitMove(input: $input) { ${ANSWER} } }`

const Awaiting = z.array(z.object({ seat: z.int() })).transform((awaiting) => awaiting.map(({ seat }) => seat))
const MoveAnswer = z.discriminatedUnion('__typename', [
  z.object({ __typename: z.literal('MoveAccepted'), version: z.int(), match: z.object({ awaiting: Awaiting }) }),
  z.object({ __typename: z.literal('MoveRefused'), code: z.string(), message: z.string() }),
])
export type MoveAnswer = z.infer<typeof MoveAnswer>

/** The mutation and the input of a move. */
type Mutation = (move: Move) => { readonly text: string; readonly fields: object }

export const submitMove: Mutation = (move) => ({ text: SUBMIT, fields: { move } })

/** The move's own mutation: `kingdomsPlaceCastle` with the fields of the move. */
export const typedMutation =
  (game: AnyGame): Mutation =>
  ({ type, ...fields }) => ({
    text: `mutation ($input: ${typeName(game, type)}Input!) { done: ${moveName(game, type)}(input: $input) { ${ANSWER} } }`,
    fields,
  })

/** Plays one move and answers as the server did: accepted, or refused with a code. */
export async function playMove(
  ask: Ask,
  mutation: Mutation,
  matchId: string,
  move: Move,
  expected: { expectedVersion?: number } = {},
): Promise<MoveAnswer> {
  const { text, fields } = mutation(move)
  const { data, errors } = await ask(text, { input: { matchId, ...expected, ...fields } })
  return parsed(MoveAnswer.safeParse(data?.done), { move, errors })
}

export function graphqlSeat(url: string, token: string, mutation: Mutation): SeatClient {
  const ask = asker(url, token)
  return {
    async join(matchId) {
      z.object({ done: z.object({}) }).parse((await ask(JOIN, { matchId })).data)
    },
    async offer(matchId) {
      for (;;) {
        const { match } = (await ask(OFFER, { matchId })).data
        // A move may land between the reading of the card and that of the moves; then the status is that of an earlier version.
        if (match.version === match.legalMoves.version) return Offer.parse({ status: match.status, ...match.legalMoves })
      }
    },
    async play(matchId, move, expectedVersion) {
      const answer = await playMove(ask, mutation, matchId, move, { expectedVersion })
      if (answer.__typename === 'MoveRefused')
        throw new Error(`${JSON.stringify(move)} refused: ${answer.code} ${answer.message}`)
      return { version: answer.version, awaited: answer.match.awaiting }
    },
  }
}

export function restSeat(url: string, token: string): SeatClient {
  const call = caller(url, token)
  return {
    async join(match) {
      parsed(z.literal(200).safeParse((await call('POST', `/v1/matches/${match}/join`, {})).status), 'join')
    },
    async offer(match) {
      const legal = await call('GET', `/v1/matches/${match}/legal-moves?first=100`)
      const { body } = await call('GET', `/v1/matches/${match}`)
      return Offer.parse({ ...legal.body, status: body.status })
    },
    async play(match, move, expectedVersion) {
      const { body } = await call('POST', `/v1/matches/${match}/moves`, move, { 'if-match': `${expectedVersion}` })
      const { version } = parsed(z.object({ version: z.int() }).safeParse(body), { move, body })
      const { awaiting } = (await call('GET', `/v1/matches/${match}`)).body
      return { version, awaited: Awaiting.parse(awaiting) }
    },
  }
}

function parsed<T>(answer: z.ZodSafeParseResult<T>, told: unknown): T {
  if (!answer.success) throw new Error(`not the expected answer: ${JSON.stringify(told)}`)
  return answer.data
}
