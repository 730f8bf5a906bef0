/** The shapes of tournaments that REST alone has: addresses, queries and pages. */
import { z } from 'zod'
import { LONG_PAGE, PAGE } from '../../match/shapes.js'
import { TournamentExport } from '../../tournaments/export-shapes.js'
import {
  EntrantCard,
  RecordCard,
  RoundCard,
  TableCard,
  TableFilter,
  TournamentCard,
  TournamentFilter,
  TournamentId,
} from '../../tournaments/shapes.js'
import { next } from './lists.js'
import { cursor, first, ticket, truth, wait, whole, wholeFrom } from './query-parts.js'

export const TournamentAddress = z.object({ id: TournamentId.describe('Id of the tournament.') })

const MOST = 1_000_000_000
const described = ({ description = '' }: z.ZodType): string => description

export const TournamentsQuery = TournamentFilter.extend({
  game: TournamentFilter.shape.game
    .unwrap()
    .regex(/^[a-z0-9-]{1,40}$/)
    .optional()
    .describe(described(TournamentFilter.shape.game)),
  first: first(PAGE),
  after: cursor.optional(),
})
export const TablesQuery = z.strictObject({
  round: wholeFrom(1, MOST).optional().describe(described(TableFilter.shape.round)),
  entrant: wholeFrom(1, MOST).optional().describe(described(TableFilter.shape.entrant)),
  status: TableFilter.shape.status,
  first: first(PAGE),
  after: cursor.optional(),
})
export const RecordsQuery = z.strictObject({
  first: first(LONG_PAGE),
  after: whole.default(0).describe('Number of the record to go on after.'),
  wait,
  ticket: ticket.optional(),
})
export const ExportQuery = TournamentExport.extend({
  matches: truth.optional().describe(described(TournamentExport.shape.matches)),
})

/** Read by hand on the way in; here for the reference. */
export const PictureHeaders = z.object({
  accept: z.string().optional().describe('application/json or image/svg+xml.'),
})

export const TournamentList = z
  .strictObject({ items: z.array(TournamentCard).describe('The newest first.'), next })
  .meta({ id: 'TournamentList', description: 'A page of tournaments.' })
export const EntrantList = z
  .strictObject({ items: z.array(EntrantCard).describe('By number.'), next })
  .meta({ id: 'EntrantList', description: 'A page of the entrants of a tournament.' })
export const RoundList = z
  .strictObject({ items: z.array(RoundCard).describe('By number.'), next })
  .meta({ id: 'TournamentRoundList', description: 'A page of the rounds of a tournament.' })
export const TableList = z
  .strictObject({ items: z.array(TableCard).describe('By number.'), next })
  .meta({ id: 'TournamentTableList', description: 'A page of the tables of a tournament.' })
export const WithdrawnList = z
  .strictObject({ items: z.array(EntrantCard).describe('Those who have withdrawn by this.') })
  .meta({ id: 'WithdrawnList', description: 'Who has withdrawn.' })
export const RecordList = z
  .strictObject({
    items: z.array(RecordCard).describe('In order.'),
    next: z.int().min(0).describe('Ask for `after` this next.'),
    newest: z.int().min(0).describe('Number of the newest record there is.'),
    complete: z.boolean().describe('Whether nothing will follow the newest one.'),
  })
  .meta({ id: 'TournamentRecordList', description: 'What happened in a tournament, and whether more will.' })

/** As much of it as a reader needs to know what it has. */
export const ExportedTournament = z
  .looseObject({
    format: z.literal('chancery-tournament/1').describe('Kind and version of the file.'),
    id: TournamentId.describe('Id of the tournament.'),
  })
  .meta({
    id: 'ExportedTournament',
    description:
      'A whole tournament: setting, records, standings, crosstable, strengths and the logs of its matches. `chancery tournament replay` works it out again.',
  })
