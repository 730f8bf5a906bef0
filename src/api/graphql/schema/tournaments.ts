/** What the GraphQL schema says of tournaments, beside what their shapes say. */
import { LONG_PAGE, PAGE } from '../../../match/shapes.js'
import { TournamentGame, TournamentSetting } from '../../../tournaments/setting.js'
import {
  ChangeTournament,
  CreateTournament,
  CrosstableShape,
  EntrantCard,
  RecordCard,
  RoundCard,
  Standings,
  Strengths,
  TableCard,
  TournamentCard,
  TournamentFilter,
} from '../../../tournaments/shapes.js'
import type { Schema } from '../../schema/zod.js'
import { IDEMPOTENCY_KEY } from './games.js'
import { connectionType } from './roots.js'
import type { Changes } from './sdl.js'

/** Numbers that a card has under the names of what they count, which are lists here. */
export const COUNTS = { entrants: 'entrantCount', rounds: 'roundCount', tables: 'tableCount', records: 'recordCount' } as const

const COUNTED = { entrants: null, rounds: null, tables: null, records: null }

/** Work of their own, which may fail: null then, so that the tournament itself is told, which may just have been made. */
const FIELDS = [
  '"""Entrants that have not withdrawn."""\nentrantCount: Int!',
  '"""Rounds that were made."""\nroundCount: Int!',
  '"""Tables that were made."""\ntableCount: Int!',
  '"""Number of its newest record: its stream goes on after it."""\nrecordCount: Int!',
  `"""Who plays in it, by number."""\nentrants(first: Int = ${PAGE.standard}, after: String): EntrantConnection`,
  `"""Its rounds that were made, by number."""\nrounds(first: Int = ${PAGE.standard}, after: String): TournamentRoundConnection`,
  `"""Its tables, by number: all of them, or those of a round, an entrant or a status."""
tables(round: Int, entrant: Int, status: TableStatus, first: Int = ${PAGE.standard}, after: String): TournamentTableConnection`,
  '"""Who stands where, best first. Tables count when the last one with the same deal has ended."""\nstandings: TournamentStandings',
  '"""How everybody did against everybody."""\ncrosstable: Crosstable',
  '"""The strengths that make its results most likely."""\nstrengths: TournamentStrengths',
  `"""What happened in it after the record of this number."""
records(first: Int = ${LONG_PAGE.standard}, after: Int = 0): TournamentRecordPage`,
]

/** A whole number of up to 32 bits, of which an Int of GraphQL has one for the sign. */
const SEED = 'Float'

type Out = (schema: Schema, name?: string, changes?: Changes) => string
type Input = (schema: Schema, name: string, changes?: Changes) => string

export function enterTournaments(out: Out, input: Input): void {
  out(TournamentGame, undefined, { fields: { game: 'GameId' } })
  out(TournamentSetting, undefined, { fields: { seed: `${SEED}!` } })
  out(TournamentCard, undefined, { fields: COUNTED, more: FIELDS })
  out(EntrantCard)
  out(RoundCard)
  out(TableCard, undefined, { fields: { game: 'GameId' } })
  out(Standings)
  out(CrosstableShape)
  out(Strengths)
  out(RecordCard)
  input(TournamentGame, 'TournamentGameInput', { fields: { game: 'GameId!' } })
  input(TournamentFilter, 'TournamentFilter', { fields: { game: 'GameId' } })
  input(CreateTournament, 'CreateTournamentInput', { fields: { seed: SEED }, more: [IDEMPOTENCY_KEY] })
  input(ChangeTournament, 'ChangeTournamentInput', {
    fields: { seed: SEED },
    more: ['"""Id of the tournament."""\ntournamentId: ID!'],
  })
}

export const TOURNAMENT_PAGES = [
  connectionType('Tournament', 'tournament', 'tournaments'),
  connectionType('Entrant', 'entrant', 'entrants'),
  connectionType('TournamentRound', 'round', 'rounds'),
  connectionType('TournamentTable', 'table', 'tables'),
  `"""What happened in a tournament."""
type TournamentRecordPage {
  """In order."""
  items: [TournamentRecord!]!
  """Ask for the next page \`after\` this number."""
  next: Int!
  """Whether there is more now."""
  hasMore: Boolean!
  """Whether nothing will follow the newest one."""
  complete: Boolean!
}`,
]
