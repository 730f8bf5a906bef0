/** The games that Chancery plays. A new game is one folder and one line here. */
import type { AnyGame } from './contract.js'
import { kingdoms } from './kingdoms/index.js'
import { regents } from './regents/index.js'

export const games: readonly AnyGame[] = [kingdoms, regents]

const byId = new Map(games.map((game) => [game.id, game]))
export const findGame = (id: string): AnyGame | undefined => byId.get(id)
