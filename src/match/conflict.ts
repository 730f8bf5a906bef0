import type { Refusal } from '../games/contract.js'
import { Problem } from '../platform/problem.js'

/** A refusal of what is no move: the match is not where its caller thought it was. */
export const conflict = ({ code, message }: Refusal): Problem => new Problem(409, code, message)
