/** How a question about a move looks, and what an answer to it means. */
import { descriptionOf, membersOf, type Schema, shapeOf } from '../../api/schema/zod.js'
import type { AnyGame } from '../../games/contract.js'
import { type Option, pathInWords, type Question, type Step } from './building.js'
import { asWords, counted } from './layout.js'
import type { Offered } from './playing.js'

/** What the rules say of a kind of move, or of a part of it. */
export function explained(game: AnyGame, type: string, path?: string): string | undefined {
  const member = membersOf(game.schema.move).find(({ tag }) => tag === type)
  if (!member) return undefined
  const [field, ...deeper] = path?.split('.') ?? []
  // Of what is nested only the outermost part is explained: the rest says itself.
  if (field === undefined) return descriptionOf(member.schema)
  const part: Schema | undefined = shapeOf(member.schema)[field]
  return deeper.length === 0 && part ? descriptionOf(part) : undefined
}

/** The steps taken so far, as a path: `place castle > rank 2`. */
export const trail = (steps: readonly Step[]): string => steps.map(inShort).join(' > ')

function inShort(step: Step): string {
  switch (step.by) {
    case 'type':
      return asWords(step.type)
    case 'part':
      return `${pathInWords(step.path)} ${typeof step.value === 'string' ? asWords(step.value) : (step.value ?? 'none')}`
    case 'words':
      return `"${step.words.join(' ')}"`
    case 'list':
      return 'all'
  }
}

/** The lines of the options: bare numbers stand side by side. */
export function optionLines(game: AnyGame, { options }: Question, sentence: (text: string) => string): string[] {
  if (options.length > 1 && options.every(isBareNumber)) return [`   ${options.map(({ key }) => key).join('  ')}`]
  const width = Math.max(...options.map(({ key }) => key.length)) + 2
  return options.map(
    (one) =>
      `${one.key.padStart(width)}  ${sentence(textOf(game, one))}${one.moves > 1 ? ` (${counted(one.moves, 'move')})` : ''}`,
  )
}

const isBareNumber = ({ leadsTo }: Option): boolean =>
  'by' in leadsTo && leadsTo.by === 'part' && typeof leadsTo.value === 'number'

const textOf = (game: AnyGame, { text, leadsTo }: Option): string =>
  'by' in leadsTo && leadsTo.by === 'type' ? (explained(game, leadsTo.type) ?? text) : text

export type Answer =
  | { readonly is: 'step'; readonly steps: readonly Step[] }
  | { readonly is: 'move'; readonly move: Offered }
  | { readonly is: 'unclear'; readonly why: string }

/** Numbers, one for each question in turn. `ask`: the question after these steps. */
export function answered(numbers: readonly string[], steps: readonly Step[], ask: (steps: readonly Step[]) => Question): Answer {
  const taken = [...steps]
  for (const [index, number] of numbers.entries()) {
    const { options } = ask(taken)
    const option = options.find(({ key }) => Number(key) === Number(number))
    if (!option) return { is: 'unclear', why: `There is no ${number} here: ${rangeOf(options)}.` }
    const { leadsTo } = option
    if ('by' in leadsTo) taken.push(leadsTo)
    else if (index === numbers.length - 1) return { is: 'move', move: leadsTo }
    else
      return {
        is: 'unclear',
        why: `${numbers.slice(0, index + 1).join(' ')} is a whole move already: ${leadsTo.label} Nothing was played.`,
      }
  }
  return { is: 'step', steps: taken }
}

function rangeOf(options: readonly Option[]): string {
  const keys = options.map(({ key }) => Number(key))
  const [first, last] = [Math.min(...keys), Math.max(...keys)]
  if (keys.length === 1) return `type ${first}`
  return last - first + 1 === keys.length ? `type a number from ${first} to ${last}` : `type one of ${keys.join(', ')}`
}
