/** One choice of the person: questions and answers until a move is made, or until they go. */
import { type Answer, answered, explained, optionLines, trail } from './asking.js'
import { left, pathInWords, phrasesIn, type Question, questionAbout, type Step } from './building.js'
import { KEYS } from './help.js'
import { inPages } from './layout.js'
import type { Person } from './person.js'
import type { Playing, Standing } from './playing.js'
import { showHelp, showLog } from './reading.js'
import type { Screen } from './screen.js'

export interface Turn {
  readonly match: Playing
  readonly standing: Standing
  readonly screen: Screen
  readonly person: Person
  /** Of the move that is being built. */
  steps: readonly Step[]
  /** Which page of a long list is shown, from 0. */
  page: number
}

/** True when a move is made; false if the person goes. */
export async function takeTurn(turn: Turn): Promise<boolean> {
  showQuestion(turn)
  for (;;) {
    const typed = await turn.person.ask(turn.screen.ink('bold', '> '))
    if (typed === undefined) return false
    const done = await react(turn, typed.trim())
    if (done !== undefined) return done
  }
}

/** True when a move is made, false if the person goes, undefined if the turn goes on. */
async function react(turn: Turn, typed: string): Promise<boolean | undefined> {
  const { match, screen, person, standing } = turn
  switch (typed.toLowerCase()) {
    case '':
      return again(turn)
    case 'q':
      return false
    case '?':
      await showHelp(match.game, screen, person)
      return again(turn)
    case 'b':
      screen.board(standing.view)
      return again(turn)
    case 'l':
    case 'l all':
      await showLog(await match.log(), screen, typed.length > 1 ? person : undefined)
      return again(turn)
    case 'm':
      return move(turn, [...turn.steps.filter(({ by }) => by !== 'list'), { by: 'list' }])
    case 'u':
      return stepBack(turn)
    case 'n':
      return turnPage(turn, 1)
    case 'p':
      return turnPage(turn, -1)
    default:
      return /^[{[]/.test(typed) ? await submitText(turn, typed) : await submitAnswer(turn, typed)
  }
}

function again(turn: Turn): undefined {
  showQuestion(turn)
}

function move(turn: Turn, steps: readonly Step[]): undefined {
  turn.steps = steps
  turn.page = 0
  showQuestion(turn)
}

function stepBack(turn: Turn): undefined {
  if (turn.steps.length > 0) return move(turn, turn.steps.slice(0, -1))
  turn.screen.say('There is no step to take back: no move is half built, and a move that was made stands.')
}

const ask = (turn: Turn, steps: readonly Step[]): Question => questionAbout(left(turn.standing.offered, steps), steps)

function turnPage(turn: Turn, by: number): undefined {
  const page = turn.page + by
  if (page >= 0 && page < pagesOf(turn).length) {
    turn.page = page
    return again(turn)
  }
  turn.screen.say(by > 0 ? 'This is the last page.' : 'This is the first page.')
}

async function submitAnswer(turn: Turn, typed: string): Promise<boolean | undefined> {
  const words = typed
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  const areNumbers = words.every((word) => /^\d{1,9}$/.test(word))
  const answer = areNumbers ? answered(words, turn.steps, (steps) => ask(turn, steps)) : filtered(turn, phrasesIn(typed))
  if (answer.is === 'move') return submit(turn, answer.move.move)
  if (answer.is === 'step') return move(turn, answer.steps)
  turn.screen.say(answer.why)
}

/** Words leave the moves whose sentences have them all. */
function filtered(turn: Turn, words: readonly string[]): Answer {
  const steps: Step[] = [...turn.steps, { by: 'words', words }]
  const found = left(turn.standing.offered, steps).length
  if (found > 0) return { is: 'step', steps }
  const here = turn.steps.length > 0 ? ' (u takes a step back)' : ''
  return {
    is: 'unclear',
    why: `No move here has ${words.map((word) => `"${word}"`).join(' and ')} in its sentence${here}. ${KEYS}`,
  }
}

async function submitText(turn: Turn, typed: string): Promise<boolean | undefined> {
  try {
    return await submit(turn, JSON.parse(typed))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    turn.screen.say(`This is no JSON: ${error.message}. ${exampleOf(turn)}`)
  }
}

async function submit({ match, screen }: Turn, chosen: unknown): Promise<boolean | undefined> {
  const refused = await match.play(chosen)
  if (refused === undefined) return true
  screen.say(`Not allowed: ${screen.sentence(refused)}`)
}

function exampleOf({ standing }: Turn): string {
  const [first] = standing.offered
  return first ? `A move looks like ${JSON.stringify(first.move)}` : ''
}

/** The options of the question, a screen at a time. */
function pagesOf(turn: Turn): string[][] {
  const { screen, match } = turn
  const lines = optionLines(match.game, ask(turn, turn.steps), screen.sentence)
  return inPages(
    lines.map((line) => screen.broken(line, 6)),
    screen.page(),
  )
}

function showQuestion(turn: Turn): void {
  const { screen, standing, steps, page } = turn
  const pages = pagesOf(turn)
  screen.say()
  screen.say(screen.ink('bold', titleOf(turn)))
  screen.show(pages[page] ?? [])
  const more = pages.length > 1 ? [`Page ${page + 1} of ${pages.length}: n next, p previous page, or words to search for.`] : []
  const other =
    standing.isComplete || steps.length > 0 ? [] : [`These are not all: others can be typed as JSON. ${exampleOf(turn)}`]
  for (const note of [...more, ...other, KEYS]) screen.say(screen.ink('dim', note))
}

/** What is asked, after the steps that were taken; before the first, what the seat is awaited for. */
function titleOf(turn: Turn): string {
  const { match, standing, steps } = turn
  const { asks } = ask(turn, steps)
  const decision = match.game.decisions[standing.decision ?? ''] ?? 'Your turn.'
  if (typeof asks !== 'object') return steps.length > 0 ? `${trail(steps)} > which move?` : decision
  const meaning = explained(match.game, asks.of, asks.part)
  return `${steps.length > 0 ? `${trail(steps)} >` : decision} ${pathInWords(asks.part)}?${meaning ? ` ${meaning}` : ''}`
}
