/** The answer as it is sent, errors included, and how long it may be. */
import type { ExecutionResult, GraphQLError, OperationTypeNode } from 'graphql'
import { Problem } from '../../platform/problem.js'
import { type Charge, limitError } from './limits.js'

type Data = NonNullable<ExecutionResult['data']>
interface ToldError {
  readonly message: string
  readonly path?: readonly (string | number)[] | undefined
  readonly extensions: object
}
interface Result {
  readonly data?: ExecutionResult['data']
  readonly errors?: readonly ToldError[] | undefined
}

/** In characters. The cost of an operation bounds how many values are in its answer, not how long each of them is. */
const LONGEST_ANSWER = 4 * 1024 * 1024
/** Of a mutation, whose answer is shortened instead: what its fields and its errors may take. */
const LONGEST_PART = LONGEST_ANSWER / 2
const TOO_LONG = 'ANSWER_TOO_LONG'
/** To write and send so much takes up to a millisecond. */
const CHARACTERS_A_POINT = 64 * 1024

/** Throws if the answer to a query is too long. What a mutation has done is told however long that would be: the longest of it in one sentence. */
export function answerText(kind: `${OperationTypeNode}`, { data, errors }: Result, charge: Charge): string {
  const text = JSON.stringify({ data, errors })
  chargeAnswer(text, charge)
  if (text.length <= LONGEST_ANSWER) return text
  if (kind === 'query' || !data) throw tooLong()
  return JSON.stringify(shortened(data, errors ?? []))
}

/** Counted, and never refused: the answer is there, and a mutation done. Whoever has used up more than there was is refused the next time. */
function chargeAnswer(text: string, charge: Charge): void {
  const points = Math.floor(text.length / CHARACTERS_A_POINT)
  if (points === 0) return
  try {
    charge(points)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
}

const tooLong = (): GraphQLError => limitError(TOO_LONG, 'The answer is longer than 4 MB: ask for shorter pages or fewer fields.')

/** The shortest fields are kept as they are: a token, which is shown once, is among them. */
function shortened(data: Data, errors: readonly ToldError[]): Result {
  const kept = fitting(Object.entries(data), ([, value]) => JSON.stringify(value ?? null).length)
  const isKept = new Set(kept.map(([name]) => name))
  const left = Object.keys(data).filter((name) => !isKept.has(name))
  // Errors that tell of a whole field are the shortest paths, and come first.
  const others = errors.filter(({ path }) => path === undefined || isKept.has(String(path[0])))
  const told = fitting(
    others,
    ({ path }) => path?.length ?? 0,
    (error) => JSON.stringify(error).length,
  )
  return {
    data: Object.fromEntries(Object.entries(data).map(([name, value]) => [name, isKept.has(name) ? value : null])),
    errors: [...left.map(doneButTooLong), ...told, ...(told.length < others.length ? [untold(others.length - told.length)] : [])],
  }
}

/** As many as fit, those of the least rank first. */
function fitting<T>(items: readonly T[], rankOf: (item: T) => number, lengthOf = rankOf): T[] {
  const ranked = items.map((item) => ({ item, rank: rankOf(item) })).sort((a, b) => a.rank - b.rank)
  let room = LONGEST_PART
  return ranked.flatMap(({ item }) => {
    room -= lengthOf(item)
    return room < 0 ? [] : [item]
  })
}

const doneButTooLong = (field: string): ToldError => ({
  message: 'This was done, but the answer is longer than 4 MB: ask for it by a query.',
  path: [field],
  extensions: { code: TOO_LONG },
})
const untold = (count: number): ToldError => ({
  message: `The answer is longer than 4 MB: ${count} more errors are not told.`,
  extensions: { code: TOO_LONG },
})
