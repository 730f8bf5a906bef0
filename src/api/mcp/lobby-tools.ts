/** Getting into a match and out of it. */
import { z } from 'zod'
import { CreateMatch, JoinMatch, type MatchCard, MatchFilter } from '../../match/shapes.js'
import { listPage, moreAfter } from './list-page.js'
import { matchHead, matchLine, nextStep, standing } from './match-words.js'
import { ADDS, type Asked, DESTROYS, gameNamed, READS, type Tool, tool } from './tool.js'

export const match = z.string().max(100).describe('Id of the match.')

const told = (asked: Asked, card: MatchCard, ...before: string[]): string =>
  [...before, ...matchHead(card), ...standing(gameNamed(asked, card.game), card), nextStep(card)].join('\n')

const findMatches = tool({
  name: 'find_matches',
  title: 'Find matches',
  description:
    'Matches that you may see, the newest first. With joinable: true those that wait for players, with mine: true those in which you have a seat.',
  input: MatchFilter.extend(listPage),
  effect: READS,
  requests: 1,
  async answer({ matches, caller }, { first, after, ...filter }) {
    const { items, next } = await matches.list(caller, filter, { first, after })
    const found = items.length === 0 ? ['No match is found here.'] : items.map(matchLine)
    return [
      ...found,
      ...moreAfter(next),
      'Next: join_match with the id of one that has a free seat, or create_match to make your own.',
    ].join('\n')
  },
})

const createMatch = tool({
  name: 'create_match',
  title: 'Make a match',
  description:
    'Makes a match and, unless join is false, gives you a seat in it. It begins by itself when every seat is taken. Needs the scope host.',
  input: CreateMatch,
  effect: ADDS,
  requests: 1,
  answer: async (asked, input) => told(asked, await asked.matches.create(asked.caller, input), 'The match is made.'),
})

const joinMatch = tool({
  name: 'join_match',
  title: 'Join a match',
  description: 'Takes a seat in an open match, which begins by itself when every seat is taken. Needs the scope play.',
  input: JoinMatch.extend({ match }),
  effect: ADDS,
  requests: 1,
  answer: async (asked, { match: id, ...input }) =>
    told(asked, await asked.matches.join(asked.caller, id, input), 'You have a seat.'),
})

const leaveMatch = tool({
  name: 'leave_match',
  title: 'Leave or resign',
  description:
    'Gives up your seat. Before the match has begun the seat is free again; once it runs, this is to resign, and cannot be taken back. Needs the scope play.',
  input: z.strictObject({ match }),
  effect: DESTROYS,
  requests: 1,
  answer: async (asked, { match: id }) =>
    told(asked, await asked.matches.leave(asked.caller, id), 'You have given up your seat.'),
})

export const LOBBY_TOOLS: readonly Tool[] = [findMatches, createMatch, joinMatch, leaveMatch]
