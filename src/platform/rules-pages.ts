/** The rules pages of the games, as they are shipped beside the code: docs/games/<id>.md. */
import { readFileSync } from 'node:fs'

const FOLDER = new URL('../../docs/games/', import.meta.url)
const read = new Map<string, string>()

/** The page of a registered game, in Markdown; read once. */
export function rulesPage(game: string): string {
  const page = read.get(game) ?? readFileSync(new URL(`${game}.md`, FOLDER), 'utf8')
  read.set(game, page)
  return page
}
