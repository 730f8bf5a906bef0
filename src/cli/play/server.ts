/** Which server is played on, and who is asked for there. */
import type { BotName } from '../../bots/roster.js'
import { connect, type GameId, type NewMatch } from '../../client/index.js'
import { failure } from '../../platform/failure.js'
import { remoteOf } from '../remote.js'
import type { Io } from '../terminal.js'
import { remember } from './kept.js'
import { type Server, serverMatch, telling } from './server-match.js'
import { atTerminal } from './sitting-down.js'

interface RemoteFlags {
  readonly url?: string | undefined
  readonly 'token-file'?: string | undefined
}

export function serverOf(flags: RemoteFlags): Server {
  if (flags['token-file'] === undefined && !process.env.CHANCERY_TOKEN)
    throw failure('Set CHANCERY_TOKEN to the token of a player, or name a file that holds it: --token-file.', 2)
  const { url, token } = remoteOf(flags)
  return { url, client: connect({ url, token, retries: 2 }) }
}

export interface Wanted {
  readonly game: string
  readonly seats: number
  readonly seat: number | undefined
  readonly options: object
  readonly bots: readonly BotName[]
}

/** A new match in which bots of the house have the other seats. */
export async function newServerMatch({ client }: Server, { game, seats, seat, options, bots }: Wanted): Promise<string> {
  const wanted = { game, seats, options, ...(seat !== undefined && { seat }), bots: bots.map((bot) => ({ bot })) }
  // A cast, because which games there are is for the server to say.
  const { id } = await client.createMatch(wanted as NewMatch<GameId>)
  return id
}

/** Plays a match of the server, to its end or until the person goes. */
export const playThere = (server: Server, io: Io, find: () => Promise<string>): Promise<number> =>
  atTerminal(io, async (person) => {
    const match = await telling(server, find)
    const found = await serverMatch(server, match, person.gone, (waitingFor) => io.status?.(waitingFor))
    remember({ url: server.url, match })
    return found
  })
