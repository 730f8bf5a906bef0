/** How a tournament is exported. */
import { z } from 'zod'
import { words } from '../games/described.js'

export const ExportFormat = words(['json', 'ndjson', 'csv'], {
  id: 'TournamentExportFormat',
  description: 'How an export is written.',
  values: {
    json: 'One document, which `chancery tournament replay` and `chancery verify` read.',
    ndjson: 'The same, one JSON value a line.',
    csv: 'One table with a line of headings.',
  },
})

export const CsvTable = words(['standings', 'crosstable', 'tables', 'strengths', 'entrants'], {
  id: 'TournamentCsvTable',
  description: 'Which table of a tournament is exported.',
  values: {
    standings: 'Standings, best first.',
    crosstable: 'Points of everybody against everybody.',
    tables: 'A line for each seat of each table.',
    strengths: 'Strengths with their intervals.',
    entrants: 'Entrants, by number.',
  },
})

export const TournamentExport = z
  .strictObject({
    format: ExportFormat.default('json').describe('How it is written.'),
    table: CsvTable.default('standings').describe('With `csv`: which table.'),
    matches: z
      .boolean()
      .default(true)
      .describe('With `json` and `ndjson`: whether the logs of its matches are in it, as far as everybody may have them.'),
  })
  .describe('What an export holds.')
export type TournamentExport = z.infer<typeof TournamentExport>
