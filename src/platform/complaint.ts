/** What is wrong with an input: the one reading of zod's errors, for moves, options, bodies and settings alike. */
import { z } from 'zod'

export const InputError = z
  .strictObject({
    path: z.string().describe('Where it is wrong, such as `cards.france`; empty for the whole.'),
    message: z.string().describe('For people.'),
  })
  .meta({ id: 'InputError', description: 'One thing that is wrong with an input.' })
export type InputError = z.infer<typeof InputError>

/** One by one, for programs. `within` is where the input itself was found. */
export const inputErrors = ({ issues }: z.ZodError, ...within: string[]): InputError[] =>
  issues.map(({ path, message }) => ({ path: [...within, ...path].join('.'), message }))

/** In words for people: `column: Too big: expected number to be <=6; row: ...`, on one line. */
export const complaintOf = (error: z.ZodError): string =>
  inputErrors(error)
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
    .join('; ')
