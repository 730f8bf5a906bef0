/** The one read path: positions, legal moves, notices and logs, each as its caller may have it. */
import type { Pool } from 'pg'
import { type Caller, requirePlayer } from '../../accounts/caller.js'
import { isLate } from '../../clocks/deadlines.js'
import type { Span, Time } from '../../clocks/times.js'
import { listed } from '../../games/choices.js'
import type { Refusal, Viewer } from '../../games/contract.js'
import { inWords } from '../../log/entry.js'
import type { Log, StoredEntry } from '../../log/log.js'
import { forbidden, invalid, Problem } from '../../platform/problem.js'
import type { LogDownload, Parts, Seen } from '../matches.js'
import { legalMovePage } from '../offline/listing.js'
import { viewOf } from '../offline/seen.js'
import { illegality, readMove, TIME_IS_UP } from '../offline/step.js'
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
import { clocksOf, type Spans } from './clocks.js'
import { formerOf, isVeiled, mayHaveItsDeal, noticeItem, requireSeat, seatOf, sightOf, viewerAt } from './redactor.js'

export interface Reading {
  /** The match as it was at this version, or as the caller may newest see it: a copy that stays so. */
  at(caller: Caller, live: Live, version: number | undefined): Promise<Live>
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
  readonly time: Spans & Pick<Time, 'now'>
  readonly onReferee: (caller: Caller, match: string) => void
}

const NO_MOVES = listed<never>([])

/** The longest log is far shorter; this only keeps a read from being unbounded. */
const WHOLE_LOG = 100_000

export function reading({ pool, log, secrets, time, onReferee }: ReadingDeps): Reading {
  const items = (caller: Caller, live: Live, entries: readonly StoredEntry[]): NoticeItem[] =>
    // An entry newer than what is known here waits for the next question: it may be the one with which the caller leaves.
    entries.filter(({ version }) => version <= live.position.version).map((entry) => noticeItem(live, caller, entry, time))
  const at: Reading['at'] = async (caller, live, version) => {
    const { version: present } = live.position
    // Before the start there is nothing to hide from whoever may see the card, as those who are invited may.
    const newest = present === 0 ? 0 : Math.min(present, sightOf(live, caller) - 1)
    const wanted = version ?? newest
    if (wanted > newest)
      throw new Problem(400, 'VERSION_AHEAD', `The match is at version ${newest}; version ${wanted} is still to come.`)
    return wanted === live.position.version ? { ...live } : positionAt(pool, secrets, live, wanted)
  }
  return {
    at,
    async view(caller, live, { at: wanted, referee }) {
      const { position, times } = await at(caller, live, wanted)
      const { version, head, state } = position
      const clocks = version === 0 ? null : clocksOf({ clock: live.fixed.clock, times }, time)
      const viewer: Viewer = referee ? refereeOf(caller, live, onReferee) : viewerAt(live, caller, version)
      return { game: live.fixed.game.id, version, head, viewer, view: viewOf(live.fixed.game, state, viewer), clocks }
    },
    legalMoves: (caller, live, page) => legalMoves(requireSeat(live, caller), live, page),
    parts,
    check: (caller, live, move) => check(requireSeat(live, caller), live, move, time),
    async notices(caller, live, { first, after }) {
      if (after > live.position.version) throw new WentBack(live.position.version)
      return items(caller, live, await log.read(live.fixed.id, after, first))
    },
    async log(caller, live, card) {
      const entries = await log.read(live.fixed.id, 0, WHOLE_LOG)
      return hasEnded(card) && !isVeiled(live)
        ? { complete: true, transcript: transcriptOf(live, entries, time) }
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
  const past = await loadMatch(pool, secrets, live.fixed.id, at)
  if (past?.position.version !== at) throw invalid(`at: there is no version ${at}`)
  return past
}

function refereeOf(caller: Caller, live: Live, onReferee: ReadingDeps['onReferee']): Viewer {
  requirePlayer(caller, 'admin')
  if (seatOf(live, caller) !== null || formerOf(live, caller) || mayHaveItsDeal(live, caller))
    throw forbidden('REFEREE_PLAYS', 'Whoever has a seat in a match, has had one, or plays in its tournament cannot referee it.')
  onReferee(caller, live.fixed.id)
  return 'referee'
}

function legalMoves(seat: number, live: Live, page: { first: number; after?: number | undefined }): LegalMovePage {
  const { fixed, position, awaiting } = live
  const moves = position.aborted ? NO_MOVES : fixed.game.legalMoves(position.state, seat)
  const decision = awaiting.find((one) => one.seat === seat)?.decision ?? null
  return legalMovePage({ game: fixed.game, version: position.version, seat, decision }, moves, page)
}

function check(seat: number, live: Live, move: unknown, time: ReadingDeps['time']): MoveCheck {
  const refusal = refusalOf(seat, live, move, time)
  return { legal: refusal === undefined, refusal: refusal ?? null }
}

function refusalOf(seat: number, live: Live, move: unknown, time: ReadingDeps['time']): Refusal | undefined {
  const { fixed, position, times } = live
  const read = readMove(fixed.game, move)
  if (!read.ok) return read.refusal
  if (!position.aborted && isLate({ clock: fixed.clock, times }, seat, time.now(), time.spans)) return TIME_IS_UP
  return illegality(fixed.game, position, seat, read.move)
}

/** Those that may have stopped a clock of the match. */
function spansWithin(spans: readonly Span[], entries: readonly StoredEntry[]): Transcript['uncharged'] {
  const began = Date.parse(entries.at(0)?.at ?? '')
  const ended = Date.parse(entries.at(-1)?.at ?? '')
  return spans
    .filter(({ from, to, known }) => to > began && from < ended && known <= ended)
    .map(({ from, to, known }) => ({ from: inWords(from), to: inWords(to), known: inWords(known) }))
}

function transcriptOf({ fixed }: Live, entries: readonly StoredEntry[], { spans }: Spans): Transcript {
  const { id, game, options, seats, commitment, clock, secret } = fixed
  return {
    format: 'chancery-match/1',
    match: id,
    game: game.id,
    options,
    seats,
    commitment,
    secret: Buffer.from(secret).toString('hex'),
    ...(clock && { clock, uncharged: spansWithin(spans, entries) }),
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
