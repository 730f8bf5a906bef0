/** What is wrong with an input, in words for people: the one wording of zod's errors, for moves, options, bodies and settings alike. */
import type { z } from 'zod'

/** `column: Too big: expected number to be <=6; row: ...`, on one line. */
export const complaintOf = ({ issues }: z.ZodError): string => issues.map(worded).join('; ')

const worded = ({ path, message }: z.core.$ZodIssue): string => (path.length === 0 ? message : `${path.join('.')}: ${message}`)
