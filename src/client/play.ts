/**
 * The loop of a bot: wait until awaited, choose, move. A turn takes one request to look, and each move brings what comes next; moves of several
 * matches that are ready at once share one.
 */

import type { Choose, Client, PlaySettings, Turn } from './contract.js'
import { hasEnded } from './ended.js'
import type { GameId, MatchAndMoves, MoveOf } from './games.js'
import { alone, gathering, type Send } from './gathering.js'
import { ChanceryProblem } from './problem.js'
import { either } from './transport.js'

type PlayClient = Pick<Client, 'inbox' | 'notices' | 'look' | 'call' | 'submit'>

/** The match after the last move, or undefined if something went wrong that does not end the loop. */
type TakeTurns = (match: MatchAndMoves) => Promise<MatchAndMoves | undefined>

/** Seconds; less than a proxy between us and the server is likely to allow. */
const WAIT = 25

export async function play<G extends GameId>(client: PlayClient, choose: Choose<G>, settings: PlaySettings = {}): Promise<void> {
  const stop = new AbortController()
  const signal = either(settings.signal, stop.signal)
  let failed: { error: unknown } | undefined

  const fail = (error: unknown, match: string): undefined => {
    if (signal.aborted) return
    if (settings.onError) settings.onError(error, match)
    else {
      failed = { error }
      stop.abort()
    }
  }
  const send = settings.match === undefined ? gathering(client) : alone(client)
  const take: TakeTurns = (match) =>
    takeTurns(client, send, choose, match, signal).catch((error: unknown) => fail(error, match.id))
  const done = settings.match === undefined ? playAll(client, take, fail, signal) : playOne(client, take, settings.match, signal)
  await done.catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  if (failed) throw failed.error
}

async function playOne(client: PlayClient, take: TakeTurns, id: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const seen = await client.look(id, { wait: WAIT, signal })
    const after = seen.yourTurn ? await take(seen) : seen
    if (after && hasEnded(after.status)) return
    // What went wrong once goes wrong again, unless something happens in the match.
    if (!after) for await (const _ of client.notices(id, { after: seen.version, signal })) break
  }
}

/** Matches are played side by side, the turns of one match after each other. */
async function playAll(
  client: PlayClient,
  take: TakeTurns,
  fail: (error: unknown, match: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const turns = turnTaker(async (id) => {
    try {
      const match = await client.look(id, { signal })
      return (match.yourTurn ? await take(match) : match)?.version
    } catch (error) {
      fail(error, id)
    }
  })
  for await (const { match, version, yourTurn } of client.inbox({ signal })) if (match && yourTurn) turns.call(match, version)
  await turns.idle()
}

interface TurnTaker {
  call(match: string, version: number): void
  idle(): Promise<unknown>
}

/**
 * A call that comes during a turn starts another turn after it, unless the turn has come as far as the call: the own moves of a turn call as well.
 * `take` returns the version that it has come to.
 */
function turnTaker(take: (match: string) => Promise<number | undefined>): TurnTaker {
  const running = new Map<string, Promise<void>>()
  const called = new Map<string, number>()
  const run = async (match: string): Promise<void> => {
    while (called.delete(match)) {
      const reached = await take(match)
      if (reached !== undefined && (called.get(match) ?? 0) <= reached) called.delete(match)
    }
    running.delete(match)
  }
  return {
    call(match, version) {
      called.set(match, version)
      if (!running.has(match)) running.set(match, run(match))
    },
    idle: () => Promise.all(running.values()),
  }
}

/** Moves until somebody else is awaited. */
async function takeTurns<G extends GameId>(
  client: PlayClient,
  send: Send,
  choose: Choose<G>,
  first: MatchAndMoves,
  signal: AbortSignal,
): Promise<MatchAndMoves> {
  let match = first
  while (match.yourTurn && !signal.aborted) {
    const move = await choose(turnOf<G>(match))
    if (signal.aborted) break
    match = await afterMove(client, send, match, move)
  }
  return match
}

/** The match after a move, from its own answer; looked at anew if that does not tell, or if another seat has moved as well, or first. */
async function afterMove(client: PlayClient, send: Send, match: MatchAndMoves, move: MoveOf<GameId>): Promise<MatchAndMoves> {
  try {
    const { version, status, awaiting, yourTurn, view, legalMoves } = await send(match.id, move, match.version)
    // A cast, because TypeScript cannot know that view and moves are of the same game as the match.
    if (version === match.version + 1 && view)
      return { ...match, version, status, awaiting, yourTurn, view, legalMoves } as MatchAndMoves
  } catch (error) {
    if (!(error instanceof ChanceryProblem && error.code === 'STALE_VERSION')) throw error
  }
  return client.look(match.id)
}

function turnOf<G extends GameId>(match: MatchAndMoves): Turn<G> {
  const { moves: legalMoves = [], complete = false, next = null } = match.legalMoves ?? {}
  const awaited = match.awaiting.find(({ seat }) => seat === match.you)
  const turn = { match, view: match.view, legalMoves, complete: complete && next === null, ...awaited }
  // A cast, because TypeScript cannot relate a conditional type to its members while G is open.
  return turn as unknown as Turn<G>
}
