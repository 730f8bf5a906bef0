/** The ways in which one seat asks the server about a match, each with the only answer that may come at that version. */
import { z } from 'zod'
import { problemDocument, Refused } from '../../src/api/http/errors.js'
import type { AnyGame } from '../../src/games/contract.js'
import { forbidden, notFound, Problem } from '../../src/platform/problem.js'
import type { Chance } from '../chance.js'
import type { Truth } from './truth.js'

export interface Ask {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Called when the match is over and everything is known. Throws if the answer would depend on what the seat cannot know. */
  expect(truth: Truth): Answer
  /** The part of the body that is compared, in the form of `expect`. */
  read(body: unknown): unknown
}

export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** Where and when: the version does not change while the answer is under way. */
export interface Moment {
  readonly id: string
  readonly game: AnyGame
  readonly version: number
  /** The log of a finished match holds the whole truth, and is asked for last of all. */
  readonly isOver: boolean
  readonly random: Chance
  /** Moves that somebody could make at some time in this match: well-formed, and mostly out of place. */
  readonly candidates: readonly object[]
}

/** Any question that changes nothing, as REST has it. */
export function restAsks(moment: Moment): ((moment: Moment) => Ask)[] {
  const asks = [askMatch, askPosition, askView, askViewAhead, askNotices, askList, askLegalMoves, askNonsense]
  return [...asks, ...(moment.isOver ? [] : [askLog]), ...(moment.candidates.length > 0 ? [askCheck] : [])]
}

const at = ({ id }: Moment, rest = ''): string => `/v1/matches/${id}${rest}`

export const problemAnswer = (problem: Problem, path: string): Answer => ({
  status: problem.status,
  body: problemDocument(problem, path.replace(/\?.*$/, '')),
})

/** The log does not hold when a match was created, so that is not compared; everything else is. */
export function withoutCreation(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withoutCreation)
  if (typeof body !== 'object' || body === null) return body
  const entries = Object.entries(body).filter(([key]) => !(key === 'createdAt' && 'commitment' in body))
  return Object.fromEntries(entries.map(([key, value]) => [key, key === 'match' ? withoutCreation(value) : value]))
}

/** A stranger to a private match is told that there is no such match; a spectator, where a seat is needed, that it has none. */
export function barred({ facts }: Truth, needsSeat = false): Problem | undefined {
  if (facts.seat === null && facts.visibility === 'private') return notFound('match')
  return facts.seat === null && needsSeat ? forbidden('NOT_SEATED', 'You have no seat in this match.') : undefined
}

function restAsk(
  name: string,
  path: string,
  body: (truth: Truth) => unknown,
  more: Partial<Ask> & { needsSeat?: boolean } = {},
): Ask {
  const { needsSeat, ...rest } = more
  return {
    name,
    method: 'GET',
    path,
    read: withoutCreation,
    ...rest,
    expect(truth) {
      const problem = barred(truth, needsSeat)
      if (problem) return problemAnswer(problem, path)
      const answer = body(truth)
      return answer instanceof Problem ? problemAnswer(answer, path) : { status: 200, body: answer }
    },
  }
}

const askMatch = (moment: Moment): Ask =>
  restAsk('the match', at(moment), (truth) => ({ ...truth.summary(moment.version), view: truth.view(moment.version) }))

/** The first 1000 moves are included, and none for whoever has no seat. */
const movesIncluded = (truth: Truth, version: number): unknown =>
  truth.facts.seat === null ? null : truth.legalMoves(version, { first: 1000, after: 0 })

const askPosition = (moment: Moment): Ask =>
  restAsk('the match, view and moves at once', at(moment, '?include=view,legalMoves'), (truth) => ({
    ...truth.summary(moment.version),
    view: truth.view(moment.version),
    legalMoves: movesIncluded(truth, moment.version),
  }))

const askView = (moment: Moment): Ask => {
  const version = moment.random.between(1, moment.version)
  return restAsk('an earlier view', at(moment, `/view?at=${version}`), (truth) => truth.seen(version))
}

const askViewAhead = (moment: Moment): Ask => {
  const ahead = moment.version + moment.random.between(1, 3)
  const message = `The match is at version ${moment.version}; version ${ahead} is still to come.`
  return restAsk('a view of the future', at(moment, `/view?at=${ahead}`), () => new Problem(400, 'VERSION_AHEAD', message))
}

const askNotices = (moment: Moment): Ask => {
  const after = moment.random.between(0, moment.version)
  const first = moment.random.between(1, 30)
  return restAsk('the notices', at(moment, `/notices?after=${after}&first=${first}&include=legalMoves`), (truth) => {
    const upTo = Math.min(after + first, moment.version)
    const { version, status, awaiting, yourTurn, clocks } = truth.summary(moment.version)
    return {
      items: truth.items(after, upTo),
      next: Math.max(upTo, after),
      ...{ version, status, awaiting, yourTurn, clocks, legalMoves: movesIncluded(truth, version) },
    }
  })
}

const askLog = (moment: Moment): Ask =>
  restAsk('the log', at(moment, '/log'), (truth) => ({
    format: 'chancery-notices/1',
    match: truth.summary(moment.version),
    entries: truth.items(0, moment.version),
  }))

const Listed = z.looseObject({ items: z.array(z.looseObject({ id: z.string() })) })

/** Other matches go on meanwhile, so only the one in question is looked at closely. */
const askList = (moment: Moment): Ask => ({
  name: 'the list of matches',
  method: 'GET',
  path: '/v1/matches?first=100&status=running',
  read: (body) =>
    Listed.parse(body)
      .items.filter(({ id }) => id === moment.id)
      .map(withoutCreation),
  expect: (truth) => ({
    status: 200,
    body: barred(truth) || truth.end === moment.version ? [] : [truth.summary(moment.version)],
  }),
})

export const askLegalMoves = (moment: Moment): Ask => {
  const page = { first: moment.random.between(1, 200), after: moment.random.once(3) ? moment.random.between(0, 40) : 0 }
  const path = at(moment, `/legal-moves?first=${page.first}&after=${page.after}`)
  return restAsk('the legal moves', path, (truth) => truth.legalMoves(moment.version, page), { needsSeat: true })
}

export const judged = (truth: Truth, version: number, move: object) => {
  const refusal = truth.judge(version, move)
  if (refusal === undefined) throw new Error(`whether ${JSON.stringify(move)} is refused depends on what the seat cannot know`)
  return refusal
}

export const askCheck = (moment: Moment): Ask => {
  const move = moment.random.pick(moment.candidates)
  const verdict = (truth: Truth): object => {
    const refusal = judged(truth, moment.version, move)
    return { legal: refusal === null, refusal }
  }
  return restAsk('a check', at(moment, '/moves/check'), verdict, { method: 'POST', body: move, needsSeat: true })
}

/** Accepted, it is the next entry; refused, it says no more than the rules do. */
export const askSubmit = (moment: Moment, move: object): Ask =>
  restAsk(
    'a move',
    at(moment, '/moves'),
    (truth) => {
      const refusal = judged(truth, moment.version, move)
      return refusal ? new Refused(refusal, moment.version) : truth.accepted(moment.version + 1)
    },
    { method: 'POST', body: move, needsSeat: true },
  )

const LISTS = '/v1/moves'
const NOWHERE = '00000000-0000-0000-0000-000000000000'

/** The same beside another one that finds no match, and with the position after it. */
export const askSubmitInList = (moment: Moment, move: object): Ask => {
  const problem = (found: Problem): object => problemDocument(found, LISTS)
  const told = (truth: Truth): object => {
    const barrier = barred(truth, true)
    if (barrier) return problem(barrier)
    const refusal = judged(truth, moment.version, move)
    if (refusal) return problem(new Refused(refusal, moment.version))
    const version = moment.version + 1
    return { ...truth.accepted(version), view: truth.view(version), legalMoves: movesIncluded(truth, version) }
  }
  return {
    name: 'a move in a list',
    method: 'POST',
    path: `${LISTS}?include=view,legalMoves`,
    body: { moves: [moment.id, NOWHERE].map((match) => ({ match, move })) },
    expect: (truth) => ({ status: 200, body: { items: [told(truth), problem(notFound('match'))] } }),
    read: withoutCreation,
  }
}

export const askStale = (moment: Moment, move: object, since: number): Ask =>
  restAsk(
    'a stale move',
    at(moment, '/moves'),
    () =>
      new Refused(
        { code: 'STALE_VERSION', message: `You expected version ${since - 1}; the match is at version ${moment.version}.` },
        moment.version,
      ),
    { method: 'POST', body: move, headers: { 'if-match': `"${since - 1}"` }, needsSeat: true },
  )

export const askLeave = (moment: Moment): Ask =>
  restAsk('to leave', at(moment, '/leave'), (truth) => truth.summary(moment.version + 1), { method: 'POST', body: {} })

/** A wrong address under the match. */
const askNonsense = (moment: Moment): Ask => {
  const path = at(moment, '/secret')
  return {
    name: 'for what is not there',
    method: 'GET',
    path,
    read: (body) => body,
    expect: () => problemAnswer(notFound('resource'), path),
  }
}
