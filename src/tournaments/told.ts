/**
 * What everybody may know of a tournament. How a table went says something about what it was dealt, so it is told when the last table with the same deal has ended; whoever plays the same
 * deal later knows nothing of it. That a table has begun or ended is told at once.
 */
import type { Table, TableResult, TournamentRecord } from './record.js'
import type { Tournament } from './state.js'

/** Deals of which every table has ended. */
export function dealsOver({ tables, results }: Pick<Tournament, 'tables' | 'results'>): ReadonlySet<number> {
  const open = new Set(tables.filter(({ number }) => !results.has(number)).map(({ deal }) => deal))
  return new Set(tables.map(({ deal }) => deal).filter((deal) => !open.has(deal)))
}

/** Deals that several tables have. */
export function sharedDeals(tables: readonly Table[]): ReadonlySet<number> {
  const once = new Set<number>()
  const shared = new Set<number>()
  for (const { deal } of tables) (once.has(deal) ? shared : once).add(deal)
  return shared
}

/** With the results that count for everybody. */
export function told(tournament: Tournament): Tournament {
  const over = dealsOver(tournament)
  const isTold = ([number]: readonly [number, TableResult]): boolean => over.has(tournament.tables[number - 1]?.deal ?? 0)
  const results = [...tournament.results].filter(isTold)
  return results.length === tournament.results.size ? tournament : { ...tournament, results: new Map(results) }
}

/** `known`: as everybody may know it. */
export function toldRecord(record: TournamentRecord, known: Tournament): TournamentRecord {
  if (record.type !== 'tableEnded' || known.results.has(record.table)) return record
  return { ...record, places: [], head: null }
}
