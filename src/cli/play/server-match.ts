/** A match on a server, played by its API as any client would. */
import { ChanceryProblem, type Client, type GameId, type MatchAndMoves, type MoveOf } from '../../client/index.js'
import { findGame } from '../../games/registry.js'
import { failure } from '../../platform/failure.js'
import { saveLog } from './kept.js'
import type { Ending, Playing, Standing } from './playing.js'

export interface Server {
  readonly client: Client
  readonly url: string
}

type Tell = (waitingFor: string) => void

/** Seconds that the server is asked to wait for a turn. */
const WAIT = 20

/** Once it has begun; undefined if the signal ended the waiting. Takes a seat in an open match if there is none yet. */
export async function serverMatch(server: Server, id: string, signal: AbortSignal, tell: Tell): Promise<Playing | undefined> {
  const begun = await telling(server, () => whenBegun(server.client, id, signal, tell))
  if (!begun) return undefined
  const { you: seat, game: name, seats } = begun
  const game = findGame(name)
  if (!game) throw failure(`This version of Chancery does not know the game ${name}.`)
  if (seat === null) throw failure(`You have no seat in the match ${id}, and it has begun.`)
  let seen = begun
  const told = teller(server, id)
  return {
    game,
    seat,
    players: seats.map(({ player }) => player?.name ?? 'nobody'),
    async next(stop, say) {
      const found = await telling(server, () => whenAwaited(server.client, id, stop, say))
      if (!found) return undefined
      seen = found
      return standingOf(found, hasEnded(found) ? await endingOf(server, found, await told.head()) : undefined)
    },
    play: (move) => submit(server.client, seen, move),
    news: () => telling(server, told.news),
    log: () => telling(server, told.all),
    farewell: [`The match goes on at ${server.url} as ${id}.`, '`chancery resume` goes on with it; a token is asked for again.'],
  }
}

const hasEnded = ({ status }: MatchAndMoves): boolean => status !== 'open' && status !== 'running'

/** What goes wrong between us and the server is told in one line. */
export async function telling<Value>({ url }: Server, asked: () => Promise<Value>): Promise<Value> {
  try {
    return await asked()
  } catch (error) {
    if (!(error instanceof ChanceryProblem)) throw error
    throw failure(`${url}: ${error.code}: ${error.detail}`)
  }
}

/** Undefined if the signal ended it. */
async function looking(client: Client, id: string, signal: AbortSignal, wait?: number): Promise<MatchAndMoves | undefined> {
  try {
    return await client.look(id, { signal, wait })
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  }
}

async function whenBegun(client: Client, id: string, signal: AbortSignal, tell: Tell): Promise<MatchAndMoves | undefined> {
  let seen = await looking(client, id, signal)
  if (seen?.status === 'open' && seen.you === null) await client.join(id)
  while (seen?.status === 'open') {
    tell(`Waiting for the other seats of the match ${id} ...`)
    seen = await looking(client, id, signal, WAIT)
  }
  return seen
}

async function whenAwaited(client: Client, id: string, signal: AbortSignal, tell: Tell): Promise<MatchAndMoves | undefined> {
  let seen = await looking(client, id, signal)
  while (seen && !seen.yourTurn && !hasEnded(seen)) {
    tell(`Waiting for ${seen.awaiting.map(({ seat }) => `seat ${seat} (${seen?.seats[seat]?.player?.name})`).join(', ')} ...`)
    seen = await looking(client, id, signal, WAIT)
  }
  return seen
}

function standingOf({ view, awaiting, you, legalMoves }: MatchAndMoves, ended: Ending | undefined): Standing {
  return {
    view,
    decision: awaiting.find(({ seat }) => seat === you)?.decision,
    offered: legalMoves?.moves ?? [],
    isComplete: legalMoves?.complete === true && legalMoves.next === null,
    ended,
  }
}

/** The log is whole once the match is over: it is kept here, so that it can be checked against what the server told. */
async function endingOf({ client }: Server, { id, result }: MatchAndMoves, head: string | undefined): Promise<Ending> {
  const log = await client.log(id)
  if (log.format !== 'chancery-match/1') return { places: result ?? [], afterwards: [] }
  const command = `chancery verify ${saveLog(id, log)}${head === undefined ? '' : ` --head ${head}`}`
  return { places: result ?? [], afterwards: ['The whole match can be checked against what the server told:', command] }
}

async function submit(client: Client, { id, version }: MatchAndMoves, move: unknown): Promise<string | undefined> {
  try {
    // A cast, because whether it is a move of the game is for the server to say.
    await client.submit(id, move as MoveOf<GameId>, { expectedVersion: version })
    return undefined
  } catch (error) {
    if (!(error instanceof ChanceryProblem)) throw error
    return error.detail
  }
}

/** What the seat is told, entry by entry. */
function teller({ client }: Server, id: string) {
  const sentences: string[] = []
  let heard = 0
  let told = 0
  let head: string | undefined
  const hear = async (): Promise<void> => {
    for (;;) {
      const { items } = await client.call('GET /v1/matches/{id}/notices', { id, after: heard, first: 100 })
      const last = items.at(-1)
      if (!last) return
      for (const { text } of items) sentences.push(...text)
      heard = last.version
      head = last.head
    }
  }
  return {
    head: async () => {
      await hear()
      return head
    },
    all: async () => {
      await hear()
      return sentences
    },
    news: async () => {
      await hear()
      const from = told
      told = sentences.length
      return sentences.slice(from)
    },
  }
}
