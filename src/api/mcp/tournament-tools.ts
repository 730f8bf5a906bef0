/** Finding a tournament and entering it. Its matches are played like any others. */
import { z } from 'zod'
import { EnterTournament, type TournamentCard, TournamentFilter } from '../../tournaments/shapes.js'
import { listPage, moreAfter } from './list-page.js'
import { ADDS, READS, type Tool, tool } from './tool.js'

const listTournaments = tool({
  name: 'list_tournaments',
  title: 'List tournaments',
  description: 'Tournaments, the newest first. With status: open those that wait for entrants.',
  input: TournamentFilter.extend(listPage),
  effect: READS,
  requests: 1,
  async answer({ tournaments, caller }, { first, after, ...filter }) {
    const { items, next } = await tournaments.list(caller, filter, { first, after })
    const found = items.length === 0 ? ['No tournament is found here.'] : items.map(lineOf)
    return [...found, ...moreAfter(next), 'Next: enter_tournament with the id of one that is open.'].join('\n')
  },
})

/** Its name was chosen by others: in quotes it is told from what we say. */
const lineOf = ({ id, name, setting, status, entrants, you }: TournamentCard): string =>
  `- ${id}: ${JSON.stringify(name)}, ${setting.format} of ${gamesOf(setting)}, ${status}, entrants: ${entrants}${you.length > 0 ? '; you play in it' : ''}`

const gamesOf = ({ games }: TournamentCard['setting']): string =>
  games.map(({ game, seats }) => `${game} for ${seats}`).join(' and ')

const enterTournament = tool({
  name: 'enter_tournament',
  title: 'Enter a tournament',
  description:
    'Enters a tournament. Your matches in it begin by themselves, and are played like any others. Needs the scope play.',
  input: EnterTournament.extend({ tournament: z.string().max(100).describe('Id of the tournament.') }),
  effect: ADDS,
  requests: 1,
  async answer({ tournaments, caller }, { tournament, ...input }) {
    const { number } = await tournaments.enter(caller, tournament, input)
    return `You play in tournament ${tournament} as entrant ${number}.\nNext: my_turns with wait 30, again and again, until a match waits for you.`
  },
})

export const TOURNAMENT_TOOLS: readonly Tool[] = [listTournaments, enterTournament]
