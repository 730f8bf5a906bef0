/** What can be asked about worlds that are only thought of: for whoever searches for a good move. Nothing here changes a match. */
import type { Caller } from '../accounts/caller.js'
import type { Applied, ApplyMoves, Imagined, ImagineWorlds } from './world-shapes.js'

export interface Worlds {
  /** Worlds that the caller's seat cannot tell from the true one, made from what it sees now and from chance. */
  imagine(caller: Caller, match: string, input: ImagineWorlds): Promise<Imagined>
  /** What would follow from moves in a world that this server gave, or in a match that begins. */
  apply(caller: Caller, game: string, input: ApplyMoves): Promise<Applied>
}
