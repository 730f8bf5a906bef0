/**
 * Round robin: everybody meets everybody, in all rounds that there are, made at once. Games with equally many seats are played by the same groups; for another number of seats there are groups of their own, in
 * further rounds. Who is which point of a design is drawn by lot.
 */
import { numberAt } from '../games/lists.js'
import type { Block } from './designs/block.js'
import { type Design, designOf } from './designs.js'
import { type Groups, madeBefore, madeWith, roundOf } from './group-tables.js'
import { byLot } from './lots.js'
import type { Round } from './record.js'
import { isIn, type Tournament } from './state.js'

/** Games with equally many seats, by index, and the design by which they are played. */
export interface PlayedBy {
  readonly seats: number
  readonly games: readonly number[]
  readonly design: Design
}

export function designsOf(tournament: Tournament): readonly PlayedBy[] {
  const { games } = tournament.setting
  const entrants = entrantsOf(tournament).length
  return [...new Set(games.map(({ seats }) => seats))].map((seats) => ({
    seats,
    games: games.flatMap((game, index) => (game.seats === seats ? [index] : [])),
    design: designOf(entrants, seats),
  }))
}

/** Rounds that have not been made yet. */
export function roundsLeft(tournament: Tournament): readonly Round[] {
  const designs = designsOf(tournament)
  const all = designs.flatMap(({ games, design }) => design.rounds.map((blocks) => ({ games, blocks })))
  const entrants = byLot(tournament.setting.seed, 1, entrantsOf(tournament))
  const rounds: Round[] = []
  let made = madeBefore(tournament)
  for (const { games, blocks } of all.slice(tournament.rounds.length)) {
    const number = tournament.rounds.length + rounds.length + 1
    const round = roundOf(tournament, number, groupsOf(entrants, blocks), games, made)
    made = madeWith(made, round)
    rounds.push(round)
  }
  return rounds
}

/** Those who had not withdrawn when the first round was made. */
const entrantsOf = ({ entrants }: Tournament): readonly number[] =>
  entrants.filter((entrant) => isIn(entrant, 1)).map(({ number }) => number)

function groupsOf(entrants: readonly number[], blocks: readonly Block[]): Groups {
  const groups = blocks.map((block) => block.map((point) => numberAt(entrants, point)))
  return { groups, byes: entrants.filter((number) => !groups.some((group) => group.includes(number))) }
}
