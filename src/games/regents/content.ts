/**
 * The pieces of Régents. Each figure names its source: `rulebook` if it is printed there, `derived` if it follows from the printed text,
 * `reconstructed` if the rulebook shows it only in a picture that is lost.
 */
import { itemAt, numberAt } from '../lists.js'

/** The five rooms with a domain, then the two special locations (rulebook). */
export const LOCATIONS = ['throne', 'knights', 'treasure', 'chapel', 'store', 'tower', 'rampart'] as const
export type Location = (typeof LOCATIONS)[number]
/** The influence track of each room, in the order of the rooms (rulebook). */
export const TRACKS = ['politics', 'military', 'finance', 'religion', 'trade'] as const
export type Track = (typeof TRACKS)[number]

export const ROOM_COUNT = TRACKS.length
export const ROOMS: readonly Location[] = LOCATIONS.slice(0, ROOM_COUNT)
/** Index of the agents outside the castle (not yet placed, or expelled) in a list of counts by location: after the seven locations. */
export const OUTSIDE = LOCATIONS.length

/** Positions in the two lists above, looked up by name, which is faster than to search. */
const LOCATION_NUMBER: Readonly<Record<Location, number>> = {
  throne: 0,
  knights: 1,
  treasure: 2,
  chapel: 3,
  store: 4,
  tower: 5,
  rampart: 6,
}
const TRACK_NUMBER: Readonly<Record<Track, number>> = { politics: 0, military: 1, finance: 2, religion: 3, trade: 4 }
export const locationNumber = (location: Location): number => LOCATION_NUMBER[location]
export const trackNumber = (track: Track): number => TRACK_NUMBER[track]
export const isRoom = (location: Location): boolean => LOCATION_NUMBER[location] < ROOM_COUNT
export const roomOf = (track: Track): Location => itemAt(LOCATIONS, TRACK_NUMBER[track])
export const trackOf = (room: Location): Track => itemAt(TRACKS, LOCATION_NUMBER[room])

/** Clans and action cards in pairs: the n-th clan is the one that does not have the n-th card (rulebook). */
export const CLANS = ['macKintosh', 'macGregor', 'macLeod', 'campbell', 'macDuff', 'stewart'] as const
export type Clan = (typeof CLANS)[number]
export const CARDS = ['suspicion', 'diplomacy', 'alliance', 'privilege', 'influence', 'betrayal'] as const
export type Card = (typeof CARDS)[number]
const CLAN_NUMBER: Readonly<Record<Clan, number>> = {
  macKintosh: 0,
  macGregor: 1,
  macLeod: 2,
  campbell: 3,
  macDuff: 4,
  stewart: 5,
}
const CARD_NUMBER: Readonly<Record<Card, number>> = {
  suspicion: 0,
  diplomacy: 1,
  alliance: 2,
  privilege: 3,
  influence: 4,
  betrayal: 5,
}
/** A set of clans, or of cards, is a number with one bit for each, in the order of the lists. */
export const clanBit = (clan: Clan): number => 1 << CLAN_NUMBER[clan]
export const cardBit = (card: Card): number => 1 << CARD_NUMBER[card]
export const cardMissing = (clan: Clan): Card => itemAt(CARDS, CLAN_NUMBER[clan])
export const clanWithout = (card: Card): Clan => itemAt(CLANS, CARD_NUMBER[card])

/** Printed value of the space after each step; 0 is off the track. 30 as the end is derived from "the last space is worth 6". */
export const SPACES: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 24, 30]
export const spaceAt = (step: number): number => numberAt(SPACES, step)
export const stepOf = (space: number): number => SPACES.indexOf(space)
export const LAST_STEP = SPACES.length - 1
/** The thresholds as steps from the start: spaces 4, 10 and 24 (rulebook). */
export const THRESHOLD_STEPS: readonly number[] = [4, 8, 12]

export const AGENTS = 4 // rulebook
export const COUNSELLORS = 20 // rulebook
export const HAND = 5 // rulebook
export const ROUNDS = 8 // rulebook
export const ACTIONS = 3 // rulebook
export const BONUS_ROUND = 4 // rulebook
export const DOMAIN_COUNSELLORS = 2 // rulebook
export const CHOSEN_SPACES = 2 // rulebook: Influence, the last card, an accusation either way
export const DOMAIN_SPACES = 2 // rulebook: a domain card kept secret to the end
export const LEAD_POINTS = 3 // rulebook
export const SEATS_WITH_NEUTRAL = 3 // rulebook

export const EDITION_NAMES = ['en', 'de', 'nl'] as const
export const MAPS = ['hub', 'seven', 'wheel'] as const
export type MapName = (typeof MAPS)[number]

/** Every difference between the three printings that changes play. The first value of each list is the English one. */
export const SWITCHES = {
  spying: ['anyone', 'sharedLocation'],
  thresholdNeeds: ['passed', 'reached'],
  thresholdScope: ['all', 'scoring'],
  neutralMove: ['beforeScoring', 'afterScoring'],
  placement: ['rooms', 'anywhere'],
  round4: ['perTrack', 'one'],
  chipUse: ['actions', 'atOnce'],
  finalChips: ['taken', 'left'],
} as const
export type Rules = { readonly [K in keyof typeof SWITCHES]: (typeof SWITCHES)[K][number] }

/** How many steps every other marker must have made for one to go beyond the first, second and third threshold (rulebook; 9 is derived). */
export const THRESHOLD_NEEDS: Record<Rules['thresholdNeeds'], readonly number[]> = { reached: [1, 4, 8], passed: [1, 5, 9] }

const english: Rules = {
  spying: 'anyone',
  thresholdNeeds: 'passed',
  thresholdScope: 'all',
  neutralMove: 'beforeScoring',
  placement: 'rooms',
  round4: 'perTrack',
  chipUse: 'actions',
  finalChips: 'taken',
}
const dutch: Rules = {
  ...english,
  thresholdNeeds: 'reached',
  thresholdScope: 'scoring',
  neutralMove: 'afterScoring',
  chipUse: 'atOnce',
}
/** What each printing says (rulebook; how unclear passages are read: docs/games/regents.md). */
export const EDITIONS: Record<(typeof EDITION_NAMES)[number], Rules> = {
  en: english,
  nl: dutch,
  de: { ...dutch, spying: 'sharedLocation', placement: 'anywhere', finalChips: 'left' },
}
