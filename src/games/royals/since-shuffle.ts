/** What everybody can tell about the hidden cards of a hand since their deck was last shuffled, as views show it. */
import { z } from 'zod'
import { countryCards, intrigueCards } from './holdings.js'

const count = z.int().min(0)
const trail = <T extends z.ZodType>(cards: T, id: string, what: string) =>
  z
    .strictObject({
      count: z.int().min(1).describe(`Hidden ${what} cards in this hand when the deck was last shuffled.`),
      held: cards.nullable().describe('Those cards, if you may see them; else null.'),
      laid: cards.describe(`Hidden ${what} cards that this hand has laid down since.`),
      proofs: z
        .array(
          z
            .strictObject({
              count: count.describe('So many at least.'),
              among: cards.describe('Among these cards that were laid down.'),
            })
            .meta({ id: `${id}Proof`, description: 'So many of the cards laid down must have been held at the shuffle.' }),
        )
        .describe('What is known from the hand having become smaller than it was at the shuffle, the oldest first.'),
    })
    .meta({ id, description: `What everybody can tell about the hidden ${what} cards of a hand.` })
export const sinceShuffle = z
  .strictObject({
    cards: trail(countryCards, 'RoyalsCountryTrail', 'country')
      .nullable()
      .describe('Of country cards; null if none was hidden in this hand when they were last shuffled.'),
    intrigue: trail(intrigueCards, 'RoyalsIntrigueTrail', 'intrigue')
      .nullable()
      .describe('Of intrigue cards; null if none was hidden in this hand when they were last shuffled.'),
  })
  .meta({ id: 'RoyalsTrails', description: 'What everybody can tell about a hidden hand since the decks were last shuffled.' })
