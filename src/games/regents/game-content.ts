/** What lies in the box of Régents, as clients are told. */
import { z } from 'zod'
import { numberAt } from '../lists.js'
import { adjacentTo } from './castle.js'
import {
  ACTIONS,
  AGENTS,
  BONUS_ROUND,
  CHOSEN_SPACES,
  CLANS,
  COUNSELLORS,
  cardMissing,
  DOMAIN_COUNSELLORS,
  DOMAIN_SPACES,
  EDITION_NAMES,
  EDITIONS,
  HAND,
  isRoom,
  LEAD_POINTS,
  LOCATIONS,
  MAPS,
  type MapName,
  ROUNDS,
  SEATS_WITH_NEUTRAL,
  SPACES,
  spaceAt,
  THRESHOLD_NEEDS,
  THRESHOLD_STEPS,
  trackOf,
} from './content.js'
import { ruleSet } from './options.js'
import { card, clan, edition, location, map, track } from './vocabulary.js'

const figure = z.int().min(0)

const locationRow = z
  .strictObject({
    location: location.describe('The location.'),
    track: track.nullable().describe('The track that it scores; null for the tower and the rampart.'),
  })
  .meta({ id: 'RegentsLocationRow', description: 'A location of the castle.' })
const touchRow = z
  .strictObject({
    location: location.describe('The location.'),
    touches: z.array(location).describe('Where an agent may step from it; the king steps to rooms only.'),
  })
  .meta({ id: 'RegentsTouchRow', description: 'The neighbours of a location.' })
const mapRow = z
  .strictObject({
    map: map.describe('The plan.'),
    locations: z.array(touchRow).describe('Which locations touch; both directions are listed.'),
  })
  .meta({ id: 'RegentsMapRow', description: 'A plan of the castle.' })
const thresholdRow = z
  .strictObject({
    space: figure.describe('The threshold, by its printed value; a chip lies here on every track.'),
    passed: figure.describe('Rule `passed`: the space that all other markers must have reached to go beyond it.'),
    reached: figure.describe('Rule `reached`: the same.'),
  })
  .meta({ id: 'RegentsThresholdRow', description: 'A threshold of the tracks.' })
const clanRow = z
  .strictObject({ clan: clan.describe('The clan.'), lacks: card.describe('The action card that it does not have.') })
  .meta({ id: 'RegentsClanRow', description: 'A clan and its hand.' })
const editionRow = z
  .strictObject({ edition: edition.describe('The printing.'), rules: ruleSet.describe('Its switches.') })
  .meta({ id: 'RegentsEditionRow', description: 'What a printing says.' })

export const GameContent = z
  .strictObject({
    locations: z.array(locationRow).describe('The seven locations and their tracks.'),
    maps: z.array(mapRow).describe('The plans among which the option map chooses.'),
    spaces: z.array(figure).describe('Printed values of the spaces of a track, in order; 0, off the track, first.'),
    thresholds: z.array(thresholdRow).describe('The thresholds, lowest first.'),
    clans: z.array(clanRow).describe('The clans.'),
    editions: z.array(editionRow).describe('The printings among which the option edition chooses.'),
    rounds: figure.describe('Rounds of a match.'),
    actions: figure.describe('Actions of a turn.'),
    agents: figure.describe('Agents of each seat.'),
    counsellors: figure.describe('Counsellors in all.'),
    handSize: figure.describe('Action cards of each seat.'),
    bonusRound: figure.describe('After this round tracks led alone bring counsellors.'),
    chosenSpaces: figure.describe('Spaces of Influence, of the fifth card and of an accusation, forward or back.'),
    domainCounsellors: figure.describe('Counsellors that a shown domain card brings.'),
    domainSpaces: figure.describe('Spaces that a domain card kept secret brings at the end.'),
    leadPoints: figure.describe('Points for being alone ahead on the track of the own domain card.'),
    neutralSeats: figure.describe('With so many seats a neutral clan joins.'),
  })
  .meta({ id: 'RegentsGameContent', description: 'What lies in the box of Régents.' })
export type GameContent = z.infer<typeof GameContent>

export const gameContent: GameContent = {
  locations: LOCATIONS.map((name) => ({ location: name, track: isRoom(name) ? trackOf(name) : null })),
  maps: MAPS.map((name) => ({ map: name, locations: touching(name) })),
  spaces: [...SPACES],
  thresholds: THRESHOLD_STEPS.map((step, level) => ({
    space: spaceAt(step),
    passed: spaceAt(numberAt(THRESHOLD_NEEDS.passed, level)),
    reached: spaceAt(numberAt(THRESHOLD_NEEDS.reached, level)),
  })),
  clans: CLANS.map((name) => ({ clan: name, lacks: cardMissing(name) })),
  editions: EDITION_NAMES.map((name) => ({ edition: name, rules: EDITIONS[name] })),
  rounds: ROUNDS,
  actions: ACTIONS,
  agents: AGENTS,
  counsellors: COUNSELLORS,
  handSize: HAND,
  bonusRound: BONUS_ROUND,
  chosenSpaces: CHOSEN_SPACES,
  domainCounsellors: DOMAIN_COUNSELLORS,
  domainSpaces: DOMAIN_SPACES,
  leadPoints: LEAD_POINTS,
  neutralSeats: SEATS_WITH_NEUTRAL,
}

function touching(name: MapName): GameContent['maps'][number]['locations'] {
  return LOCATIONS.map((from) => ({ location: from, touches: [...adjacentTo(name, from)] }))
}
