/** The clock of a match: a setting that its host chooses when it is made, the same for every game. */
import { z } from 'zod'
import { BotName, STANDARD_BOT } from '../bots/names.js'
import { words } from '../games/described.js'

const DAY = 24 * 60 * 60
/** In seconds. Whoever plays by API may answer within one; nobody waits for longer than two months. */
export const CLOCK_BOUNDS = { least: 1, most: 60 * DAY, mostIncrement: 7 * DAY } as const

export const ClockKind = words(['decision', 'bank'], {
  id: 'ClockKind',
  description: 'How the time of a seat is counted.',
  values: {
    decision: 'Every decision has the same limit.',
    bank: 'Each seat has a bank of time for the whole match, to which every decision that it makes adds the increment.',
  },
})

export const OnExpiry = words(['leave', 'botOnce', 'botFromNowOn'], {
  id: 'OnExpiry',
  description: 'What happens to a seat whose time is up.',
  values: {
    leave: 'It leaves the match (`timeout`).',
    botOnce: 'The house makes this decision for it; its player goes on with the next.',
    botFromNowOn: 'The house holds the seat from now on.',
  },
})

/** One object and no union, because inputs of GraphQL know no unions: with a limit for each decision there is nothing to add to. */
export const Clock = z
  .strictObject({
    kind: ClockKind.describe('A limit for every decision, or a bank of time.'),
    seconds: z
      .int()
      .min(CLOCK_BOUNDS.least)
      .max(CLOCK_BOUNDS.most)
      .describe('The limit for a decision, or what is in the bank of every seat at the start; up to 60 days.'),
    increment: z
      .int()
      .min(0)
      .max(CLOCK_BOUNDS.mostIncrement)
      .default(0)
      .describe('Seconds that every decision adds to the bank of the seat that made it, up to 7 days; 0 with `decision`.'),
    onExpiry: OnExpiry.default('leave').describe('What is done when the time of a seat is up.'),
    bot: BotName.optional().describe(
      'Which bot plays for a seat whose time is up, with `botOnce` and `botFromNowOn`; left out, `greedy`. Matches from before there was a choice have none, and random moves.',
    ),
    absence: z.boolean().default(false).describe('Whether a declared absence of its player stops the clock of a seat.'),
  })
  .refine(({ kind, increment }) => kind === 'bank' || increment === 0, {
    path: ['increment'],
    message: 'Only a bank has an increment',
  })
  .refine(({ onExpiry, bot }) => onExpiry !== 'leave' || bot === undefined, {
    path: ['bot'],
    message: 'A seat that leaves needs no bot',
  })
  .meta({ id: 'Clock', description: 'The clock of a match.' })
export type Clock = z.infer<typeof Clock>

/** With what is left out filled in: as it is kept, so that all who seek the same have the same. */
export const settled = (clock: Clock): Clock =>
  clock.onExpiry === 'leave' ? clock : { ...clock, bot: clock.bot ?? STANDARD_BOT }
