/**
 * The pieces of Régents. Source of every figure: `rulebook`; `derived` where it follows from the printed text; `reconstructed` where the
 * rulebook shows it only in a picture that is lost.
 */

/** The five rooms with a domain, then the two special locations (rulebook). */
export const LOCATIONS = ['throne', 'knights', 'treasure', 'chapel', 'store', 'tower', 'rampart'] as const
export type Location = (typeof LOCATIONS)[number]
/** The influence track of each room, in the order of the rooms (rulebook). */
export const TRACKS = ['politics', 'military', 'finance', 'religion', 'trade'] as const
export type Track = (typeof TRACKS)[number]

export const ROOM_COUNT = TRACKS.length
export const ROOMS: readonly Location[] = LOCATIONS.slice(0, ROOM_COUNT)
/** Where an agent stands that is not yet placed or has been expelled: the count after those of the seven locations. */
export const OUTSIDE = LOCATIONS.length

const LOCATION_NUMBER = Object.fromEntries(LOCATIONS.map((location, number) => [location, number])) as Record<Location, number>
const TRACK_NUMBER = Object.fromEntries(TRACKS.map((track, number) => [track, number])) as Record<Track, number>
export const locationNumber = (location: Location): number => LOCATION_NUMBER[location]
export const trackNumber = (track: Track): number => TRACK_NUMBER[track]
export const isRoom = (location: Location): boolean => LOCATION_NUMBER[location] < ROOM_COUNT
export const roomOf = (track: Track): Location => LOCATIONS[TRACK_NUMBER[track]] as Location

/** Clan and action card in pairs: the card that a clan's coat of arms does not allow (rulebook). */
export const CLANS = ['macKintosh', 'macGregor', 'macLeod', 'campbell', 'macDuff', 'stewart'] as const
export type Clan = (typeof CLANS)[number]
export const CARDS = ['suspicion', 'diplomacy', 'alliance', 'privilege', 'influence', 'betrayal'] as const
export type Card = (typeof CARDS)[number]
export const cardMissing = (clan: Clan): Card => CARDS[CLANS.indexOf(clan)] as Card
export const clanWithout = (card: Card): Clan => CLANS[CARDS.indexOf(card)] as Clan

/** Printed value of each space; the first is off the track. 30 as the end is derived from "the last space is worth 6". */
export const SPACES = [0, 1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 24, 30] as const
export const LAST_STEP = SPACES.length - 1
/** The thresholds as steps from the start: spaces 4, 10 and 24 (rulebook). */
export const THRESHOLD_STEPS = [4, 8, 12] as const
/** How far every other track must be to go beyond the first, second and third threshold, in steps (rulebook; 9 is derived). */
export const THRESHOLD_NEEDS = { reached: [1, 4, 8], passed: [1, 5, 9] } as const
export const stepOf = (space: number): number => SPACES.indexOf(space as (typeof SPACES)[number])

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

/** Every point in which the three printings differ and that changes play. The first value of each list is the English one. */
export const SWITCHES = {
  spying: ['anyone', 'sharedLocation'],
  thresholdNeeds: ['passed', 'reached'],
  thresholdScope: ['all', 'scoring'],
  neutralMove: ['beforeScoring', 'afterScoring'],
  placement: ['rooms', 'anywhere'],
  round4: ['perTrack', 'one'],
} as const
export type Rules = { readonly [K in keyof typeof SWITCHES]: (typeof SWITCHES)[K][number] }

const english: Rules = {
  spying: 'anyone',
  thresholdNeeds: 'passed',
  thresholdScope: 'all',
  neutralMove: 'beforeScoring',
  placement: 'rooms',
  round4: 'perTrack',
}
/** What each printing says (rulebook; readings of doubtful places: docs/games/regents.md). */
export const EDITIONS: Record<(typeof EDITION_NAMES)[number], Rules> = {
  en: english,
  nl: { ...english, thresholdNeeds: 'reached', neutralMove: 'afterScoring' },
  de: { ...english, spying: 'sharedLocation', thresholdNeeds: 'reached', neutralMove: 'afterScoring', placement: 'anywhere' },
}
