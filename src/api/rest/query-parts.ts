/** What addresses of several operations can carry: texts that are numbers, truths, cursors and times. */
import { z } from 'zod'
import { MEANINGS } from '../../games/described.js'
import { Wait } from '../http/waiting.js'

export const truth = z
  .enum(['true', 'false'])
  .meta({ [MEANINGS]: { true: 'Yes.', false: 'No.' } })
  .transform((word) => word === 'true')
/** As JSON writes it: coercion alone would also take `0x1`, `1e0`, `+1` and `01`. */
const plain = (given: unknown): unknown =>
  typeof given === 'string' && /^(?:0|[1-9]\d{0,9})$/.test(given) ? Number(given) : given
export const wholeFrom = (min: number, max: number) => z.preprocess(plain, z.int().min(min).max(max))
export const whole = wholeFrom(0, 1_000_000_000)
export const first = ({ max, standard }: { readonly max: number; readonly standard: number }) =>
  wholeFrom(1, max).default(standard).describe(`How many at most, up to ${max}.`)
export const cursor = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/)
  .describe('`next` of the page before.')
export const seconds = z.coerce.number().pipe(Wait.unwrap()).default(0)
export const wait = seconds.describe('JSON only: if there is nothing yet, wait up to so many seconds.')
export const ticket = z.string().max(100).describe('In place of a token: see createStreamTicket.')
