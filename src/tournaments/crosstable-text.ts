/** A crosstable for a terminal: rows by number, in the order of the standings; a column for each number; sums. */
import { crosstableOf, type Encounter } from './crosstable.js'
import { standingsOf } from './standings.js'
import { type Entrant, entrantOf, type Tournament } from './state.js'

/** Without a line break at its end. */
export function crosstableText(tournament: Tournament): string {
  const standings = standingsOf(tournament)
  const crosstable = crosstableOf(tournament)
  const head = ['', '', ...standings.map((_, index) => `${index + 1}`), 'against', 'points', 'place']
  const body = standings.map(({ entrant, place, points }, index) => {
    const { against = [], met = 0, points: sum = 0 } = crosstable[index] ?? {}
    return [
      `${index + 1}`,
      labelOf(tournament, entrant),
      ...against.map(cell),
      cell({ met, points: sum }),
      short(points),
      `${place}`,
    ]
  })
  return columns([head, ...body])
}

export const labelOf = (tournament: Tournament, entrant: number): string => labelText(entrantOf(tournament, entrant))

export const labelText = ({ name, version }: Pick<Entrant, 'name' | 'version'>): string =>
  version === null ? name : `${name} ${version}`

/** Points of one against the other, and of how many tables. */
function cell(encounter: Encounter | null): string {
  if (!encounter) return '*'
  return encounter.met === 0 ? '-' : `${short(encounter.points)}/${encounter.met}`
}

const short = (value: number): string => `${Math.round(value * 100) / 100}`

/** Names, in the second column, to the left, figures to the right. */
export function columns(rows: readonly (readonly string[])[]): string {
  const width = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  const widths = (rows[0] ?? []).map((_, column) => width(column))
  const line = (row: readonly string[]): string =>
    row.map((text, column) => (column === 1 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0))).join('  ')
  return rows.map((row) => line(row).trimEnd()).join('\n')
}
