/** `chancery rules`: the rules of a game, in words. */
import { findGame, games } from '../games/registry.js'
import { rulesPage } from '../platform/rules-pages.js'
import type { Io } from './terminal.js'
import { expected, parseArguments } from './usage.js'

const HELP = `chancery rules <game>

Prints the rules of a game as Markdown.

  <game>  one of ${games.map(({ id }) => id).join(', ')}`

export function rules(argv: readonly string[], io: Io): number {
  const { values, positionals } = parseArguments(argv, { help: { type: 'boolean', short: 'h' } })
  io.out(values.help ? HELP : rulesPage(gameNamed(positionals)).trimEnd())
  return 0
}

function gameNamed([name, ...others]: readonly string[]): string {
  const game = findGame(name ?? '')
  if (!game) throw expected('game', `one of ${games.map(({ id }) => id).join(', ')}`, name)
  if (others.length > 0) throw expected('game', 'one game', [name, ...others].join(' '))
  return game.id
}
