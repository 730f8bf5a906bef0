/** Who is to play, as a tournament file names them: `greedy`, `{bot: 'search:40i', name: Forty}`, `{command: 'python3 bot.py', version: '2'}`. */
import { z } from 'zod'
import { BOTS, strategyFor } from '../../bots/roster.js'
import { clipped } from '../../platform/complaint.js'
import { isObject } from '../../platform/thrown.js'
import type { Who } from '../record.js'

/** Before a command that is run to play, where only a text is given. */
const COMMAND_PREFIX = 'cmd:'
const LONGEST_NAME = 100
/** Of a program that is called by its command. */
const LONGEST_COMMAND_NAME = 40

export const unknownKeys = (found: readonly string[], known: readonly string[]): string =>
  `unknown key ${found.map((key) => JSON.stringify(key)).join(', ')}, expected one of ${known.join(', ')}`

export interface LocalEntrant {
  readonly name: string
  readonly version: string | null
  readonly who: Extract<Who, { kind: 'house' | 'program' }>
  readonly rating: number | null
}

/** A terminal would obey some of what is not printed. */
const name = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST_NAME)
  .regex(/^\P{Cc}*$/u, 'Invalid input: expected a name without control characters')

/** 1.10 is 1.1 to a computer, so a version is a text. */
const version = z
  .string('Invalid input: expected a text, in quotes if it looks like a number')
  .trim()
  .min(1)
  .max(50)
  .regex(/^\P{Cc}*$/u, 'Invalid input: expected a version without control characters')

const common = {
  name: name.optional().describe('What it is called; the bot or the command if it is left out.'),
  version: version.optional().describe('Which version of it plays.'),
  rating: z.number().optional().describe('By which entrants are ranked before the first round, higher first.'),
}

const bot = z
  .string()
  .refine(
    (text) => strategyFor(text) !== undefined,
    `Invalid input: expected one of ${BOTS.join(', ')}, search:400i or search:200ms`,
  )

const House = z.strictObject({ bot: bot.describe('A bot of the house.'), ...common })
const Program = z.strictObject({
  command: z.string().trim().min(1).describe('What is run in a shell, and plays over standard input and output.'),
  ...common,
})

/** Which of the two is meant is told by a key, so that what is wrong is told of the one that was meant. */
export const FileEntrant = z.unknown().transform((given, context): LocalEntrant => {
  const read = isProgram(given) ? readProgram(given) : readHouse(given)
  if (read.success) return read.data
  for (const issue of read.error.issues)
    context.addIssue({ code: 'custom', path: typeof given === 'string' ? [] : issue.path, message: messageOf(issue, given) })
  return z.NEVER
})

const isProgram = (given: unknown): boolean =>
  typeof given === 'string' ? given.startsWith(COMMAND_PREFIX) : isObject(given) && 'command' in given

const readProgram = (given: unknown) =>
  Program.transform(
    ({ command, name = clipped(command, LONGEST_COMMAND_NAME), version = null, rating = null }): LocalEntrant => ({
      name,
      version,
      who: { kind: 'program', command },
      rating,
    }),
  ).safeParse(typeof given === 'string' ? { command: given.slice(COMMAND_PREFIX.length) } : given)

const readHouse = (given: unknown) =>
  House.transform(
    ({ bot, name = bot, version = null, rating = null }): LocalEntrant => ({
      name,
      version,
      who: { kind: 'house', bot },
      rating,
    }),
  ).safeParse(typeof given === 'string' ? { bot: given } : given)

function messageOf(issue: z.core.$ZodIssue, given: unknown): string {
  if (issue.code !== 'unrecognized_keys') return issue.message
  return unknownKeys(issue.keys, Object.keys((isProgram(given) ? Program : House).shape))
}
