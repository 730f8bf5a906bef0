/** Figures of moves and of the log. */
import { Counter, Histogram, type Registry } from 'prom-client'
import { SECONDS } from './answers.js'
import { gatheredCounter } from './gathered-counter.js'

export interface PlayMetrics {
  moveAccepted(game: string): void
  moveRefused(game: string, code: string): void
  /** One group commit: how many entries, and how long the database took. */
  batch(size: number, ms: number): void
  /** A seat's time was up, and it was acted on so long after. */
  expired(lateMs: number): void
  /** Was the match still in memory? */
  cache(hit: boolean): void
}

const ENTRIES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]

export function playMetrics(registry: Registry, isPrivate: boolean): PlayMetrics {
  const registers = [registry]
  const countAccepted = gatheredCounter({
    name: 'chancery_moves_accepted_total',
    help: 'Moves committed to a log.',
    labelNames: ['game'],
    registers,
  })
  const refused = new Counter({
    name: 'chancery_moves_refused_total',
    help: isPrivate ? 'Moves refused, by game and code.' : 'Moves refused.',
    labelNames: isPrivate ? ['game', 'code'] : [],
    registers,
  })
  const size = new Histogram({
    name: 'chancery_append_batch_entries',
    help: 'Entries written by one group commit.',
    buckets: ENTRIES,
    registers,
  })
  const time = new Histogram({
    name: 'chancery_append_batch_seconds',
    help: 'Duration of one group commit.',
    buckets: SECONDS,
    registers,
  })
  const late = new Histogram({
    name: 'chancery_deadline_late_seconds',
    help: 'Deadlines of matches that were acted on, and how long after they had passed.',
    buckets: SECONDS,
    registers,
  })
  const countLookup = gatheredCounter({
    name: 'chancery_match_cache_total',
    help: 'Matches found in memory or not.',
    labelNames: ['result'],
    // A hit tells that a match is being played, also whoever may not know of the match: it is not on the public page.
    registers: isPrivate ? registers : [],
  })
  return {
    moveAccepted: countAccepted,
    moveRefused: (game, code) => (isPrivate ? refused.inc({ game, code }) : refused.inc()),
    batch: (entries, ms) => {
      size.observe(entries)
      time.observe(ms / 1000)
    },
    expired: (lateMs) => late.observe(lateMs / 1000),
    cache: (hit) => countLookup(hit ? 'hit' : 'miss'),
  }
}
