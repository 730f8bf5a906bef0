/** What a host chooses about the rules, and the switches that follow from it. */
import { z } from 'zod'
import { EDITION_NAMES, MAPS, SWITCHES } from './content.js'

export const Options = z
  .strictObject({
    edition: z
      .enum(EDITION_NAMES)
      .meta({ id: 'RegentsEdition' })
      .default('en')
      .describe('The printing whose rules are played; sets every switch left at `edition`.'),
    map: z
      .enum(MAPS)
      .meta({ id: 'RegentsMap' })
      .default('hub')
      .describe('Plan of the castle. The printed plan is lost; three plans fit the text.'),
    starter: z.enum(['random', 'seat0']).meta({ id: 'RegentsStarter' }).default('random').describe('Who begins every round.'),
    spying: z
      .enum(['edition', ...SWITCHES.spying])
      .meta({ id: 'RegentsSpyingOption' })
      .default('edition')
      .describe('Whether spying needs agents of both at one location.'),
    thresholdNeeds: z
      .enum(['edition', ...SWITCHES.thresholdNeeds])
      .meta({ id: 'RegentsThresholdNeedsOption' })
      .default('edition')
      .describe('What the other tracks must have done with the threshold before.'),
    thresholdScope: z
      .enum(['edition', ...SWITCHES.thresholdScope])
      .meta({ id: 'RegentsThresholdScopeOption' })
      .default('edition')
      .describe('Whether thresholds hold for every advance or at scoring only.'),
    neutralMove: z
      .enum(['edition', ...SWITCHES.neutralMove])
      .meta({ id: 'RegentsNeutralMoveOption' })
      .default('edition')
      .describe('When a neutral agent is moved (three seats).'),
    placement: z
      .enum(['edition', ...SWITCHES.placement])
      .meta({ id: 'RegentsPlacementOption' })
      .default('edition')
      .describe('Where agents are placed before round 1.'),
    round4: z
      .enum(['edition', ...SWITCHES.round4])
      .meta({ id: 'RegentsRound4Option' })
      .default('edition')
      .describe('Counsellors after round 4: one for each track led alone, or one in all.'),
    chipUse: z
      .enum(['edition', ...SWITCHES.chipUse])
      .meta({ id: 'RegentsChipUseOption' })
      .optional()
      .describe('Whether a chip won in scoring may be spent at once; left out, as the edition says.'),
    finalChips: z
      .enum(['edition', ...SWITCHES.finalChips])
      .meta({ id: 'RegentsFinalChipsOption' })
      .optional()
      .describe('Whether the spaces of a secret domain card at the end take chips; left out, as the edition says.'),
  })
  .meta({ id: 'RegentsOptions' })
export type Options = z.infer<typeof Options>

export const ruleSet = z
  .strictObject({
    spying: z.enum(SWITCHES.spying).meta({ id: 'RegentsSpyingRule' }),
    thresholdNeeds: z.enum(SWITCHES.thresholdNeeds).meta({ id: 'RegentsThresholdNeedsRule' }),
    thresholdScope: z.enum(SWITCHES.thresholdScope).meta({ id: 'RegentsThresholdScopeRule' }),
    neutralMove: z.enum(SWITCHES.neutralMove).meta({ id: 'RegentsNeutralMoveRule' }),
    placement: z.enum(SWITCHES.placement).meta({ id: 'RegentsPlacementRule' }),
    round4: z.enum(SWITCHES.round4).meta({ id: 'RegentsRound4Rule' }),
    chipUse: z.enum(SWITCHES.chipUse).meta({ id: 'RegentsChipUseRule' }),
    finalChips: z.enum(SWITCHES.finalChips).meta({ id: 'RegentsFinalChipsRule' }),
  })
  .meta({ id: 'RegentsRules', description: 'The switches in force.' })
