/** What is known of a tournament as sheets of rows, for spreadsheets and programs. */
import { itemAt, numberAt } from '../../games/lists.js'
import { crosstableOf } from '../crosstable.js'
import { fitOf } from '../fit.js'
import type { Table } from '../record.js'
import { CRITERIA_OF, standingsOf } from '../standings.js'
import { type Entrant, entrantOf, type Tournament } from '../state.js'

export const SHEETS = ['entrants', 'standings', 'crosstable', 'strengths', 'tables'] as const
export type SheetName = (typeof SHEETS)[number]

export type Cell = string | number | boolean | null

export interface Sheet {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

export function sheetOf(name: SheetName, tournament: Tournament): Sheet {
  switch (name) {
    case 'entrants':
      return entrantSheet(tournament)
    case 'standings':
      return standingSheet(tournament)
    case 'crosstable':
      return crosstableSheet(tournament)
    case 'strengths':
      return strengthSheet(tournament)
    case 'tables':
      return tableSheet(tournament)
  }
}

const WHO = ['entrant', 'name', 'version']
const whoOf = (tournament: Tournament, number: number): Cell[] => {
  const { name, version } = entrantOf(tournament, number)
  return [number, name, version]
}

const entrantSheet = (tournament: Tournament): Sheet => ({
  columns: [...WHO, 'kind', 'plays', 'rating', 'from', 'until'],
  rows: tournament.entrants.map((one) => [
    ...whoOf(tournament, one.number),
    one.who.kind,
    playsBy(one),
    one.rating,
    one.from,
    one.until,
  ]),
})

function playsBy({ who }: Entrant): string {
  switch (who.kind) {
    case 'house':
      return who.bot
    case 'player':
      return who.player
    case 'program':
      return who.command
  }
}

function standingSheet(tournament: Tournament): Sheet {
  // Columns of their own in any case.
  const criteria = CRITERIA_OF[tournament.setting.format].filter((name) => name !== 'points' && name !== 'wins')
  return {
    columns: ['place', ...WHO, 'points', 'played', 'wins', ...criteria],
    rows: standingsOf(tournament).map(({ place, entrant, points, played, wins, criteria: values }) => [
      place,
      ...whoOf(tournament, entrant),
      points,
      played,
      wins,
      ...criteria.map((name) => values.find((one) => one.name === name)?.value ?? null),
    ]),
  }
}

/** One row for each pair: a spreadsheet would take "1/2" for a day. */
function crosstableSheet(tournament: Tournament): Sheet {
  const rows = crosstableOf(tournament)
  return {
    columns: [...WHO, 'against', 'againstName', 'againstVersion', 'met', 'points'],
    rows: rows.flatMap(({ entrant, against }) =>
      against.flatMap((cell, index) =>
        cell ? [[...whoOf(tournament, entrant), ...whoOf(tournament, itemAt(rows, index).entrant), cell.met, cell.points]] : [],
      ),
    ),
  }
}

const strengthSheet = (tournament: Tournament): Sheet => ({
  columns: [...WHO, 'log', 'low', 'high', 'points', 'pointsLow', 'pointsHigh', 'tables'],
  rows: fitOf(tournament).map(({ entrant, log, interval, points, pointsInterval, tables }) => [
    ...whoOf(tournament, entrant),
    log,
    ...interval,
    points,
    ...pointsInterval,
    tables,
  ]),
})

/** One row for each seat. */
const tableSheet = (tournament: Tournament): Sheet => ({
  columns: ['table', 'round', 'game', 'deal', 'match', 'outcome', 'seat', ...WHO, 'place', 'score', 'left'],
  rows: tournament.tables.flatMap((table) => table.seats.map((_, seat) => seatRow(tournament, table, seat))),
})

function seatRow(tournament: Tournament, { number, round, game, deal, seats }: Table, seat: number): Cell[] {
  const result = tournament.results.get(number)
  const placing = result?.places.find((one) => one.seat === seat)
  return [
    number,
    round,
    itemAt(tournament.setting.games, game).game,
    deal,
    tournament.matches.get(number) ?? null,
    result?.outcome ?? null,
    seat,
    ...whoOf(tournament, numberAt(seats, seat)),
    placing?.place ?? null,
    placing?.score ?? null,
    result?.left.includes(seat) ?? false,
  ]
}
