/** What is wrong with an input: the one reading of zod's errors, for moves, options, bodies and settings alike. */
import { z } from 'zod'

export const InputError = z
  .strictObject({
    path: z.string().describe('Where it is wrong, such as `cards.france`; empty for the whole.'),
    message: z.string().describe('For people.'),
  })
  .meta({ id: 'InputError', description: 'One thing that is wrong with an input.' })
export type InputError = z.infer<typeof InputError>

/** A small input can be wrong in thousands of places, and a message may name what it was sent: neither is told without end. */
const MOST_TOLD = 10
const LONGEST_TEXT = 200
/** Values of an input, at all depths, for which all faults are looked for. */
const MOST_READ_WHOLE = 50

/** Zod's own way of `validate`; a result of `safeParse` then has the first fault alone. */
const FIRST_FAULT: z.core.ParseContextInternal<z.core.$ZodIssue> = { abortEarly: true }

/** Reads what came from outside. To find every fault of a large input takes up to 5 µs for each, so there the first must do. */
export const readInput = <T extends z.ZodType>(schema: T, input: unknown): z.ZodSafeParseResult<z.output<T>> =>
  schema.safeParse(input, valuesIn(input, MOST_READ_WHOLE) > MOST_READ_WHOLE ? FIRST_FAULT : undefined)

/** Stops counting beyond `most`. */
function valuesIn(input: unknown, most: number): number {
  if (typeof input !== 'object' || input === null) return 1
  let values = 1
  for (const key in input) {
    // A cast: any key of any object may be asked for.
    values += valuesIn((input as Readonly<Record<string, unknown>>)[key], most - values)
    if (values > most) break
  }
  return values
}

/** No longer than is told of anything, and without half a character at its end. */
export const clipped = (text: string, longest = LONGEST_TEXT): string =>
  text.length <= longest ? text : `${text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')}...`

/** One by one, for programs; the last says how many more there are. `within` is where the input itself was found. */
export function inputErrors({ issues }: z.ZodError, ...within: string[]): InputError[] {
  const told = issues
    .slice(0, MOST_TOLD)
    .map(({ path, message }) => ({ path: clipped([...within, ...path].join('.')), message: clipped(message) }))
  return issues.length <= MOST_TOLD
    ? told
    : [...told, { path: within.join('.'), message: `and ${issues.length - MOST_TOLD} more` }]
}

/** In words for people: `column: Too big: expected number to be <=6; row: ...`, on one line. */
export const complaintOf = (error: z.ZodError): string =>
  inputErrors(error)
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
    .join('; ')
