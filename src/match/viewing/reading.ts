/** The one read path: positions, legal moves, notices and logs, each as its caller may have it. */
import type { Pool } from 'pg'
import { type Caller, requirePlayer } from '../../accounts/caller.js'
import { listed } from '../../games/choices.js'
import type { Viewer } from '../../games/contract.js'
import type { Log, StoredEntry } from '../../log/log.js'
import { forbidden, invalid, Problem } from '../../platform/problem.js'
import type { LogDownload, Parts, Seen } from '../matches.js'
import { illegality, readMove } from '../offline/step.js'
import type { Transcript } from '../offline/transcript.js'
import {
  hasEnded,
  type Include,
  type LegalMovePage,
  LONG_PAGE,
  type MatchCard,
  type MoveCheck,
  type NoticeItem,
} from '../shapes.js'
import type { Live } from '../store/live.js'
import { loadMatch } from '../store/loading.js'
import type { Secrets } from '../store/secrets.js'
import { WentBack } from '../went-back.js'
import { noticeItem, requireSeat, seatOf, viewerAt, viewOf } from './redactor.js'

export interface Reading {
  /** The match as it was at this version, or as it is now: a copy that stays so. */
  at(live: Live, version: number | undefined): Promise<Live>
  view(caller: Caller, live: Live, how: { at?: number | undefined; referee?: boolean | undefined }): Promise<Seen>
  legalMoves(caller: Caller, live: Live, page: { first: number; after?: number | undefined }): LegalMovePage
  parts(caller: Caller, live: Live, include: readonly Include[]): Parts
  check(caller: Caller, live: Live, move: unknown): MoveCheck
  notices(caller: Caller, live: Live, page: { first: number; after: number }): Promise<NoticeItem[]>
  log(caller: Caller, live: Live, card: MatchCard): Promise<LogDownload>
}

export interface ReadingDeps {
  readonly pool: Pool
  readonly log: Log
  readonly secrets: Secrets
  readonly onReferee: (caller: Caller, match: string) => void
}

const NO_MOVES = listed<never>([])

/** The longest log is far shorter; this only keeps a read from being unbounded. */
const WHOLE_LOG = 100_000

export function reading({ pool, log, secrets, onReferee }: ReadingDeps): Reading {
  const items = (caller: Caller, live: Live, entries: readonly StoredEntry[]): NoticeItem[] =>
    // An entry newer than what is known here waits for the next question: it may be the one with which the caller leaves.
    entries.filter(({ version }) => version <= live.position.version).map((entry) => noticeItem(live, caller, entry))
  const at: Reading['at'] = async (live, version) =>
    version === undefined || version === live.position.version ? { ...live } : positionAt(pool, secrets, live, version)
  return {
    at,
    async view(caller, live, { at: wanted, referee }) {
      const { version, head, state } = (await at(live, wanted)).position
      const viewer: Viewer = referee ? refereeOf(caller, live, onReferee) : viewerAt(live, caller, version)
      return { game: live.fixed.game.id, version, head, viewer, view: viewOf(live.fixed.game, state, viewer) }
    },
    legalMoves: (caller, live, page) => legalMoves(requireSeat(live, caller), live, page),
    parts,
    check: (caller, live, move) => check(requireSeat(live, caller), live, move),
    async notices(caller, live, { first, after }) {
      if (after > live.position.version) throw new WentBack(live.position.version)
      return items(caller, live, await log.read(live.fixed.id, after, first))
    },
    async log(caller, live, card) {
      const entries = await log.read(live.fixed.id, 0, WHOLE_LOG)
      return hasEnded(card)
        ? { complete: true, transcript: transcriptOf(live, entries) }
        : { complete: false, match: card, entries: items(caller, live, entries) }
    },
  }
}

function parts(caller: Caller, live: Live, include: readonly Include[]): Parts {
  const { version, head, state } = live.position
  const viewer = viewerAt(live, caller, version)
  const seat = version > 0 ? seatOf(live, caller) : null
  return {
    version,
    head,
    viewer,
    ...(include.includes('view') && { view: viewOf(live.fixed.game, state, viewer) }),
    ...(include.includes('legalMoves') && {
      legalMoves: seat === null ? null : legalMoves(seat, live, { first: LONG_PAGE.max }),
    }),
  }
}

async function positionAt(pool: Pool, secrets: Secrets, live: Live, at: number): Promise<Live> {
  if (at > live.position.version)
    throw new Problem(400, 'VERSION_AHEAD', `The match is at version ${live.position.version}; version ${at} is still to come.`)
  const past = await loadMatch(pool, secrets, live.fixed.id, at)
  if (past?.position.version !== at) throw invalid(`at: there is no version ${at}`)
  return past
}

function refereeOf(caller: Caller, live: Live, onReferee: ReadingDeps['onReferee']): Viewer {
  requirePlayer(caller, 'admin')
  if (seatOf(live, caller) !== null) throw forbidden('REFEREE_PLAYS', 'Whoever has a seat in a match cannot referee it.')
  onReferee(caller, live.fixed.id)
  return 'referee'
}

function legalMoves(
  seat: number,
  live: Live,
  { first, after = 0 }: { first: number; after?: number | undefined },
): LegalMovePage {
  const { game } = live.fixed
  const moves = live.position.aborted ? NO_MOVES : game.legalMoves(live.position.state, seat)
  const end = Math.min(moves.size, after + first)
  const page = Array.from({ length: Math.max(0, end - after) }, (_, index) => moves.at(after + index))
  return {
    version: live.position.version,
    seat,
    decision: live.awaiting.find((one) => one.seat === seat)?.decision ?? null,
    total: moves.size,
    complete: moves.complete,
    moves: page.map((move) => ({ move, label: game.describe.move(move) })),
    next: end < moves.size ? end : null,
  }
}

function check(seat: number, { fixed: { game }, position }: Live, move: unknown): MoveCheck {
  const read = readMove(game, move)
  const refusal = read.ok ? illegality(game, position, seat, read.move) : read.refusal
  return { legal: refusal === undefined, refusal: refusal ?? null }
}

function transcriptOf({ fixed }: Live, entries: readonly StoredEntry[]): Transcript {
  const { id, game, options, seats, commitment, secret } = fixed
  return {
    format: 'chancery-match/1',
    match: id,
    game: game.id,
    options,
    seats,
    commitment,
    secret: Buffer.from(secret).toString('hex'),
    entries: entries.map(({ version, rules, command, events, rolls, at, hash }) => ({
      version,
      rules,
      command,
      events,
      rolls,
      at,
      hash,
    })),
  }
}
