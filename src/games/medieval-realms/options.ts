/** What a host chooses about the rules: the first turn order, and cards, lands and start resources of their own. */
import { z } from 'zod'
import { words } from '../described.js'
import { Amount, CardRow, LandRow, RESOURCES } from './cards.js'
import { faultsOf } from './soundness.js'

const firstOrder = words(['random', 'seats'], {
  id: 'MedievalRealmsFirstOrder',
  description: 'How the turn order before the first round is found.',
  values: { random: 'By lot.', seats: 'Seat 0 first, then by seat.' },
})
const Content = z
  .strictObject({
    deck: z.array(CardRow).max(200).default([]).describe('All cards; empty for the standard deck.'),
    lands: z.array(LandRow).max(10).default([]).describe('Rewards of the lands 1 to 10; empty for the standard ones.'),
    start: z
      .array(Amount)
      .max(RESOURCES.length)
      .default([])
      .describe('Start resources of each seat; empty for the standard ones.'),
  })
  .check(({ value, issues }) => {
    for (const { path, message } of faultsOf(value)) issues.push({ code: 'custom', message, path, input: value })
  })
  .meta({ id: 'MedievalRealmsContent', description: "A host's own cards, lands and start resources." })

export const Options = z
  .strictObject({
    content: Content.default({ deck: [], lands: [], start: [] }).describe(
      'Cards, lands and start resources of the host; empty lists stand for the standard ones.',
    ),
    firstOrder: firstOrder.default('random').describe('The turn order before the first round: drawn, or seat 0 first and so on.'),
  })
  .meta({ id: 'MedievalRealmsOptions', description: 'What the host chooses about the rules.' })
export type Options = z.infer<typeof Options>
