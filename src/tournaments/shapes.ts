/** The shapes of tournaments that go in or out. What happens in one is in record.ts. */
import { z } from 'zod'
import { Player } from '../accounts/caller.js'
import { BotName } from '../bots/names.js'
import { words } from '../games/described.js'
import { MatchId, seatNumber } from '../match/shapes.js'
import { EntrantNumber } from './record.js'
import { BOUNDS, FormatKind, TournamentSetting } from './setting.js'
import { CRITERIA } from './standings.js'

export const TournamentId = z.uuid()
export const isTournamentId = (text: string): boolean => TournamentId.safeParse(text).success && text === text.toLowerCase()

const entrant = EntrantNumber
const round = z.int().min(1).describe('Number of the round, from 1.')
const tableNumber = z.int().min(1).describe('Number of the table, from 1 over all rounds.')

export const TOURNAMENT_STATUSES = ['open', 'running', 'paused', 'over'] as const
export const TournamentStatusShape = words(TOURNAMENT_STATUSES, {
  id: 'TournamentStatus',
  description: 'How far a tournament has come.',
  values: {
    open: 'It waits for entrants and for its organiser to start it.',
    running: 'It is being played.',
    paused: 'No table is begun until it is resumed; those that have begun go on.',
    over: 'No further table is begun.',
  },
})

const seed = TournamentSetting.shape.seed

/** The whole setting, with a seed only where the organiser wants a certain one. */
const Chosen = TournamentSetting.omit({ seed: true }).extend({
  seed: seed.optional().describe('All lots of the pairings come from it; left out, the server draws one.'),
})

export const CreateTournament = Chosen.extend({
  bots: z
    .array(BotName.describe('A bot of the house.'))
    .max(BOUNDS.entrants)
    .default([])
    .describe('Bots of the house that enter at once, each of them once.'),
}).meta({ id: 'CreateTournament', description: 'A new tournament.' })
export type CreateTournament = z.infer<typeof CreateTournament>

export const ChangeTournament = Chosen.meta({
  id: 'ChangeTournament',
  description: 'The setting of a tournament that has not started, in place of the one before. The seed stays if it is left out.',
})
export type ChangeTournament = z.infer<typeof ChangeTournament>

export const EnterTournament = z
  .strictObject({
    version: z
      .string()
      .trim()
      .min(1)
      .max(50)
      .optional()
      .describe('Which version of a bot plays: each of them is an entrant of its own. Left out, you enter without one.'),
  })
  .meta({ id: 'EnterTournament', description: 'How you enter.' })
export type EnterTournament = z.infer<typeof EnterTournament>

export const EnterHouse = z
  .strictObject({ bot: BotName.describe('Which bot of the house enters.') })
  .meta({ id: 'EnterHouse', description: 'A bot of the house that enters a tournament of yours.' })
export type EnterHouse = z.infer<typeof EnterHouse>

export const WithdrawEntrant = z
  .strictObject({
    entrant: entrant.optional().describe('Whom the organiser withdraws, or which of your versions. Left out: all of yours.'),
    reason: z.string().trim().min(1).max(200).optional().describe('Why; everybody can read it.'),
  })
  .meta({ id: 'WithdrawEntrant', description: 'Who withdraws from a tournament.' })
export type WithdrawEntrant = z.infer<typeof WithdrawEntrant>

export const TournamentFilter = z
  .strictObject({
    status: TournamentStatusShape.optional().describe('Only tournaments that have come this far.'),
    format: FormatKind.optional().describe('Only tournaments of this format.'),
    game: z.string().min(1).max(100).optional().describe('Only tournaments in which this game is played.'),
    organiser: z.string().min(1).max(100).optional().describe('Only tournaments of this organiser, by id or name.'),
    player: z.string().min(1).max(100).optional().describe('Only tournaments that this player, by id or name, has entered.'),
  })
  .describe('Which tournaments are listed: what is left out does not narrow the list.')
export type TournamentFilter = z.infer<typeof TournamentFilter>

export const TournamentCard = z
  .strictObject({
    id: TournamentId.describe('Id of the tournament.'),
    name: z.string().describe('What it is called.'),
    organiser: Player.describe('Who made it.'),
    setting: TournamentSetting.describe('What the organiser has chosen.'),
    status: TournamentStatusShape.describe('How far it has come.'),
    entrants: z.int().min(0).describe('Entrants that have not withdrawn.'),
    rounds: z.int().min(0).describe('Rounds that were made.'),
    tables: z.int().min(0).describe('Tables that were made.'),
    tablesBegun: z.int().min(0).describe('Tables that have begun, those that have ended included.'),
    tablesEnded: z.int().min(0).describe('Tables that have ended, forfeits included.'),
    records: z.int().min(0).describe('Number of its newest record: its stream goes on after it.'),
    you: z.array(EntrantNumber).describe('The numbers under which you play in it.'),
    commitment: z.string().describe('SHA-256 of its secret and its id, fixed when it was made.'),
    secret: z
      .string()
      .nullable()
      .describe('The 32 bytes from which all its deals come; shown when it is over and its last table has ended.'),
    createdAt: z.iso.datetime().describe('When it was made.'),
    startedAt: z.iso.datetime().nullable().describe('When it started; null before that.'),
    endedAt: z.iso.datetime().nullable().describe('When it was over; null before that.'),
  })
  .meta({ id: 'Tournament', description: 'A tournament, as lists show it.' })
export type TournamentCard = z.infer<typeof TournamentCard>

export const EntrantCard = z
  .strictObject({
    number: entrant,
    name: z.string().describe('Name that others see.'),
    player: Player.describe('By which account it plays.'),
    version: z.string().nullable().describe('Version of a bot; null if none was told.'),
    rating: z.number().nullable().describe('By which it was ranked before the first round; null if it had none.'),
    from: round.describe('The first round that was made after it entered.'),
    withdrawn: z.boolean().describe('Whether it has withdrawn.'),
  })
  .meta({ id: 'Entrant', description: 'Who plays in a tournament.' })
export type EntrantCard = z.infer<typeof EntrantCard>

export const TableStatus = words(['made', 'begun', 'played', 'forfeit', 'void'], {
  id: 'TableStatus',
  description: 'How far a table has come.',
  values: {
    made: 'It has not begun.',
    begun: 'Its match is being played.',
    played: 'Its match came to an end.',
    forfeit: 'It was never played, because somebody had withdrawn.',
    void: 'It counts for nothing: its match was aborted, or the tournament ended before it began.',
  },
})

export const TableSeat = z
  .strictObject({
    seat: seatNumber,
    entrant,
    name: z.string().describe('Name of the entrant.'),
    place: z.int().min(1).nullable().describe('Final place; null until it is told.'),
    score: z.int().nullable().describe('Final score, in the points of the game; null until it is told.'),
    left: z.boolean().describe('Whether it left the match before its end.'),
  })
  .meta({ id: 'TableSeat', description: 'An entrant at a table.' })

export const TableCard = z
  .strictObject({
    number: tableNumber,
    round,
    game: z.string().describe('Id of the game.'),
    deal: z.int().min(1).describe('Tables with the same number are dealt the same cards.'),
    status: TableStatus.describe('How far it has come.'),
    match: MatchId.nullable().describe('Its match; null before it begins, and while you may not see it.'),
    seats: z
      .array(TableSeat)
      .describe('Every seat, by number. Places and scores are told when the last table with the same deal has ended.'),
  })
  .meta({ id: 'TournamentTable', description: 'A table of a tournament.' })
export type TableCard = z.infer<typeof TableCard>

export const TableFilter = z
  .strictObject({
    round: round.optional().describe('Only tables of this round.'),
    entrant: entrant.optional().describe('Only tables of this entrant.'),
    status: TableStatus.optional().describe('Only tables that have come this far.'),
  })
  .describe('Which tables are listed: what is left out does not narrow the list.')
export type TableFilter = z.infer<typeof TableFilter>

export const RoundCard = z
  .strictObject({
    round,
    tables: z.int().min(0).describe('How many tables it has.'),
    tablesEnded: z.int().min(0).describe('How many of them have ended.'),
    byes: z.array(EntrantNumber).describe('Entrants who have nobody to play with in this round.'),
  })
  .meta({ id: 'TournamentRound', description: 'A round of a tournament.' })
export type RoundCard = z.infer<typeof RoundCard>

const CriterionName = words(CRITERIA, {
  id: 'StandingCriterionName',
  description: 'By what entrants are told apart.',
  values: {
    points: 'Sum of its points.',
    buchholzCut1: 'The same as `buchholz` without the lowest.',
    buchholz: 'Sum of the points of those whom it has met.',
    sonnebornBerger: 'Sum of the points of those whom it has met, as far as it was ahead of them.',
    directEncounter: 'What it made against those with whom it ties so far.',
    wins: 'Tables at which nobody else was first.',
    roundReached: 'The last round in which it was.',
    groupPlace: 'Its place in its group in that round.',
    ladder: 'Its rung, from 1 for the highest.',
  },
})

export const CriterionValue = z
  .strictObject({
    name: CriterionName.describe('Which one it is.'),
    value: z.number().describe('Its value. More is better, but of `groupPlace` and `ladder` less is.'),
  })
  .meta({ id: 'StandingCriterion', description: 'What decides where an entrant stands.' })

export const StandingCard = z
  .strictObject({
    place: z.int().min(1).describe('Place, 1 for the first; entrants that tie in everything share one.'),
    entrant,
    name: z.string().describe('Name of the entrant.'),
    version: z.string().nullable().describe('Version of a bot; null if none was told.'),
    points: z.number().describe('Sum of its points.'),
    played: z.int().min(0).describe('Tables that it has played to their end.'),
    wins: z.int().min(0).describe('Of these, tables at which nobody else was first.'),
    criteria: z.array(CriterionValue).describe('By what it stands there, in the order in which it counts.'),
    withdrawn: z.boolean().describe('Whether it has withdrawn.'),
  })
  .meta({ id: 'TournamentStanding', description: 'A line of the table of a tournament.' })
export type StandingCard = z.infer<typeof StandingCard>

export const Standings = z
  .strictObject({
    records: z.int().min(0).describe('Number of the newest record that counts in it.'),
    items: z.array(StandingCard).describe('Best first.'),
  })
  .meta({
    id: 'TournamentStandings',
    description: 'The table of a tournament. Tables count when the last one with the same deal has ended.',
  })
export type Standings = z.infer<typeof Standings>

export const CrosstableCell = z
  .strictObject({
    against: entrant.describe('Number of the other entrant.'),
    met: z.int().min(0).describe('How often they have met.'),
    points: z.number().describe('1 for each time ahead of the other, 1/2 for each time level.'),
  })
  .meta({ id: 'CrosstableCell', description: 'How an entrant did against another.' })

export const CrosstableRow = z
  .strictObject({
    entrant,
    name: z.string().describe('Name of the entrant.'),
    version: z.string().nullable().describe('Version of a bot; null if none was told.'),
    cells: z.array(CrosstableCell).describe('Those whom it has met, by number.'),
  })
  .meta({ id: 'CrosstableRow', description: 'How an entrant did against the others.' })

export const CrosstableShape = z
  .strictObject({
    records: z.int().min(0).describe('Number of the newest record that counts in it.'),
    rows: z.array(CrosstableRow).describe('Every entrant, best first.'),
  })
  .meta({ id: 'Crosstable', description: 'How everybody did against everybody.' })
export type CrosstableShape = z.infer<typeof CrosstableShape>

export const StrengthCard = z
  .strictObject({
    entrant,
    name: z.string().describe('Name of the entrant.'),
    version: z.string().nullable().describe('Version of a bot; null if none was told.'),
    strength: z.number().describe('On a logarithmic scale with the mean 0.'),
    low: z.number().describe('Lower end of its 95 % interval.'),
    high: z.number().describe('Upper end of its 95 % interval.'),
    elo: z.number().describe('The strength as points on the scale of Elo: 400 are ten to one.'),
    tables: z.int().min(0).describe('Tables it was worked out from.'),
  })
  .meta({ id: 'TournamentStrength', description: 'How strong an entrant is, as its results tell.' })
export type StrengthCard = z.infer<typeof StrengthCard>

export const Strengths = z
  .strictObject({
    records: z.int().min(0).describe('Number of the newest record that counts in it.'),
    items: z.array(StrengthCard).describe('Strongest first.'),
  })
  .meta({ id: 'TournamentStrengths', description: 'The strengths that make the results of a tournament most likely.' })
export type Strengths = z.infer<typeof Strengths>

export const RECORD_TYPES = [
  'entered',
  'withdrew',
  'started',
  'paused',
  'resumed',
  'roundMade',
  'tableBegun',
  'tableEnded',
  'ended',
] as const
export const RecordType = words(RECORD_TYPES, {
  id: 'TournamentRecordType',
  description: 'What happened in a tournament.',
  values: {
    entered: 'Somebody entered.',
    withdrew: 'Somebody withdrew.',
    started: 'It started.',
    paused: 'It was paused.',
    resumed: 'It goes on.',
    roundMade: 'A round was made: who plays whom.',
    tableBegun: 'The match of a table began.',
    tableEnded: 'A table ended.',
    ended: 'It is over: no further table is begun.',
  },
})

export const RecordCard = z
  .strictObject({
    number: z.int().min(1).describe('Number of the record, from 1: go on after it.'),
    at: z.iso.datetime().describe('When it was written.'),
    type: RecordType.describe('What happened.'),
    record: z
      .looseObject({ type: RecordType.describe('What happened.') })
      .describe(
        'The record itself, as the export has it. Of a table that has ended, `places` is empty and `head` null until the last table with the same deal has ended.',
      ),
    text: z.string().describe('The same as a plain sentence.'),
  })
  .meta({ id: 'TournamentRecord', description: 'Something that happened in a tournament.' })
export type RecordCard = z.infer<typeof RecordCard>
