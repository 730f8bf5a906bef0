/** The loop of a bot: wait until awaited, look, choose, move. */
import type { Choose, Client, PlaySettings, Turn } from './contract.js'
import type { GameId } from './games.js'
import { ChanceryProblem } from './problem.js'

type PlayClient = Pick<Client, 'inbox' | 'notices' | 'match' | 'legalMoves' | 'submit'>

/** Matches are played side by side, the turns of one match after each other. */
export async function play<G extends GameId>(client: PlayClient, choose: Choose<G>, settings: PlaySettings = {}): Promise<void> {
  const stop = new AbortController()
  const signal = settings.signal ? AbortSignal.any([settings.signal, stop.signal]) : stop.signal
  let failed: { error: unknown } | undefined

  const fail = (error: unknown, match: string): void => {
    if (signal.aborted) return
    if (settings.onError) settings.onError(error, match)
    else {
      failed = { error }
      stop.abort()
    }
  }
  const turns = turnTaker((match) => takeTurns(client, choose, match, signal).catch((error: unknown) => fail(error, match)))
  for await (const match of calls(client, settings.match, signal)) turns.call(match)
  stop.abort()
  await turns.idle()
  if (failed) throw failed.error
}

/** The matches that may wait for us, each time they may. */
async function* calls(client: PlayClient, only: string | undefined, signal: AbortSignal): AsyncGenerator<string> {
  if (only === undefined) {
    for await (const { match, yourTurn } of client.inbox({ signal })) if (yourTurn) yield match
    return
  }
  const { version } = await client.match(only)
  yield only
  for await (const _ of client.notices(only, { after: version, signal })) yield only
}

/** A call that comes during a turn starts another turn after it: the running one may have read the match before the call's entry. */
function turnTaker(take: (match: string) => Promise<void>): { call(match: string): void; idle(): Promise<unknown> } {
  const running = new Map<string, Promise<void>>()
  const called = new Set<string>()
  const run = async (match: string): Promise<void> => {
    while (called.delete(match)) await take(match)
    running.delete(match)
  }
  return {
    call(match) {
      called.add(match)
      if (!running.has(match)) running.set(match, run(match))
    },
    idle: () => Promise.all(running.values()),
  }
}

/** Moves until somebody else is awaited. */
async function takeTurns<G extends GameId>(
  client: PlayClient,
  choose: Choose<G>,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const turn = await look<G>(client, id)
    if (!turn) return
    const move = await choose(turn)
    if (signal.aborted) return
    try {
      await client.submit<G>(id, move, { expectedVersion: turn.match.version })
    } catch (error) {
      if (!(error instanceof ChanceryProblem && error.code === 'STALE_VERSION')) throw error
    }
  }
}

/** Undefined if nothing is awaited of us. Looks again if the two answers are of different versions. */
async function look<G extends GameId>(client: PlayClient, id: string): Promise<Turn<G> | undefined> {
  for (;;) {
    const match = await client.match<G>(id)
    const awaited = match.awaiting.find(({ seat }) => seat === match.you)
    if (!awaited) return undefined
    const page = await client.legalMoves<G>(id)
    if (page.version !== match.version) continue
    const { moves: legalMoves, complete, next } = page
    const turn = { match, view: match.view, legalMoves, complete: complete && next === null, ...awaited }
    // A cast, because TypeScript cannot relate a conditional type to its members while G is open.
    return turn as unknown as Turn<G>
  }
}
