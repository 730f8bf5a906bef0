import { type Refusal, refusal } from '../games/contract.js'
import { Problem } from '../platform/problem.js'

/** Nobody has two seats in a match, nor one after another: they would know what both have seen. */
export const alreadySeated = (message = 'You have a seat in this match, or have had one.'): Problem =>
  new Problem(409, 'ALREADY_SEATED', message)

export const SEAT_NOT_OFFERED: Refusal = refusal('SEAT_NOT_OFFERED', 'There is no offer of this seat to you, or none any longer.')
