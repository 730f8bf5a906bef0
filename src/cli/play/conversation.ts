/** A match at a terminal: what happened, the board, a question, a move, and so on to the end. */
import type { Io } from '../terminal.js'
import { ofSeat } from './ink.js'
import { inColumns } from './layout.js'
import type { Person } from './person.js'
import type { Ending, Playing } from './playing.js'
import { type Screen, screenFor } from './screen.js'
import { takeTurn } from './turn.js'

/** Resolves to the exit code: a match that is kept for later is as good as one that is over. */
export async function converse(match: Playing, io: Io, person: Person): Promise<number> {
  const screen = screenFor(io, person, match)
  introduce(match, screen)
  for (;;) {
    const standing = await match.next(person.gone, (waitingFor) => screen.status(waitingFor))
    if (!standing) return bidFarewell(match, screen)
    tellNews(await match.news(), screen)
    screen.board(standing.view)
    if (standing.ended) return conclude(match, standing.ended, screen)
    if (!(await takeTurn({ match, standing, screen, person, steps: [], page: 0 }))) return bidFarewell(match, screen)
  }
}

function introduce({ game, seat, players }: Playing, screen: Screen): void {
  const others = players.map((name, number) =>
    ofSeat(screen.ink, number, number === seat ? `seat ${number}: you` : `seat ${number}: ${name}`),
  )
  screen.say(`${screen.ink('bold', game.name)}, ${others.join(', ')}. ${screen.ink('dim', '? explains the keys and the rules.')}`)
}

/** What does not fit on a screen is in the log. */
function tellNews(sentences: readonly string[], screen: Screen): void {
  if (sentences.length === 0) return
  const shown = sentences.slice(-screen.page() - 1)
  screen.say()
  screen.say(screen.ink('bold', 'What happened:'))
  if (shown.length < sentences.length)
    screen.say(screen.ink('dim', `- ... ${sentences.length - shown.length} sentences before these: l`))
  for (const text of shown) screen.say(`- ${screen.sentence(text)}`, 2)
}

function conclude({ seat: own, players }: Playing, { places, afterwards }: Ending, screen: Screen): number {
  screen.say()
  screen.say(screen.ink('bold', places.length > 0 ? 'The match is over. Final places:' : 'The match has ended without a result.'))
  const rows = places.map(({ seat, place, score }) => [
    `  ${place}.`,
    ofSeat(screen.ink, seat, `seat ${seat}`),
    seat === own ? screen.ink('bold', 'you') : (players[seat] ?? ''),
    `${score}`,
  ])
  screen.show(inColumns(rows))
  screen.show(afterwards)
  return 0
}

function bidFarewell({ farewell }: Playing, screen: Screen): number {
  screen.say()
  screen.show(farewell)
  return 0
}
