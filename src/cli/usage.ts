/** Arguments of commands: each is read, or refused with one line that names it and what was expected. */
import { availableParallelism } from 'node:os'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { messageOf } from '../platform/thrown.js'

/** A wrong command line: reported in one line, exit code 2. */
export class UsageError extends Error {}

export const expected = (field: string, what: string, got: unknown): UsageError =>
  new UsageError(`${field}: expected ${what}, got ${got === undefined ? 'nothing' : shortened(JSON.stringify(got))}`)

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}...` : text)

type Flags = NonNullable<ParseArgsConfig['options']>
type Parsed<T extends Flags> = ReturnType<typeof parseArgs<{ options: T; allowPositionals: true; strict: true }>>

export function parseArguments<const T extends Flags>(argv: readonly string[], flags: T): Parsed<T> {
  try {
    return parseArgs({ args: withNegativeNumbers(argv), options: flags, allowPositionals: true, strict: true })
  } catch (error) {
    // Only the first sentence: Node goes on to explain its syntax.
    throw new UsageError(
      messageOf(error)
        .split(/\n|\. /, 1)
        .join(),
    )
  }
}

/** Node takes `--seed -1` for a forgotten value; as `--seed=-1` it is a value out of range. */
function withNegativeNumbers(argv: readonly string[]): string[] {
  const args: string[] = []
  for (const arg of argv) {
    const before = args.at(-1)
    if (/^-\d/.test(arg) && before && /^--[a-z]+$/.test(before)) args[args.length - 1] = `${before}=${arg}`
    else args.push(arg)
  }
  return args
}

export function wholeNumber(field: string, text: string | undefined, min: number, max: number): number {
  const what = max === Number.MAX_SAFE_INTEGER ? `a whole number, ${min} or more` : `a whole number from ${min} to ${max}`
  if (text === undefined || !/^\d{1,16}$/.test(text)) throw expected(field, what, text)
  const number = Number(text)
  if (number < min || number > max) throw expected(field, what, text)
  return number
}

/** `--workers`: one for each core, unless it is given. */
export const workersGiven = (text: string | undefined): number =>
  text === undefined ? availableParallelism() : wholeNumber('--workers', text, 1, 256)

/** More than none, with decimals if need be. */
export function seconds(field: string, text: string, max: number): number {
  const number = /^\d{1,4}(\.\d{1,3})?$/.test(text) ? Number(text) : 0
  if (number <= 0 || number > max) throw expected(field, `seconds, more than 0 and up to ${max}`, text)
  return number
}

export function oneOf<const T extends string>(field: string, words: readonly T[], text: string): T {
  const word = words.find((one) => one === text)
  if (word === undefined) throw expected(field, `one of ${words.join(', ')}`, text)
  return word
}

export function json(field: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw expected(field, 'JSON', text)
  }
}
