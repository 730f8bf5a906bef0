/** Longer texts, a screen at a time. */
import type { AnyGame } from '../../games/contract.js'
import { rulesPage } from '../../platform/rules-pages.js'
import { HELP } from './help.js'
import { wrapped } from './layout.js'
import type { Person } from './person.js'
import type { Screen } from './screen.js'

export async function showHelp(game: AnyGame, screen: Screen, person: Person): Promise<void> {
  screen.show(['', ...HELP.split('\n')])
  screen.say()
  const typed = await person.ask(
    screen.ink('dim', `Enter shows the rules of ${game.name}, anything else goes back to the match: `),
  )
  if (typed?.trim() === '') await pageByPage(rulesPage(game.id).trimEnd().split('\n'), screen, person)
}

/** The newest, or page by page all of it. */
export async function showLog(sentences: readonly string[], screen: Screen, person: Person | undefined): Promise<void> {
  const lines = sentences.map((text) => `- ${screen.sentence(text)}`)
  screen.say()
  if (person) return pageByPage(lines, screen, person)
  const newest = lines.slice(-screen.page())
  if (newest.length < lines.length) screen.say(screen.ink('dim', `${lines.length - newest.length} sentences before these: l all`))
  for (const line of newest) screen.say(line, 2)
}

async function pageByPage(lines: readonly string[], screen: Screen, person: Person): Promise<void> {
  const rows = lines.flatMap((line) => wrapped(line, person.size().columns, hangOf(line)))
  for (let from = 0; from < rows.length; ) {
    const page = rows.slice(from, from + person.size().rows - 2)
    screen.show(page)
    from += page.length
    if (from >= rows.length) return
    const typed = await person.ask(screen.ink('dim', `-- ${from} of ${rows.length} lines. Enter: more, q: back to the match -- `))
    if (typed === undefined || typed.trim() !== '') return
  }
}

/** What follows a list item stands under its text. */
const hangOf = (line: string): number => (/^ *(?:- )?/.exec(line) ?? [''])[0].length
