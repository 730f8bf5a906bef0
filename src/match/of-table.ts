import { Problem } from '../platform/problem.js'

/** What players may agree on elsewhere would change the outcome of a tournament. */
export const ofTable = (): Problem =>
  new Problem(
    409,
    'OF_TOURNAMENT',
    'This is the match of a table of a tournament: it is played to its end by those who sit at it.',
  )

export function requireNoTable({ fixed }: { readonly fixed: { readonly table: object | null } }): void {
  if (fixed.table) throw ofTable()
}
