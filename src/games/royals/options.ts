/** What a host may choose before a match. */
import { z } from 'zod'
import { COLOURS, EDITION_NAMES } from './content.js'
import { Content } from './pack.js'

export const colour = z.enum(COLOURS).meta({ id: 'RoyalsColour' })

const JOKERS = ['whenShort', 'always'] as const
export const jokers = z.enum(JOKERS).meta({
  id: 'RoyalsJokers',
  description: 'whenShort: jokers only for a seat that lacks matching cards; always: at will.',
})
export const starterRule = z.enum(['random', 'seat0']).meta({ id: 'RoyalsStarter' })
export const edition = z.enum(EDITION_NAMES).meta({
  id: 'RoyalsEdition',
  description: 'A named set of figures that never changes.',
})

const eachOnce = (list: readonly string[]): boolean => new Set(list).size === COLOURS.length
export const Options = z
  .strictObject({
    jokers: jokers.default('whenShort'),
    starter: starterRule.default('random').describe('Who begins.'),
    colours: z
      .array(colour)
      .length(COLOURS.length)
      .refine(eachOnce, { message: 'Name each of the five colours once.' })
      .default([...COLOURS])
      .describe(
        'Colours by seat; black and white have 46 cubes, the others 36. Two seats play black and white in the order given here.',
      ),
    evenCubes: z.boolean().default(false).describe('From three seats on everybody plays with 36 cubes, whatever the colour.'),
    edition: edition.default('reconstruction'),
    content: Content.optional(),
  })
  .meta({ id: 'RoyalsOptions' })
export type Options = z.infer<typeof Options>
