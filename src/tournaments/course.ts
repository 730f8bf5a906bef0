/** What a tournament does by itself, one step after the other. */
import type { TournamentRecord } from './record.js'
import { roundsDue } from './rounds.js'
import { forfeitsDue } from './scheduling.js'
import type { Tournament } from './state.js'

/** Forfeits first, then rounds or the end; empty while it waits. After these are recorded, more may be due. */
export function recordsDue(tournament: Tournament): readonly TournamentRecord[] {
  if (tournament.status !== 'running') return []
  const forfeits = forfeitsDue(tournament)
  if (forfeits.length > 0) return forfeits.map((result) => ({ type: 'tableEnded', ...result }))
  const due = roundsDue(tournament)
  switch (due.kind) {
    case 'rounds':
      return due.rounds.map((round) => ({ type: 'roundMade', ...round }))
    case 'waiting':
      return []
    case 'over':
      return [{ type: 'ended', by: 'format' }]
  }
}
