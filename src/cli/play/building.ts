/**
 * A move is built step by step out of those that are offered: its kind first, then each part in which those left differ. All is taken from the moves
 * themselves, so every game is played like this.
 */
import { asWords } from './layout.js'
import type { Offered } from './playing.js'

type Scalar = string | number | boolean | null | undefined

export type Step =
  | { readonly by: 'type'; readonly type: string }
  | { readonly by: 'part'; readonly path: string; readonly value: Scalar }
  | { readonly by: 'words'; readonly words: readonly string[] }
  /** All that is left, as whole moves. */
  | { readonly by: 'list' }

/** One answer to a question. It leads to a next step, or it is a whole move. */
export interface Option {
  /** What is typed for it. */
  readonly key: string
  readonly text: string
  /** How many moves begin like this. */
  readonly moves: number
  readonly leadsTo: Step | Offered
}

export interface Question {
  /** What is asked for: the kind of move, a part of it, or one of the moves that are left. */
  readonly asks: 'kind' | 'move' | { readonly part: string; readonly of: string }
  readonly options: readonly Option[]
}

/** So many are laid out as whole moves at once. */
const FEW = 9

export const left = (offered: readonly Offered[], steps: readonly Step[]): readonly Offered[] =>
  steps.reduce((rest, step) => rest.filter((one) => fits(one, step)), offered)

function fits({ move, label }: Offered, step: Step): boolean {
  switch (step.by) {
    case 'type':
      return move.type === step.type
    case 'part':
      return partOf(move, step.path) === step.value
    case 'words':
      return step.words.every((word) => has(label.toLowerCase(), word))
    case 'list':
      return true
  }
}

/** `row 1` is not in `row 12`. */
function has(text: string, words: string): boolean {
  const at = text.indexOf(words)
  return at >= 0 && !(/\d$/.test(words) && /\d/.test(text.charAt(at + words.length)))
}

/** What was typed, as that which a sentence must have: a number goes with the word before it, as in `row 3`. */
export const phrasesIn = (typed: string): string[] => typed.toLowerCase().match(/[^\s,]+(?:\s+\d+)?/g) ?? []

export function questionAbout(rest: readonly Offered[], steps: readonly Step[]): Question {
  const isListed = steps.some(({ by }) => by === 'words' || by === 'list')
  const types = [...new Set(rest.map(({ move }) => move.type))]
  const [type] = types
  if (isListed || type === undefined) return wholeMoves(rest)
  if (types.length > 1) return rest.length <= FEW ? wholeMoves(rest) : kinds(rest, types)
  const parts = differing(rest)
  const [part] = parts
  const isCountable = parts.every((path) => rest.every(({ move }) => isWhole(partOf(move, path))))
  if (part === undefined || parts.length === 1 || (rest.length <= FEW && !isCountable)) return wholeMoves(rest, parts)
  return rest.every(({ move }) => isScalar(partOf(move, part))) ? values(rest, part, type) : wholeMoves(rest)
}

function kinds(rest: readonly Offered[], types: readonly string[]): Question {
  const options = types.map((type, index) =>
    option(
      `${index + 1}`,
      rest.filter(({ move }) => move.type === type),
      asWords(type),
      { by: 'type', type },
    ),
  )
  return { asks: 'kind', options }
}

function values(rest: readonly Offered[], path: string, type: string): Question {
  const found = [...new Set(rest.map(({ move }) => scalarOf(partOf(move, path))))]
  const areNumbers = found.every(isWhole)
  if (areNumbers) found.sort((a, b) => Number(a) - Number(b))
  const options = found.map((value, index) => {
    const moves = rest.filter(({ move }) => partOf(move, path) === value)
    return option(
      areNumbers ? `${value}` : `${index + 1}`,
      moves,
      areNumbers ? `${pathInWords(path)} ${value}` : inWords(value),
      { by: 'part', path, value },
    )
  })
  return { asks: { part: path, of: type }, options }
}

/** What can be answered by one number is: `row 3` is asked for as 3, not as the third of those listed. */
function wholeMoves(rest: readonly Offered[], parts: readonly string[] = []): Question {
  const [part] = parts
  const keyOf = ({ move }: Offered): unknown => (part !== undefined && parts.length === 1 ? partOf(move, part) : undefined)
  const areNumbered = rest.every((one) => isWhole(keyOf(one)))
  const options = rest.map((one, index) => ({
    key: areNumbered ? String(keyOf(one)) : `${index + 1}`,
    text: one.label,
    moves: 1,
    leadsTo: one,
  }))
  return { asks: 'move', options }
}

/** A step that leaves a single move is that move. */
function option(key: string, moves: readonly Offered[], text: string, step: Step): Option {
  const [only] = moves
  return only && moves.length === 1
    ? { key, text: only.label, moves: 1, leadsTo: only }
    : { key, text, moves: moves.length, leadsTo: step }
}

/** The parts in which these moves differ, as paths, in the order of the moves' own fields. */
function differing(rest: readonly Offered[]): string[] {
  const paths = new Set(rest.flatMap(({ move }) => pathsIn(move)))
  return [...paths].filter((path) => new Set(rest.map(({ move }) => JSON.stringify(partOf(move, path)))).size > 1)
}

function pathsIn(value: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([key, part]) =>
    isPlainObject(part) ? pathsIn(part, `${prefix}${key}.`) : [`${prefix}${key}`],
  )
}

function partOf(move: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (isPlainObject(value) ? Reflect.get(value, key) : undefined), move)
}

const isPlainObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)
const isWhole = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0
const isScalar = (value: unknown): value is Scalar => typeof value !== 'object' || value === null
const scalarOf = (value: unknown): Scalar => (isScalar(value) ? value : undefined)

/** `first.owner` as `first owner`. */
export const pathInWords = (path: string): string => path.split('.').map(asWords).join(' ')

const inWords = (value: Scalar): string =>
  typeof value === 'string' ? asWords(value) : value === undefined ? 'none' : String(value)
