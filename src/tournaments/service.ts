/** Puts the parts of tournaments together behind the interface that everybody else uses. */
import type { Pool, PoolClient } from 'pg'
import type { Player } from '../accounts/caller.js'
import type { BotName } from '../bots/names.js'
import type { TableMatches } from '../match/tables.js'
import { type Sleepers, sleepers } from '../platform/sleepers.js'
import { acting } from './acting.js'
import { type ExportedMatch, exporting } from './exporting.js'
import { following } from './following.js'
import type { Tell } from './news.js'
import { reading } from './reading.js'
import { type Runner, tournamentRunner } from './runner.js'
import { takeStep } from './running.js'
import type { TournamentSetting } from './setting.js'
import { goneOf, unsettled } from './store/accounts.js'
import { cards } from './store/cards.js'
import { tournamentLog } from './store/log.js'
import type { Tournaments } from './tournaments.js'

interface TournamentSecrets {
  create(client: PoolClient, tournament: string): Promise<Uint8Array>
  read(client: Pick<PoolClient, 'query'>, tournament: string): Promise<Uint8Array>
}

export interface TournamentServiceDeps {
  readonly pool: Pool
  readonly matches: TableMatches & {
    /** Begins a match that is full. */
    begin(match: string): Promise<void>
  }
  readonly exported: ExportedMatch
  readonly secrets: TournamentSecrets
  readonly tell: Tell
  readonly makeHouse: (bot: BotName) => Promise<void>
  readonly findPlayer: (named: string) => Promise<Player | null>
  readonly ratingOf: (player: string, setting: TournamentSetting) => Promise<number | null>
  readonly onError: (error: unknown) => void
}

export interface TournamentService extends Tournaments, Pick<Runner, 'ended' | 'sweep'> {
  /** Somebody has changed the tournament, here or on another server; without an id, perhaps any of them. */
  wake(tournament: string | undefined): void
  /** Ends streams. */
  stopWaiting(): void
  /** Resolves when what is under way is done. */
  stop(): Promise<void>
}

/** Followers look again this often, in case a wake-up was lost. */
const LOOK_AGAIN_MS = 1500

export function tournamentService(deps: TournamentServiceDeps): TournamentService {
  const { pool, matches, secrets, onError } = deps
  const log = tournamentLog(pool)
  const asleep: Sleepers = sleepers(LOOK_AGAIN_MS)
  const secretOf = (client: Pick<PoolClient, 'query'>, tournament: string) => secrets.read(client, tournament)
  const read = reading({ ...deps, log, cards: cards(pool, (tournament) => secretOf(pool, tournament)) })
  const running = { log, matches, goneOf: (id: string) => goneOf(pool, id), secretOf, tell: deps.tell }
  const { nudge, ended, sweep, stop } = tournamentRunner({
    step: (id) => takeStep(running, id),
    unsettled: () => unsettled(pool),
    tournamentsOf: matches.tournamentsOf,
    onError,
  })
  return {
    ...read,
    ...acting({ ...deps, ...read, log, nudge }),
    ...following({ ...read, log, asleep }),
    ...exporting({ ...deps, ...read, log }),
    ended,
    sweep,
    wake: (tournament) => (tournament === undefined ? asleep.wakeAll() : asleep.wake(tournament)),
    stopWaiting: asleep.close,
    stop,
  }
}
