/** Piles and hands. A hand counts its cards by kind; a pile to draw from holds single cards (`F3`, `FG2`), because it is shuffled. */
import { itemAt } from '../lists.js'
import { COUNTRIES, COUNTRIES_OF_PAIR, type Country, PAIRS, type Pair } from './content.js'

/** How many of each kind: in the order of `COUNTRIES` or of `PAIRS`. */
export type Counts = readonly number[]
export type CountryCards = { readonly [country in Country]: number }
export type IntrigueCards = { readonly [pair in Pair]: number }

export const NO_COUNTRY_CARDS: Counts = COUNTRIES.map(() => 0)
export const NO_INTRIGUE_CARDS: Counts = PAIRS.map(() => 0)

export function total(counts: Counts): number {
  let sum = 0
  for (const count of counts) sum += count
  return sum
}

export const plus = (a: Counts, b: Counts): number[] => a.map((count, kind) => count + itemAt(b, kind))
export const minus = (a: Counts, b: Counts): number[] => a.map((count, kind) => count - itemAt(b, kind))
/** Whether there are more cards of some kind than the hand holds. */
export const exceeds = (cards: Counts, hand: Counts): boolean => cards.some((count, kind) => count > itemAt(hand, kind))

/** `slice` and `splice`: `toSpliced` is several times slower, and this is where random play spends its time. */
export function without<T>(list: readonly T[], item: T): readonly T[] {
  const copy = list.slice()
  copy.splice(list.indexOf(item), 1)
  return copy
}

export const countryIndex = (country: Country): number => COUNTRIES.indexOf(country)

export const countryCards = (counts: Counts): CountryCards => ({
  france: itemAt(counts, 0),
  germanStates: itemAt(counts, 1),
  britain: itemAt(counts, 2),
  spain: itemAt(counts, 3),
})
export const countsOfCountries = (cards: CountryCards): number[] => [cards.france, cards.germanStates, cards.britain, cards.spain]

export const intrigueCards = (counts: Counts): IntrigueCards => ({
  franceGermanStates: itemAt(counts, 0),
  franceBritain: itemAt(counts, 1),
  franceSpain: itemAt(counts, 2),
  germanStatesBritain: itemAt(counts, 3),
  germanStatesSpain: itemAt(counts, 4),
  britainSpain: itemAt(counts, 5),
})
export const countsOfPairs = (cards: IntrigueCards): number[] => [
  cards.franceGermanStates,
  cards.franceBritain,
  cards.franceSpain,
  cards.germanStatesBritain,
  cards.germanStatesSpain,
  cards.britainSpain,
]

/** For each country, which kinds of intrigue card show it. */
export const PAIRS_SHOWING: readonly (readonly boolean[])[] = COUNTRIES.map((_, country) =>
  COUNTRIES_OF_PAIR.map((countries) => countries.includes(country)),
)
/** For each country, which kind of country card it is. */
export const CARDS_OF: readonly (readonly boolean[])[] = COUNTRIES.map((_, country) =>
  COUNTRIES.map((_, kind) => kind === country),
)

/** Short names, because every draw of a real match is logged with the whole pile that it was made from. */
const COUNTRY_LETTERS = ['F', 'G', 'B', 'S'] as const
const PAIR_LETTERS = COUNTRIES_OF_PAIR.map(([one, other]) => `${COUNTRY_LETTERS[one]}${COUNTRY_LETTERS[other]}`)
const MOST_OF_A_KIND = 31
const namedCards = (kinds: readonly string[]): string[][] =>
  kinds.map((kind) => Array.from({ length: MOST_OF_A_KIND }, (_, i) => `${kind}${i + 1}`))
const COUNTRY_CARD_NAMES = namedCards(COUNTRY_LETTERS)
const INTRIGUE_CARD_NAMES = namedCards(PAIR_LETTERS)
const KIND_OF = new Map(
  [COUNTRY_CARD_NAMES, INTRIGUE_CARD_NAMES].flatMap((kinds) =>
    kinds.flatMap((names, kind) => names.map((name) => [name, kind] as const)),
  ),
)

export function kindOf(card: string): number {
  const kind = KIND_OF.get(card)
  if (kind === undefined) throw new RangeError(`there is no card ${card}`)
  return kind
}

const pile = (names: readonly string[][], counts: Counts): string[] =>
  counts.flatMap((count, kind) => itemAt(names, kind).slice(0, count))
/** The cards of a new pile, sorted by kind: the order of drawing is not kept anywhere. */
export const countryPile = (counts: Counts): string[] => pile(COUNTRY_CARD_NAMES, counts)
export const intriguePile = (counts: Counts): string[] => pile(INTRIGUE_CARD_NAMES, counts)

export function countPile(cards: readonly string[], kinds: number): number[] {
  const counts = new Array<number>(kinds).fill(0)
  for (const card of cards) {
    const kind = kindOf(card)
    counts[kind] = itemAt(counts, kind) + 1
  }
  return counts
}
