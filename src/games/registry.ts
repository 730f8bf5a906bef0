/** The games that Chancery plays. A new game is one folder and one line here. */
import type { AnyGame } from './contract.js'
import { kingdoms } from './kingdoms/index.js'
import { medievalRealms } from './medieval-realms/index.js'
import { regents } from './regents/index.js'
import { royals } from './royals/index.js'

/** Keyed by the game's own id. A new game comes last: where field names meet in GraphQL, those before it keep theirs. */
export const registered = {
  kingdoms,
  'medieval-realms': medievalRealms,
  regents,
  royals,
}

/** Each game with its types, by its id: from this the SDK derives its own. */
export type GamesById = typeof registered

export const games: readonly AnyGame[] = Object.values(registered)

const byId = new Map(games.map((game) => [game.id, game]))
export const findGame = (id: string): AnyGame | undefined => byId.get(id)
