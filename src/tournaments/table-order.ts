/** What a table is played with, as it follows from setting, secret and pairing. */
import type { AnyGame } from '../games/contract.js'
import { itemAt } from '../games/lists.js'
import { findGame } from '../games/registry.js'
import { readOptions } from '../match/offline/transcript.js'
import type { Table } from './record.js'
import { dealSecret, matchIdOf } from './secrets.js'
import type { TournamentSetting } from './setting.js'

/** Plain data, which goes from one thread to another. */
export interface TableOrder {
  readonly table: number
  readonly game: string
  readonly seats: number
  /** As the organiser chose them; what is left out has its default. */
  readonly options: object
  readonly match: string
  /** Of its deal, in hexadecimal digits. */
  readonly secret: string
}

export interface Chances {
  readonly setting: TournamentSetting
  /** Id of the tournament. */
  readonly id: string
  readonly secret: Uint8Array
}

export function orderOf({ setting, id, secret }: Chances, { number, game: index, seats, deal }: Table): TableOrder {
  const { game, options } = itemAt(setting.games, index)
  return {
    table: number,
    game,
    seats: seats.length,
    options,
    match: matchIdOf(id, number),
    secret: dealSecret(secret, deal).toString('hex'),
  }
}

export function gameOf({ game: id }: { readonly game: string }): AnyGame {
  const game = findGame(id)
  if (!game) throw new RangeError(`there is no game ${id}`)
  return game
}

/** Defaults filled in; what is wrong with them was told when the setting was read. */
export function optionsOf(order: Pick<TableOrder, 'game' | 'options'>): object {
  const read = readOptions(gameOf(order), order.options)
  if (!read.ok) throw new RangeError(`${order.game}: ${read.field}: ${read.problem}`)
  return read.options
}
