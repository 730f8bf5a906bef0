/** Which tables begin now, and which never will. */
import type { Table, TableResult } from './record.js'
import { entrantOf, remembers, type Tournament } from './state.js'

/** In order, as many as may be played at once. Bots of the house play any number. */
export function tablesToBegin(tournament: Tournament): readonly Table[] {
  if (tournament.status !== 'running') return []
  const busy = busyNow(tournament)
  const begun: Table[] = []
  for (const table of tournament.tables) {
    if (busy.tables === tournament.setting.atOnce.all) break
    if (!isWaiting(tournament, table) || withdrawnAt(tournament, table).length > 0 || !allFree(tournament, busy, table)) continue
    take(busy, table)
    begun.push(table)
  }
  return begun
}

/** Whether a table may begin now, though others could begin before it. */
export const mayBegin = (tournament: Tournament, table: Table): boolean => {
  const busy = busyNow(tournament)
  return (
    tournament.status === 'running' &&
    busy.tables < tournament.setting.atOnce.all &&
    isWaiting(tournament, table) &&
    withdrawnAt(tournament, table).length === 0 &&
    allFree(tournament, busy, table)
  )
}

export const forfeitsDue = (tournament: Tournament): readonly TableResult[] =>
  tournament.tables.flatMap((table) => forfeitAt(tournament, table) ?? [])

/** The result of a table that has not begun and cannot, because somebody withdrew: these are last, the others share the places before them. */
export function forfeitAt(tournament: Tournament, table: Table): TableResult | undefined {
  const withdrawn = withdrawnAt(tournament, table)
  return isWaiting(tournament, table) && withdrawn.length > 0 ? forfeit(table, withdrawn) : undefined
}

interface Busy {
  tables: number
  /** By number of the entrant. */
  readonly entrants: Map<number, number>
}

function busyNow({ tables, underWay }: Tournament): Busy {
  const busy: Busy = { tables: 0, entrants: new Map() }
  for (const number of underWay) {
    const table = tables[number - 1]
    if (table) take(busy, table)
  }
  return busy
}

function take(busy: Busy, { seats }: Table): void {
  busy.tables += 1
  for (const entrant of seats) busy.entrants.set(entrant, (busy.entrants.get(entrant) ?? 0) + 1)
}

const isWaiting = ({ matches, results }: Tournament, { number }: Table): boolean => !matches.has(number) && !results.has(number)

const allFree = (tournament: Tournament, busy: Busy, { seats }: Table): boolean =>
  seats.every(
    (number) => !remembers(entrantOf(tournament, number)) || (busy.entrants.get(number) ?? 0) < tournament.setting.atOnce.entrant,
  )

/** Seats of those who withdrew. */
const withdrawnAt = (tournament: Tournament, { seats }: Table): readonly number[] =>
  seats.flatMap((number, seat) => (entrantOf(tournament, number).until === null ? [] : [seat]))

function forfeit({ number, seats }: Table, withdrawn: readonly number[]): TableResult {
  const stayed = seats.map((_, seat) => seat).filter((seat) => !withdrawn.includes(seat))
  const places = [
    ...stayed.map((seat) => ({ seat, place: 1, score: 0 })),
    ...withdrawn.map((seat) => ({ seat, place: stayed.length + 1, score: 0 })),
  ]
  return { table: number, outcome: 'forfeit', places, left: [], head: null }
}
