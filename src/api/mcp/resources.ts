/** The rules pages, as resources. */
import type { AnyGame } from '../../games/contract.js'
import { notFound } from '../../platform/problem.js'
import type { ToolDeps } from './tool.js'

const MARKDOWN = 'text/markdown'
const addressOf = ({ id }: AnyGame): string => `rules://${id}`

export const resourcesOf = (games: readonly AnyGame[]) =>
  games.map((game) => ({
    uri: addressOf(game),
    name: `rules-${game.id}`,
    title: `Rules of ${game.name}`,
    description: `Every rule of ${game.name} in words, with its id.`,
    mimeType: MARKDOWN,
  }))

export function readResource({ games, rulesPage }: Pick<ToolDeps, 'games' | 'rulesPage'>, uri: string) {
  const game = games.find((one) => addressOf(one) === uri)
  if (!game) throw notFound(`resource; there are ${games.map(addressOf).join(', ')}`)
  return { uri, mimeType: MARKDOWN, text: rulesPage(game.id) }
}
