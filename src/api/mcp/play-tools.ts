/** Playing: whose turn it is, what there is to see, what may be done, and doing it. */
import { z } from 'zod'
import { requireReader } from '../../accounts/caller.js'
import { hasBegun, hasEnded, type LegalMovePage, type MatchCard, version } from '../../match/shapes.js'
import { invalid } from '../../platform/problem.js'
import { Refused } from '../http/errors.js'
import { Wait } from '../http/waiting.js'
import { inWords } from './json-words.js'
import { match } from './lobby-tools.js'
import { matchHead, matchLine, nextStep, standing } from './match-words.js'
import { bounded } from './pages.js'
import { ADDS, type Asked, gameNamed, READS, type Tool, tool } from './tool.js'

const wait = Wait.describe(
  'Seconds to wait for your turn, up to 30; answered at once when it is your turn or the match has ended.',
)

/** Entries whose notices are told, if no version is named. */
const LATELY = 10
/** Of one answer, however much has happened. */
const MOST_ENTRIES = 50
const MOVES = { max: 100, standard: 50 }

/** The match as it is, or as it will be when it is the caller's turn. */
async function cardOf(asked: Asked, id: string, seconds: number): Promise<{ asked: Asked; card: MatchCard }> {
  const { matches, waitFor, reply } = asked
  const card = await matches.card(asked.caller, id)
  if (seconds === 0 || card.yourTurn || hasEnded(card)) return { asked, card }
  const caller = await waitFor(reply, asked.caller, seconds, (signal) => matches.untilAwaited(asked.caller, id, signal))
  return { asked: { ...asked, caller }, card: await matches.card(caller, id) }
}

/** What was told since a version, the newest of it. */
async function happened({ matches, caller }: Asked, card: MatchCard, since: number): Promise<string[]> {
  if (!hasBegun(card)) return []
  const after = Math.max(0, Math.min(since, card.version), card.version - MOST_ENTRIES)
  const { items } = await matches.notices(caller, card.id, { first: MOST_ENTRIES, after })
  const lines = items.flatMap((item) => item.text.map((text) => `- (version ${item.version}) ${text}`))
  return lines.length === 0 ? [] : [`What happened after version ${after}:`, ...lines]
}

const myTurns = tool({
  name: 'my_turns',
  title: 'Matches that wait for you',
  description:
    'The matches in which it is your turn, the soonest deadline first. With wait, an empty list is answered only after so many seconds. Needs a token with the scope read.',
  input: z.strictObject({ wait }),
  effect: READS,
  requests: 1,
  async answer({ matches, waitFor, reply, caller }, { wait: seconds }) {
    const page = { first: 20 }
    let turns = await matches.turns(caller, page)
    if (turns.items.length === 0 && seconds > 0) {
      const still = await waitFor(reply, caller, seconds, (signal) => matches.untilAwaitedAnywhere(caller, signal))
      turns = await matches.turns(still, page)
    }
    if (turns.items.length === 0)
      return 'No match waits for you. Next: my_turns with wait 30, or find_matches with joinable true to begin one.'
    return [...turns.items.map(matchLine), 'Next: list_moves with the id of the first, then play_move.'].join('\n')
  },
})

const lookAtMatch = tool({
  name: 'look_at_match',
  title: 'Look at a match',
  description:
    'A match in words: who plays, whose turn it is and until when, what happened lately, and all that your seat may see; without a seat, what a spectator sees. With wait, it is answered when it is your turn or the match has ended.',
  input: z.strictObject({
    match,
    since: version.optional().describe('Tell what happened after this version; left out, the last ten entries.'),
    wait,
  }),
  effect: READS,
  requests: 3,
  async answer(given, { match: id, since, wait: seconds }) {
    const { asked, card } = await cardOf(given, id, seconds)
    const seen = hasBegun(card) ? ['What you see:', bounded(inWords((await asked.matches.view(asked.caller, id)).view))] : []
    return [
      ...matchHead(card),
      ...standing(gameNamed(asked, card.game), card),
      ...(await happened(asked, card, since ?? card.version - LATELY)),
      ...seen,
      nextStep(card),
    ].join('\n')
  },
})

const listMoves = tool({
  name: 'list_moves',
  title: 'List your moves',
  description:
    'The moves that the rules allow you now, each with a number and a sentence. Play one with play_move, its number and the version that is told here.',
  input: z.strictObject({
    match,
    first: z.int().min(1).max(MOVES.max).default(MOVES.standard).describe('At most so many.'),
    after: z.int().min(0).max(1_000_000).default(0).describe('Go on after the move with this number.'),
    json: z.boolean().default(false).describe('Tell each move as JSON besides, as play_move takes it.'),
  }),
  effect: READS,
  requests: 1,
  async answer({ matches, caller }, { match: id, first, after, json }) {
    const page = await matches.legalMoves(caller, id, { first, after })
    if (page.decision === null)
      return `It is not your turn at version ${page.version}. Next: look_at_match with match ${id} and wait 30.`
    const lines = page.moves.map(({ move, label }, at) => `${after + at + 1}. ${label}${json ? ` ${JSON.stringify(move)}` : ''}`)
    return [...movesHead(page), ...lines, ...movesEnd(page)].join('\n')
  },
})

const counted = (total: number): string => (total === 1 ? 'There is 1 move' : `There are ${total} moves`)

const movesHead = ({ version: at, decision, total, complete }: LegalMovePage): string[] => [
  `Version ${at}. You are to choose: ${decision}. ${counted(total)}${complete ? '' : ', a varied sample of all that are allowed'}.`,
]

const movesEnd = ({ version: at, next }: LegalMovePage): string[] => [
  ...(next === null ? [] : [`More with after: ${next}`]),
  `Next: play_move with version ${at} and the number of a move.`,
]

const PlayMove = z.strictObject({
  match,
  version: version
    .optional()
    .describe('The version at which the moves were listed. Needed with a number; a move for an earlier turn is refused.'),
  number: z.int().min(1).max(1_000_000).optional().describe('Number of the move, as list_moves told it at that version.'),
  move: z.looseObject({}).optional().describe('Instead of a number: the move as JSON, as list_moves tells it with json.'),
  wait,
})

/** The move that was meant by its number, or the JSON that was given. */
async function meant(
  { matches, caller }: Asked,
  { match: id, version: at, number, move }: z.output<typeof PlayMove>,
): Promise<unknown> {
  if ((number === undefined) === (move === undefined)) throw invalid('arguments: give either number or move')
  if (number === undefined) return move
  if (at === undefined) throw invalid('version: needed with a number, as list_moves told it')
  const { moves, total } = await matches.legalMoves(caller, id, { first: 1, after: number - 1, at })
  if (!moves[0]) throw invalid(`number: ${counted(total).toLowerCase()} at version ${at}`)
  return moves[0].move
}

const playMove = tool({
  name: 'play_move',
  title: 'Make a move',
  description:
    'Makes a move, by its number in list_moves and the version told there, or as JSON. What the rules refuse is told with the reason and changes nothing. With wait, it is answered when it is your turn again or the match has ended. Needs the scope play.',
  input: PlayMove,
  effect: ADDS,
  requests: 2,
  async answer(given, input) {
    const { match: id, wait: seconds } = input
    // Before the move, which cannot be taken back because its maker may not look.
    if (seconds > 0) requireReader(given.caller)
    const outcome = await given.matches.submit(given.caller, id, {
      move: await meant(given, input),
      expectedVersion: input.version,
    })
    if (!outcome.ok) throw new Refused(outcome.refusal, outcome.version)
    const { accepted } = outcome
    const more = await sinceThen(given, id, accepted.version, seconds).catch(() => ['Next: my_turns.'])
    return [`Your move is made, at version ${accepted.version}.`, ...accepted.text.map((text) => `- ${text}`), ...more].join('\n')
  },
})

/** A move that was made is told in any case: what came after it can be looked at again. */
async function sinceThen(given: Asked, id: string, made: number, seconds: number): Promise<string[]> {
  const { asked, card } = await cardOf(given, id, seconds)
  return [...(await happened(asked, card, made)), ...standing(gameNamed(asked, card.game), card), nextStep(card)]
}

export const PLAY_TOOLS: readonly Tool[] = [myTurns, lookAtMatch, listMoves, playMove]
