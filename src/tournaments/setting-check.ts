/** Whether there can be a tournament of this setting at all. */
import type { AnyGame } from '../games/contract.js'
import { itemAt } from '../games/lists.js'
import { refusing, type TournamentRefusal } from './refusals.js'
import type { TournamentGame, TournamentSetting } from './setting.js'

/** Undefined if there can. */
export function checkSetting(setting: TournamentSetting, games: readonly AnyGame[]): TournamentRefusal | undefined {
  for (const played of setting.games) {
    const refused = checkGame(played, games)
    if (refused) return refused
  }
  return checkFormat(setting)
}

function checkGame({ game: id, seats, options }: TournamentGame, games: readonly AnyGame[]): TournamentRefusal | undefined {
  const game = games.find((one) => one.id === id)
  if (!game) return refusing('UNKNOWN_GAME', `There is no game ${JSON.stringify(id)}: ${games.map((one) => one.id).join(', ')}.`)
  const { min, max } = game.seats
  if (seats < min || seats > max)
    return refusing('SEATS_OUT_OF_RANGE', `${game.name} is for ${min} to ${max} seats, not ${seats}.`)
  const read = game.schema.options.safeParse(options)
  if (read.success) return undefined
  const { path, message } = itemAt(read.error.issues, 0)
  return refusing('INVALID_OPTIONS', `${game.name}: ${['options', ...path].join('.')}: ${message}.`)
}

function checkFormat({ format, games, advance }: TournamentSetting): TournamentRefusal | undefined {
  if (format === 'roundRobin') return undefined
  const { seats } = itemAt(games, 0)
  if (games.some((game) => game.seats !== seats))
    return refusing(
      'CANNOT_SEAT',
      'Only in a round robin can games have different numbers of seats: elsewhere a group plays all of them.',
    )
  if (format === 'knockout' && advance >= seats)
    return refusing(
      'CANNOT_SEAT',
      `Of a table of ${seats} fewer than ${seats} go on, not ${advance}: else nobody is knocked out.`,
    )
  return undefined
}
