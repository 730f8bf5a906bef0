/** Whether a tournament can start with those who have entered. */
import { itemAt } from '../games/lists.js'
import { MOST_POINTS } from './designs.js'
import { groupsInAll } from './knockout.js'
import { CLOCK_NEEDED, refusing, type TournamentRefusal } from './refusals.js'
import { designsOf } from './round-robin.js'
import { BOUNDS } from './setting.js'
import { playing, type Tournament } from './state.js'
import { swissRounds } from './swiss.js'

/** Undefined if it can. */
export function cannotStart(tournament: Tournament): TournamentRefusal | undefined {
  const { games, clock } = tournament.setting
  const entrants = playing(tournament)
  const seats = Math.max(...games.map((game) => game.seats))
  if (entrants.length < 2) return refusing('TOO_FEW_ENTRANTS', 'A tournament needs two entrants at least.')
  if (entrants.length < seats)
    return refusing('CANNOT_SEAT', `A table has ${seats} seats, and only ${entrants.length} have entered.`)
  if (isTooLarge(tournament, entrants.length)) return refusing('CANNOT_SEAT', TOO_LARGE)
  if (!clock && entrants.some(({ who }) => who.kind !== 'house')) return CLOCK_NEEDED
  const tables = tablesInAll(tournament, entrants.length)
  if (tables > BOUNDS.tables)
    return refusing('TOO_MANY_TABLES', `There would be ${tables} tables, and there can be ${BOUNDS.tables}.`)
  return undefined
}

const TOO_LARGE = `A round robin at tables of three and more is for at most ${MOST_POINTS} entrants.`

const isTooLarge = ({ setting }: Tournament, entrants: number): boolean =>
  setting.format === 'roundRobin' && entrants > MOST_POINTS && setting.games.some(({ seats }) => seats > 2)

/** As far as nobody comes or goes; of a ladder without an end, those of one round. */
function tablesInAll(tournament: Tournament, entrants: number): number {
  const { format, games, repeats, rounds } = tournament.setting
  const { seats } = itemAt(games, 0)
  const tables = seats * games.length * repeats
  const inRound = Math.floor(entrants / seats) * tables
  switch (format) {
    case 'roundRobin':
      return (
        repeats * designsOf(tournament).reduce((sum, one) => sum + one.games.length * one.design.blocks.length * one.seats, 0)
      )
    case 'swiss':
      return swissRounds(tournament) * inRound
    case 'knockout':
      return groupsInAll(entrants, tournament) * tables
    case 'ladder':
      return (rounds ?? 1) * inRound
  }
}
