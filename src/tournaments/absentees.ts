/**
 * Entrants who do not answer. Whoever has lost every table of a round by the clock is taken to be gone and withdraws, so that nobody waits for it in the rounds to come. A seat that resigned
 * was there.
 */
import type { Table, TableResult } from './record.js'
import { entrantOf, remembers, type Tournament } from './state.js'

/** An entrant who left all tables of a round that were played, and the tables. */
export interface Suspect {
  readonly entrant: number
  readonly tables: readonly Table[]
}

/** Those whose last table of its round is among these, which have just ended. */
export function suspects(tournament: Tournament, ended: readonly TableResult[]): readonly Suspect[] {
  const found = new Map<string, Suspect>()
  for (const { table: number, left } of ended) {
    const table = tournament.tables[number - 1]
    for (const seat of table ? left : []) {
      const entrant = table?.seats[seat] ?? 0
      const suspect = suspectIn(tournament, table?.round ?? 0, entrant)
      if (suspect) found.set(`${entrant} ${table?.round}`, suspect)
    }
  }
  return [...found.values()]
}

function suspectIn(tournament: Tournament, round: number, number: number): Suspect | undefined {
  const entrant = entrantOf(tournament, number)
  if (!remembers(entrant) || entrant.until !== null) return undefined
  const own = (tournament.rounds[round - 1]?.tables ?? []).filter(({ seats }) => seats.includes(number))
  if (own.some((table) => !tournament.results.has(table.number))) return undefined
  const played = own.filter((table) => tournament.results.get(table.number)?.outcome === 'played')
  return played.every((table) => hasLeft(tournament, table, number)) ? { entrant: number, tables: played } : undefined
}

const hasLeft = ({ results }: Tournament, { number, seats }: Table, entrant: number): boolean =>
  results.get(number)?.left.includes(seats.indexOf(entrant)) ?? false
