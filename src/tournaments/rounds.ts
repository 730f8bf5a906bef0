/** Which rounds are to be made now. */
import { everyGame, type Groups, madeBefore, roundOf } from './group-tables.js'
import { knockoutGroups } from './knockout.js'
import { ladderGroups } from './ladder.js'
import type { Round } from './record.js'
import { roundsLeft } from './round-robin.js'
import { BOUNDS } from './setting.js'
import { isSettled, playing, type Tournament } from './state.js'
import { swissGroups, swissRounds } from './swiss.js'

/** `waiting`: for tables to end, for the organiser, or on a ladder for entrants. `over`: there are no more rounds, and all tables have ended. */
export type RoundsDue =
  | { readonly kind: 'rounds'; readonly rounds: readonly Round[] }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'over' }

const WAITING: RoundsDue = { kind: 'waiting' }
const OVER: RoundsDue = { kind: 'over' }

export function roundsDue(tournament: Tournament): RoundsDue {
  if (tournament.status === 'over') return OVER
  if (tournament.status !== 'running') return WAITING
  if (tournament.setting.format === 'roundRobin') return allRounds(tournament)
  return isSettled(tournament) ? nextRound(tournament) : WAITING
}

/** Also the rest of them, where only some were recorded. */
function allRounds(tournament: Tournament): RoundsDue {
  const rounds = roundsLeft(tournament)
  if (rounds.length > 0) return { kind: 'rounds', rounds }
  return isSettled(tournament) ? OVER : WAITING
}

function nextRound(tournament: Tournament): RoundsDue {
  const groups = nextGroups(tournament)
  if (groups === 'waiting') return WAITING
  if (groups === 'over') return OVER
  const number = tournament.rounds.length + 1
  const round = roundOf(tournament, number, groups, everyGame(tournament), madeBefore(tournament))
  return tournament.tables.length + round.tables.length > BOUNDS.tables ? OVER : { kind: 'rounds', rounds: [round] }
}

function nextGroups(tournament: Tournament): Groups | 'waiting' | 'over' {
  const { setting, rounds } = tournament
  switch (setting.format) {
    case 'roundRobin':
      return 'over'
    case 'swiss':
      return rounds.length < swissRounds(tournament) && canFillATable(tournament) ? swissGroups(tournament) : 'over'
    case 'knockout':
      return knockoutGroups(tournament) ?? 'over'
    case 'ladder':
      return rounds.length === setting.rounds ? 'over' : (ladderGroups(tournament) ?? 'waiting')
  }
}

const canFillATable = (tournament: Tournament): boolean => playing(tournament).length >= (tournament.setting.games[0]?.seats ?? 2)
