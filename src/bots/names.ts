/** The names of the bots of the house. Whoever gives one a seat needs no more: how they play is in roster.ts. */
import type { z } from 'zod'
import { words } from '../games/described.js'

export const LEVELS = [1, 2, 3, 4, 5] as const
export type Level = (typeof LEVELS)[number]

/** All that can be given a seat. */
export const BOTS = ['random', 'greedy', ...LEVELS.map((level) => `search:${level}` as const)] as const

/** GraphQL says it as a String: its names have no colon. */
export const BotName = words(BOTS, {
  id: 'BotName',
  description: 'A bot of the house.',
  values: {
    random: 'Any legal move, each as likely as the others.',
    greedy: 'What looks best one move ahead.',
    'search:1': 'Looks ahead in a tree of imagined worlds, for a moment.',
    'search:2': 'The same with three times the work of `search:1`.',
    'search:3': 'The same with three times the work of `search:2`.',
    'search:4': 'The same with three times the work of `search:3`.',
    'search:5': 'The same with three times the work of `search:4`.',
  },
})
export type BotName = z.infer<typeof BotName>

/** How many moves of the simplest bot one of this one costs the server, about. */
export const WEIGHT: Readonly<Record<BotName, number>> = {
  random: 1,
  greedy: 1,
  'search:1': 1,
  'search:2': 2,
  'search:3': 4,
  'search:4': 10,
  'search:5': 25,
}

/** Who plays where nobody has chosen a bot. */
export const STANDARD_BOT: BotName = 'greedy'

const NAMES: ReadonlySet<string> = new Set(BOTS)
export const isBotName = (name: string): name is BotName => NAMES.has(name)
