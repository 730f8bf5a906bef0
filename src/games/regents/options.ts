/** What a host chooses about the rules, and the switches that follow from it. */
import { z } from 'zod'
import { words } from '../described.js'
import { SWITCHES } from './content.js'
import { edition, map, starterRule } from './vocabulary.js'

/** A switch as a host sets it, and as it is in force: the same words, but for `edition`. */
function switchOf<const Word extends string>(
  name: string,
  list: readonly Word[],
  description: string,
  values: Readonly<Record<Word, string>>,
) {
  return {
    description,
    rule: words(list, {
      id: `Regents${name}Rule`,
      description: 'A rule on which the printings differ, as it is in force.',
      values,
    }).describe(description),
    option: words(['edition', ...list], {
      id: `Regents${name}Option`,
      description: 'A rule on which the printings differ, as the host sets it.',
      // A cast, because TypeScript loses the keys of a spread record of generic words.
      values: { edition: 'As the edition says.', ...values } as Readonly<Record<Word | 'edition', string>>,
    }),
  }
}

const spying = switchOf('Spying', SWITCHES.spying, 'Whether spying needs agents of both at one location.', {
  anyone: 'Any opponent with two cards or more can be spied on.',
  sharedLocation: 'Only one who has an agent where you have one.',
})
const thresholdNeeds = switchOf(
  'ThresholdNeeds',
  SWITCHES.thresholdNeeds,
  'What the other tracks must have done with the threshold before.',
  { passed: 'All other markers must stand beyond it.', reached: 'All other markers must stand on it or beyond.' },
)
const thresholdScope = switchOf(
  'ThresholdScope',
  SWITCHES.thresholdScope,
  'Whether thresholds hold for every advance or at scoring only.',
  { all: 'For every advance, but that of a domain card at the end.', scoring: 'For rooms and tower only.' },
)
const neutralMove = switchOf('NeutralMove', SWITCHES.neutralMove, 'When a neutral agent is moved (three seats).', {
  beforeScoring: 'Between actions and scoring.',
  afterScoring: 'After scoring.',
})
const placement = switchOf('Placement', SWITCHES.placement, 'Where agents are placed before round 1.', {
  rooms: 'In the five rooms.',
  anywhere: 'At any of the seven locations.',
})
const round4 = switchOf('Round4', SWITCHES.round4, 'Counsellors after round 4: one for each track led alone, or one in all.', {
  perTrack: 'One for each track on which the seat is alone ahead.',
  one: 'One in all, if the seat is alone ahead on any track.',
})

const chipUse = switchOf('ChipUse', SWITCHES.chipUse, 'When privilege chips may be spent.', {
  actions: 'In the actions only.',
  atOnce: 'In the actions; one also when scoring wins a chip.',
})
const finalChips = switchOf(
  'FinalChips',
  SWITCHES.finalChips,
  'Whether the spaces of a secret domain card at the end take chips.',
  {
    taken: 'The chips that they reach are taken.',
    left: 'No chip is taken.',
  },
)

export const Options = z
  .strictObject({
    edition: edition.default('en').describe('The printing whose rules are played; sets every switch left at `edition`.'),
    map: map.default('hub').describe('Plan of the castle. The printed plan is lost; three plans fit the text.'),
    starter: starterRule.default('random').describe('Who begins every round.'),
    spying: spying.option.default('edition').describe(spying.description),
    thresholdNeeds: thresholdNeeds.option.default('edition').describe(thresholdNeeds.description),
    thresholdScope: thresholdScope.option.default('edition').describe(thresholdScope.description),
    neutralMove: neutralMove.option.default('edition').describe(neutralMove.description),
    placement: placement.option.default('edition').describe(placement.description),
    round4: round4.option.default('edition').describe(round4.description),
    chipUse: chipUse.option.optional().describe(`${chipUse.description} Left out, as the edition says.`),
    finalChips: finalChips.option.optional().describe(`${finalChips.description} Left out, as the edition says.`),
  })
  .meta({ id: 'RegentsOptions', description: 'What the host chooses about the rules.' })
export type Options = z.infer<typeof Options>

export const ruleSet = z
  .strictObject({
    spying: spying.rule,
    thresholdNeeds: thresholdNeeds.rule,
    thresholdScope: thresholdScope.rule,
    neutralMove: neutralMove.rule,
    placement: placement.rule,
    round4: round4.rule,
    chipUse: chipUse.rule,
    finalChips: finalChips.rule,
  })
  .meta({ id: 'RegentsRules', description: 'The switches in force.' })
