/** The closed vocabularies of Régents, each word with what it means. */
import type { z } from 'zod'
import { words } from '../described.js'
import { CARDS, CLANS, EDITION_NAMES, LOCATIONS, MAPS, TRACKS } from './content.js'

export const location = words(LOCATIONS, {
  id: 'RegentsLocation',
  description: 'A room of the castle, the tower or the rampart.',
  values: {
    throne: 'Throne room: scores politics.',
    knights: 'Hall of knights: scores military.',
    treasure: 'Treasure room: scores finance.',
    chapel: 'Chapel: scores religion.',
    store: 'Store room: scores trade.',
    tower: 'Tower: one marker of your own goes forward one space.',
    rampart: 'Rampart: one marker of an opponent goes back one space.',
  },
})
export const track = words(TRACKS, {
  id: 'RegentsTrack',
  description: 'An influence track, or the domain card of the same name.',
  values: {
    politics: 'Scored in the throne room.',
    military: 'Scored in the hall of knights.',
    finance: 'Scored in the treasure room.',
    religion: 'Scored in the chapel.',
    trade: 'Scored in the store room.',
  },
})
export const clan = words(CLANS, {
  id: 'RegentsClan',
  description: 'A clan: its hand has every action card but one.',
  values: {
    macKintosh: 'MacKintosh, without Suspicion.',
    macGregor: 'MacGregor, without Diplomacy.',
    macLeod: 'MacLeod, without Alliance.',
    campbell: 'Campbell, without Privilege.',
    macDuff: 'MacDuff, without Influence.',
    stewart: 'Stewart, without Betrayal.',
  },
})
export const card = words(CARDS, {
  id: 'RegentsCard',
  description: 'An action card.',
  values: {
    suspicion: 'Expels an agent of an opponent from the castle.',
    diplomacy: 'One tie for most pieces counts as a majority in this scoring.',
    alliance: 'The king does not block majorities in this scoring.',
    privilege: 'One action moves two agents.',
    influence: 'Two spaces forward at once.',
    betrayal: 'Two agents at different locations change places.',
  },
})

/** Names of the choices a seat can be awaited for. */
export const DECISIONS = [
  'placeAgent',
  'actions',
  'accuserAdvance',
  'influenceAdvance',
  'lastCardAdvance',
  'accusedChoosesLoss',
  'accuserChoosesLoss',
  'privilegeSecondMove',
  'neutralMove',
  'diplomacyLocation',
  'chooseLocation',
  'towerTrack',
  'rampartVictim',
  'chipAtOnce',
  'extraAction',
] as const
/** What is asked of the seat. */
export const ASKED: Readonly<Record<(typeof DECISIONS)[number], string>> = {
  placeAgent: 'Before round 1: where an agent goes.',
  actions: 'What to do in the action phase.',
  accuserAdvance: 'After an upheld accusation: on which track the accuser goes forward.',
  influenceAdvance: 'Influence: on which track to go forward.',
  lastCardAdvance: 'After the fifth card: on which track to go forward.',
  accusedChoosesLoss: 'After a failed accusation: the accused says where the accuser goes back.',
  accuserChoosesLoss: 'The same, chosen by the accuser because the accused has left.',
  privilegeSecondMove: 'Privilege: the step of the second agent, or none.',
  neutralMove: 'Three seats: the step of a neutral agent, or none.',
  diplomacyLocation: 'Diplomacy: which tie counts as a majority.',
  chooseLocation: 'Scoring: which majority is scored next.',
  towerTrack: 'Tower: on which track to go forward, or none.',
  rampartVictim: 'Rampart: whose marker goes back, or none.',
  chipAtOnce: 'A chip was won in scoring: whether to spend one at once.',
  extraAction: 'The action that a chip spent in scoring gives, or none.',
}
export const decision = words(DECISIONS, {
  id: 'RegentsDecision',
  description: 'A choice that a seat is awaited for.',
  values: ASKED,
})
export type DecisionName = z.infer<typeof decision>

/** Where the match stands: `counting` and `cleanup` are met only while a neutral agent or a tie is being chosen. */
export const STAGES = ['setup', 'placement', 'actions', 'counting', 'scoring', 'cleanup'] as const
export const stage = words(STAGES, {
  id: 'RegentsStage',
  description: 'Where the match stands.',
  values: {
    setup: 'Before the start.',
    placement: 'Agents are placed, one each in turn.',
    actions: 'The seat on turn acts.',
    counting: 'Actions are over: a neutral agent moves or a tie is named before majorities are counted.',
    scoring: 'The majorities of the seat on turn are scored.',
    cleanup: 'Scoring is over: a neutral agent may move.',
  },
})

export const edition = words(EDITION_NAMES, {
  id: 'RegentsEdition',
  description: 'A printing of the rules.',
  values: { en: 'The English printing.', de: 'The German printing.', nl: 'The Dutch printing.' },
})
export const map = words(MAPS, {
  id: 'RegentsMap',
  description: 'Which rooms touch, besides the throne room, which touches all others.',
  values: {
    hub: 'No others.',
    seven: 'Treasure and store; chapel and knights.',
    wheel: 'Those of seven, treasure and chapel, knights and store.',
  },
})
export const starterRule = words(['random', 'seat0'], {
  id: 'RegentsStarter',
  description: 'How the starter is found.',
  values: { random: 'By lot.', seat0: 'Seat 0 begins.' },
})
