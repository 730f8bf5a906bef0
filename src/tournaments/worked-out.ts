/** Figures that follow from all results: worked out once for as long as nothing changes and, where that takes long, for a small part of the time. */
import { LRUCache } from 'lru-cache'
import type { Tournament } from './state.js'

/** A tournament as it is with so many records. */
export interface At {
  readonly id: string
  readonly tournament: Tournament
  readonly newest: number
}

export interface WorkedOut<Value> {
  readonly value: Value
  /** Number of the newest record that counts in it. */
  readonly newest: number
}

/** In milliseconds: what takes no longer is worked out whenever there is more. */
const SHORT = 20
/** What takes longer is worked out for a twentieth of the time at most: whoever asks again and again keeps a server from nothing else. */
const PAUSES = 19
/** They are large. */
const REMEMBERED = 10

/** Of a tournament that is over always the newest. */
export function workedOut<Value>(
  work: (tournament: Tournament) => Value,
  now = () => performance.now(),
): (at: At) => WorkedOut<Value> {
  const known = new WeakMap<Tournament, WorkedOut<Value>>()
  const long = new LRUCache<string, WorkedOut<Value> & { readonly until: number }>({ max: REMEMBERED })
  return ({ id, tournament, newest }) => {
    const same = known.get(tournament)
    if (same) return same
    const before = long.get(id)
    if (before && tournament.status !== 'over' && before.newest <= newest && now() < before.until) return before
    const began = now()
    const made = { value: work(tournament), newest }
    const ended = now()
    known.set(tournament, made)
    if (ended - began > SHORT) long.set(id, { ...made, until: ended + PAUSES * (ended - began) })
    return made
  }
}
