/** Whether the records of a file fit together at all: whoever made it may have written any numbers. What follows from what is judged elsewhere. */
import { games } from '../../games/registry.js'
import { checkSetting } from '../deciding.js'
import { type Tournament, tournamentOf } from '../state.js'
import type { ArchiveHead } from './archive.js'

/** What does not fit, in words; undefined if all does. */
export function unsound({ setting, records, programs = [] }: ArchiveHead): string | undefined {
  const refusal = checkSetting(setting, games)
  if (refusal) return `setting: ${refusal.message}`
  const tournament = tournamentOf(setting, records)
  const nobody = programs.find(({ entrant }) => !tournament.entrants[entrant - 1])
  if (nobody) return `programs: there is no entrant ${nobody.entrant}`
  return unsoundEntrants(tournament) ?? unsoundTables(tournament) ?? unsoundResults(tournament)
}

function unsoundEntrants({ entrants }: Tournament): string | undefined {
  const found = entrants.findIndex(({ number }, index) => number !== index + 1)
  if (found !== -1) return `entrant ${found + 1}: expected entrants in the order of their numbers`
  // A terminal would obey some of what is not printed.
  const odd = entrants.find(({ name, version }) => /\p{Cc}/u.test(`${name}${version ?? ''}`))
  return odd && `entrant ${odd.number}: expected a name without control characters`
}

function unsoundTables({ setting, entrants, tables }: Tournament): string | undefined {
  const found = tables.findIndex(
    ({ number, game, seats }, index) =>
      number !== index + 1 || seats.length !== setting.games[game]?.seats || seats.some((entrant) => !entrants[entrant - 1]),
  )
  return found === -1
    ? undefined
    : `table ${found + 1}: expected the next number, a game of the setting and an entrant for each seat`
}

function unsoundResults({ tables, matches, results }: Tournament): string | undefined {
  const isUnknown = (table: number): boolean => !tables[table - 1]
  const table = [...matches.keys(), ...results.keys()].find(isUnknown)
  if (table !== undefined) return `table ${table}: it was not made, and has begun or ended`
  const odd = [...results.values()].find(({ table, places }) =>
    places.some(({ seat }) => tables[table - 1]?.seats[seat] === undefined),
  )
  return odd && `table ${odd.table}: it has a place for a seat that there is not`
}
