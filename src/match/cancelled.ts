import { Problem } from '../platform/problem.js'

/** The match was given up before it began. */
export const cancelled = (): Problem => new Problem(409, 'MATCH_CANCELLED', 'This match was cancelled before it began.')
