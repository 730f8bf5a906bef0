/**
 * What can be asked of tournaments. Transports use this and nothing below it. A tournament is public to read; how its tables went is told when the last one with the same deal has ended. What cannot be done is
 * thrown as a problem, with the code of the refusal where the rules of tournaments refuse it.
 */
import type { Caller } from '../accounts/caller.js'
import type { Page } from '../match/matches.js'
import type { TournamentExport } from './export-shapes.js'
import type {
  ChangeTournament,
  CreateTournament,
  CrosstableShape,
  EnterHouse,
  EnterTournament,
  EntrantCard,
  RecordCard,
  RoundCard,
  Standings,
  Strengths,
  TableCard,
  TableFilter,
  TournamentCard,
  TournamentFilter,
  WithdrawEntrant,
} from './shapes.js'

export interface Asked {
  readonly first: number
  /** `next` of the page before. */
  readonly after?: string | undefined
}

export interface RecordPage {
  readonly items: readonly RecordCard[]
  /** Number of the newest record there is. */
  readonly newest: number
  /** Whether nothing will follow the newest one. */
  readonly complete: boolean
}

export interface Tournaments {
  /** By whoever may organise. */
  create(caller: Caller, input: CreateTournament, idempotencyKey?: string): Promise<TournamentCard>
  /** By its organiser, before it starts. */
  change(caller: Caller, tournament: string, input: ChangeTournament): Promise<TournamentCard>
  /** By its organiser. Starting again changes nothing; so it is with pausing, resuming and ending. */
  start(caller: Caller, tournament: string): Promise<TournamentCard>
  /** By its organiser: no table is begun until it is resumed. */
  pause(caller: Caller, tournament: string): Promise<TournamentCard>
  resume(caller: Caller, tournament: string): Promise<TournamentCard>
  /** By its organiser: no further table is begun, and those that have not ended count for nothing. */
  end(caller: Caller, tournament: string): Promise<TournamentCard>
  /** The caller itself; entering again with the same version gives the same entrant. */
  enter(caller: Caller, tournament: string, input: EnterTournament): Promise<EntrantCard>
  /** By its organiser. */
  enterHouse(caller: Caller, tournament: string, input: EnterHouse): Promise<EntrantCard>
  /** The caller itself, or by the organiser anybody. */
  withdraw(caller: Caller, tournament: string, input: WithdrawEntrant): Promise<EntrantCard[]>
  /** The newest first. */
  list(caller: Caller, filter: TournamentFilter, page: Asked): Promise<Page<TournamentCard>>
  card(caller: Caller, tournament: string): Promise<TournamentCard>
  /** By number. */
  entrants(caller: Caller, tournament: string, page: Asked): Promise<Page<EntrantCard>>
  /** By number. */
  rounds(caller: Caller, tournament: string, page: Asked): Promise<Page<RoundCard>>
  /** By number. */
  tables(caller: Caller, tournament: string, filter: TableFilter, page: Asked): Promise<Page<TableCard>>
  standings(caller: Caller, tournament: string): Promise<Standings>
  crosstable(caller: Caller, tournament: string): Promise<CrosstableShape>
  /** The same, drawn. */
  crosstableSvg(caller: Caller, tournament: string): Promise<string>
  strengths(caller: Caller, tournament: string): Promise<Strengths>
  /** After a number, in order. */
  records(caller: Caller, tournament: string, page: { first: number; after: number }): Promise<RecordPage>
  /** Throws what `follow` would throw at its beginning. */
  requireFollowable(caller: Caller, tournament: string): Promise<void>
  /** Every record after `after`, exactly once and in order, until nothing more will follow or the signal is aborted. */
  follow(caller: Caller, tournament: string, after: number, signal: AbortSignal): AsyncIterable<RecordCard>
  /** In parts, so that a large one need not be in memory at once. What is wrong is thrown before the first part. */
  export(caller: Caller, tournament: string, asked: TournamentExport): Promise<AsyncIterable<string>>
}
