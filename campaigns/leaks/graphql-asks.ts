/** The same questions by GraphQL, asking for every field that there is. */
import { z } from 'zod'
import type { Problem } from '../../src/platform/problem.js'
import { type Ask, barred, judged, type Moment, withoutCreation } from './asks.js'
import { plain, type Selection, selectAll } from './selection.js'
import type { Truth } from './truth.js'

export function graphqlAsks({ isOver, candidates }: Moment): ((moment: Moment) => Ask)[] {
  const asks = [askSummary, askView, askMoves, askNotices]
  return [...asks, ...(isOver ? [] : [askLog]), ...(candidates.length > 0 ? [askCheck] : [])]
}

interface Question {
  readonly name: string
  readonly query: string
  readonly variables?: Readonly<Record<string, unknown>>
  readonly needsSeat?: boolean
  data(truth: Truth): unknown
}

function ask({ id }: Moment, { name, query, variables, needsSeat = false, data }: Question): Ask {
  return {
    name: `${name} by GraphQL`,
    method: 'POST',
    path: '/graphql',
    body: { query, variables: { id, ...variables } },
    read: readAnswer,
    expect(truth) {
      const problem = barred(truth, needsSeat)
      return { status: 200, body: problem ? hidden(problem, query) : plain(data(truth)) }
    },
  }
}

/** A match that is not there is null, and so is in one what needs a seat; whatever else is refused is an error. */
function hidden({ status, message, code }: Problem, query: string): object {
  if (!query.includes('match(id: $id)')) return { errors: [{ message, code }] }
  return status === 404 ? {} : { match: {} }
}

const GraphqlError = z.looseObject({ message: z.string(), extensions: z.looseObject({ code: z.string().optional() }).optional() })
const Answered = z.looseObject({ data: z.unknown(), errors: z.array(GraphqlError).optional() })

/** Of an error its words and its code are told; where it happened is known to whoever asked. */
function readAnswer(body: unknown): unknown {
  const { data, errors } = Answered.parse(body)
  if (errors) return { errors: errors.map(({ message, extensions }) => ({ message, code: extensions?.code })) }
  const answer = plain(data)
  if (typeof answer !== 'object' || answer === null || !('match' in answer)) return answer
  return { ...answer, match: withoutCreation(answer.match) }
}

const everything = (moment: Moment, type: string): Selection => selectAll(type, moment.game)
const inMatch = (fields: string, more = ''): string => `query ($id: ID!${more}) { match(id: $id) { ${fields} } }`

const askSummary = (moment: Moment): Ask => {
  const summary = everything(moment, 'Match')
  return ask(moment, {
    name: 'the match',
    query: inMatch(summary.text.slice(1, -1)),
    data: (truth) => ({ match: summary.project(truth.summary(moment.version)) }),
  })
}

const askView = (moment: Moment): Ask => {
  const view = everything(moment, 'MatchView')
  const at = moment.random.once(2) ? moment.random.between(1, moment.version) : null
  const data = (truth: Truth): object => ({
    match: { version: moment.version, view: view.project(truth.view(at ?? moment.version)) },
  })
  return ask(moment, {
    name: 'a view',
    query: inMatch(`version view(at: $at) ${view.text}`, ', $at: Int'),
    variables: { at },
    data,
  })
}

const askMoves = (moment: Moment): Ask => {
  const moves = everything(moment, 'LegalMovePage')
  const page = { first: moment.random.between(1, 100), after: 0 }
  const data = (truth: Truth): object => ({ match: { legalMoves: moves.project(truth.legalMoves(moment.version, page)) } })
  return ask(moment, {
    name: 'the legal moves',
    query: inMatch(`legalMoves(first: ${page.first}) ${moves.text}`),
    needsSeat: true,
    data,
  })
}

const askNotices = (moment: Moment): Ask => {
  const item = everything(moment, 'NoticeItem')
  const after = moment.random.between(Math.max(0, moment.version - 10), moment.version)
  const next = Math.min(moment.version, after + 10)
  const data = (truth: Truth): object => ({
    match: {
      notices: { items: truth.items(after, next).map(item.project), next, hasMore: next > after && next < moment.version },
    },
  })
  return ask(moment, {
    name: 'the notices',
    query: inMatch(`notices(first: 10, after: ${after}) { items ${item.text} next hasMore }`),
    data,
  })
}

const askLog = (moment: Moment): Ask => {
  const item = everything(moment, 'NoticeItem')
  const log = (truth: Truth): object => ({ complete: false, entries: truth.items(0, moment.version).map(item.project) })
  return ask(moment, {
    name: 'the log',
    query: inMatch(`log { complete transcript entries ${item.text} }`),
    data: (truth) => ({ match: { log: log(truth) } }),
  })
}

const askCheck = (moment: Moment): Ask => {
  const move = moment.random.pick(moment.candidates)
  const data = (truth: Truth): object => {
    const refusal = judged(truth, moment.version, move)
    return { checkMove: { legal: refusal === null, refusal } }
  }
  return ask(moment, {
    name: 'a check',
    query: 'query ($id: ID!, $move: JSON!) { checkMove(matchId: $id, move: $move) { legal refusal { code message } } }',
    variables: { move },
    needsSeat: true,
    data,
  })
}

export const askSubmit = (moment: Moment, move: object): Ask => {
  const accepted = everything(moment, 'MoveAccepted')
  const data = (truth: Truth): object => {
    const refusal = judged(truth, moment.version, move)
    if (refusal) return { submitMove: { ...refusal, version: moment.version } }
    const told = truth.accepted(moment.version + 1)
    return { submitMove: accepted.project({ ...told, json: told }) }
  }
  return ask(moment, {
    name: 'a move',
    query: `mutation ($id: ID!, $move: JSON!) { submitMove(input: { matchId: $id, move: $move }) { __typename ... on MoveAccepted ${accepted.text} ... on MoveRefused { code message version } } }`,
    variables: { move },
    needsSeat: true,
    data,
  })
}
