/**
 * What tournaments ask of matches. The match of a table has no host; its seats are taken from the start by those whom the table names, and stay with them. Tables
 * that share a deal are seen by their own seats alone until the deal is shown; and what they were dealt is told to nobody before.
 */
import type { PoolClient } from 'pg'
import type { z } from 'zod'
import type { LeaveReason } from '../games/contract.js'
import type { NewsKind } from './inbox-shapes.js'
import type { CreateMatch, Place } from './shapes.js'

/** `rated`: whether its result is to count for ratings, if it is of a kind that can. */
export interface NewTable extends Pick<CreateMatch, 'game' | 'options' | 'clock' | 'rated'> {
  readonly tournament: string
  readonly number: number
  /** The id that its match is to have. */
  readonly match: string
  /** Ids of players, by seat. */
  readonly players: readonly string[]
  readonly deal: { readonly number: number; readonly secret: Uint8Array; readonly isShared: boolean }
}

/** How the match of a table ended. */
export interface TableEnd {
  readonly match: string
  /** Best place first; null if it was aborted. */
  readonly places: readonly z.infer<typeof Place>[] | null
  readonly left: readonly { readonly seat: number; readonly reason: LeaveReason }[]
  /** Hash of its last entry. */
  readonly head: string
}

export interface TournamentNews {
  readonly player: string
  readonly kind: Extract<NewsKind, `tournament${string}`>
  readonly tournament: string
}

export interface TableMatches {
  /** The match of a table, full and about to begin; what it is dealt is kept with it. Within the transaction that tells of it: begin it when that is committed. */
  makeTable(client: PoolClient, table: NewTable): Promise<void>
  /** Of these matches, those that have ended. */
  endsOf(matches: readonly string[]): Promise<TableEnd[]>
  /** What players are told of a tournament in their inboxes; within the transaction that it is about. */
  tellOfTournament(client: PoolClient, news: readonly TournamentNews[]): Promise<void>
  /** Everybody may see the tables that have these deals, and what they were dealt. */
  showDeals(client: PoolClient, tournament: string, deals: readonly number[]): Promise<void>
  /** Ends these matches without a result, as far as they have not ended. */
  abortTables(matches: readonly string[]): Promise<void>
  /** The tournaments whose tables are among these matches. */
  tournamentsOf(matches: readonly string[]): Promise<string[]>
}
