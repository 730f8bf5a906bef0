/** How games, moves and notices are called in the schemas: `medieval-realms` + `bid` is `medievalRealmsBid`. */
import type { AnyGame } from '../../games/contract.js'
import { membersOf } from './zod.js'

export const upperFirst = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
export const lowerFirst = (word: string): string => word.charAt(0).toLowerCase() + word.slice(1)

/** Kebab case to Pascal case. */
export const pascal = (id: string): string => id.split('-').map(upperFirst).join('')
/** Kebab case to camel case. */
export const camel = (id: string): string => lowerFirst(pascal(id))

/** `KingdomsView`, `KingdomsCastlePlaced`, ... */
export const typeName = (game: Pick<AnyGame, 'id'>, part: string): string => pascal(game.id) + upperFirst(part)
/** `kingdomsPlaceCastle` */
export const moveName = (game: Pick<AnyGame, 'id'>, move: string): string => camel(game.id) + upperFirst(move)

/** The names of a game's moves, in the order of its schema. */
export const moveTypes = (game: Pick<AnyGame, 'schema'>): string[] => membersOf(game.schema.move).map(({ tag }) => tag)
