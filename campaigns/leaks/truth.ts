/** The truth about a finished match, and from it exactly what one viewer may have been told at each version. */

import { isDeepStrictEqual } from 'node:util'
import type { Player } from '../../src/accounts/caller.js'
import { seededDice } from '../../src/dice/seeded.js'
import type { AnyGame, Refusal, Viewer } from '../../src/games/contract.js'
import { itemAt } from '../../src/games/lists.js'
import { awaitingAfter } from '../../src/match/offline/step.js'
import type { Transcript } from '../../src/match/offline/transcript.js'
import type { LegalMovePage, MatchCard } from '../../src/match/shapes.js'
import { itemOf, statusAfter, told } from '../proof.js'
import { type Entry, gameOf, statesOf } from '../replay.js'
import { type Swapped, swapDraws } from './swaps.js'

/** What is known about a match from outside its log. */
export interface Facts {
  readonly id: string
  readonly visibility: MatchCard['visibility']
  readonly invitation: string | null
  readonly holders: readonly Player[]
  /** The seat of the one who listens; null if it only watches. */
  readonly seat: number | null
}

export interface Truth {
  readonly facts: Facts
  readonly game: AnyGame
  readonly log: Transcript
  readonly end: number
  viewerAt(version: number): Viewer
  summary(version: number): Omit<MatchCard, 'createdAt'>
  view(version: number): object
  seen(version: number): object
  item(version: number): object
  items(after: number, upTo: number): object[]
  inboxItem(version: number): object
  accepted(version: number): object
  legalMoves(version: number, page: { first: number; after: number }): LegalMovePage
  /** Why a move is refused; null if it is not. Undefined if this depends on something that the seat cannot know. */
  judge(version: number, move: unknown): Refusal | null | undefined
  /** Whether the view, the legal moves and the awaited decisions would be the same in other worlds that look alike from this seat. */
  isBlind(version: number): boolean
  /** What the viewer would have heard and seen had other cards been drawn. */
  swapped(version: number): Swapped
}

type Awaiting = MatchCard['awaiting'][number]

/** Other worlds that are tried for each view. */
const WORLDS = 3

/** `game` is another than the registered one only where a test plants a leak in the rules. */
export function truthOf(facts: Facts, log: Transcript, game = gameOf(log)): Truth {
  const past = pastOf(facts, log, game)
  const { end, viewerAt, view } = past
  return { facts, log, game, end, viewerAt, view, ...answersOf(past), ...worldsOf(past) }
}

/** Every position of the match, and who looked at it. */
interface Past extends Pick<Truth, 'facts' | 'log' | 'game' | 'end' | 'viewerAt' | 'view'> {
  entry(version: number): Entry
  state(version: number): object
  awaiting(version: number): readonly Awaiting[]
  hasLeft(seat: number, version: number): boolean
  isOver(version: number): boolean
}

function pastOf(facts: Facts, log: Transcript, game: AnyGame): Past {
  const states = statesOf(game, log)
  const awaiting = awaitingAt(game, log, states)
  const end = log.entries.length
  const hasLeft = (seat: number, version: number): boolean =>
    log.entries.some((entry) => entry.command.type === 'leave' && entry.command.seat === seat && entry.version <= version)
  const viewerAt = (version: number): Viewer => (facts.seat === null || hasLeft(facts.seat, version) ? 'spectator' : facts.seat)
  return {
    facts,
    log,
    game,
    end,
    hasLeft,
    viewerAt,
    view: (version) => game.view(itemAt(states, version), viewerAt(version)),
    entry: (version) => itemAt(log.entries, version - 1),
    state: (version) => itemAt(states, version),
    awaiting: (version) => itemAt(awaiting, version),
    isOver: (version) => version === end,
  }
}

/** Asked only of a player who has held a seat. */
function seatOf({ seat }: Facts): number {
  if (seat === null) throw new Error('the listener has no seat')
  return seat
}

type Answers = Pick<Truth, 'summary' | 'seen' | 'item' | 'items' | 'inboxItem' | 'accepted' | 'legalMoves'>

function answersOf(past: Past): Answers {
  const { facts, log, game, view, viewerAt, entry, state, awaiting, isOver } = past
  const item = (version: number): object => itemOf(game, entry(version), viewerAt(version), isOver(version))
  const status = (version: number): MatchCard['status'] => statusAfter(entry(version), isOver(version))
  return {
    item,
    items: (after, upTo) => Array.from({ length: Math.max(0, upTo - after) }, (_, index) => item(after + 1 + index)),
    summary: (version) => ({ ...summaryOf(past, version), status: status(version) }),
    seen: (version) => ({ game: game.id, version, viewer: viewerAt(version), view: view(version), clocks: null }),
    inboxItem: (version) => ({
      match: log.match,
      game: game.id,
      version,
      status: status(version),
      yourTurn: awaiting(version).some(({ seat }) => seat === facts.seat),
      at: entry(version).at,
    }),
    accepted: (version) => ({
      game: game.id,
      version,
      head: entry(version).hash,
      status: status(version),
      awaiting: [...awaiting(version)],
      yourTurn: awaiting(version).some(({ seat }) => seat === facts.seat),
      ...told(game, entry(version), seatOf(facts)),
    }),
    legalMoves: (version, page) =>
      legalMoves(status(version) === 'aborted' ? NO_MOVES : game.legalMoves(state(version), seatOf(facts)), {
        game,
        seat: seatOf(facts),
        version,
        awaiting: [...awaiting(version)],
        ...page,
      }),
  }
}

function summaryOf(
  { facts, log, game, end, entry, state, awaiting, hasLeft, isOver }: Past,
  version: number,
): Omit<MatchCard, 'createdAt' | 'status'> {
  const { over } = game.phase(state(version))
  return {
    id: log.match,
    game: game.id,
    rules: game.rules,
    options: log.options,
    version,
    visibility: facts.visibility,
    seating: 'chosen',
    seatCount: log.seats,
    seats: facts.holders.map((player, seat) => ({ seat, player, left: hasLeft(seat, version), colour: null, keptFor: null })),
    you: facts.seat,
    awaiting: [...awaiting(version)],
    yourTurn: awaiting(version).some(({ seat }) => seat === facts.seat),
    clock: null,
    clocks: null,
    rated: false,
    abortAgreed: [],
    takeBackAgreed: [],
    result: over && [...over],
    commitment: log.commitment,
    secret: isOver(version) ? log.secret : null,
    invitation: facts.invitation,
    startedAt: entry(1).at,
    endedAt: isOver(version) ? entry(end).at : null,
    rematchOf: null,
    rematch: null,
    tournament: null,
    table: null,
  }
}

function worldsOf({ facts, game, view, viewerAt, entry, state }: Past): Pick<Truth, 'judge' | 'isBlind' | 'swapped'> {
  const worldsAt = (version: number): object[] =>
    viewerAt(version) === facts.seat
      ? Array.from({ length: WORLDS }, (_, world) =>
          game.imagine(view(version), seatOf(facts), seededDice(1000 * version + world)),
        )
      : []
  const shown = (world: object): string =>
    JSON.stringify([game.view(world, seatOf(facts)), [...game.legalMoves(world, seatOf(facts))], game.phase(world).awaiting])
  return {
    judge(version, move) {
      if (version > 0 && entry(version).command.type === 'abort') return MATCH_ABORTED
      const verdict = judge(game, state(version), seatOf(facts), move)
      const elsewhere = worldsAt(version).map((world) => judge(game, world, seatOf(facts), move))
      return elsewhere.every((other) => isDeepStrictEqual(other, verdict)) ? verdict : undefined
    },
    isBlind: (version) => worldsAt(version).every((world) => shown(world) === shown(state(version))),
    swapped: (version) => swapDraws(game, state(version - 1), entry(version), viewerAt(version)),
  }
}

const MATCH_ABORTED: Refusal = { code: 'MATCH_ABORTED', message: 'The match was aborted: it ended without a result.' }

/** Who is awaited at every version, from 0 on, and since when. */
function awaitingAt(game: AnyGame, { entries }: Transcript, states: readonly object[]): Awaiting[][] {
  const awaiting: Awaiting[][] = [[]]
  for (const { version, command } of entries) {
    if (command.type === 'abort') {
      awaiting.push([])
      continue
    }
    const after = awaitingAfter(itemAt(awaiting, version - 1), game.phase(itemAt(states, version)), command, version)
    awaiting.push(after.map((one) => ({ ...one, deadline: null })))
  }
  return awaiting
}

function judge(game: AnyGame, state: object, seat: number, move: unknown): Refusal | null {
  const decision = game.decide(state, { type: 'move', seat, move: game.schema.move.parse(move) }, seededDice(1))
  return decision.ok ? null : decision.refusal
}

type Choices = Pick<ReturnType<AnyGame['legalMoves']>, 'size' | 'complete' | typeof Symbol.iterator>
/** Of a match that was aborted. */
const NO_MOVES: Choices = { size: 0, complete: true, [Symbol.iterator]: () => [][Symbol.iterator]() }

interface PageOf {
  readonly game: AnyGame
  readonly seat: number
  readonly version: number
  readonly awaiting: readonly Awaiting[]
  readonly first: number
  readonly after: number
}

function legalMoves(moves: Choices, { game, seat, version, awaiting, first, after }: PageOf): LegalMovePage {
  const page = [...moves].slice(after, after + first)
  return {
    version,
    seat,
    decision: awaiting.find((one) => one.seat === seat)?.decision ?? null,
    total: moves.size,
    complete: moves.complete,
    moves: page.map((move) => ({ move, label: game.describe.move(move) })),
    next: after + first < moves.size ? after + first : null,
  }
}
