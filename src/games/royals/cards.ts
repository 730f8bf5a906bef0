/** Piles and hands. A hand counts its cards by kind; a pile to draw from holds single cards (`F3`, `FG2`), as it is shuffled. */
import { COUNTRIES, COUNTRIES_OF_PAIR, type Country, PAIRS, type Pair } from './content.js'

/** How many of each kind: in the order of `COUNTRIES` or of `PAIRS`. */
export type Counts = readonly number[]
export type CountryCards = { readonly [country in Country]: number }
export type IntrigueCards = { readonly [pair in Pair]: number }

export const NO_COUNTRY_CARDS: Counts = COUNTRIES.map(() => 0)
export const NO_INTRIGUE_CARDS: Counts = PAIRS.map(() => 0)

export function total(counts: Counts): number {
  let sum = 0
  for (let kind = 0; kind < counts.length; kind++) sum += counts[kind] as number
  return sum
}

export const plus = (a: Counts, b: Counts): number[] => a.map((count, kind) => count + (b[kind] as number))
export const minus = (a: Counts, b: Counts): number[] => a.map((count, kind) => count - (b[kind] as number))

// Copying with slice and then changing the copy is several times as fast as `with` and `toSpliced`, and this is where random play spends its time.
export function oneMore(counts: Counts, kind: number): Counts {
  const copy = counts.slice()
  copy[kind] = (counts[kind] as number) + 1
  return copy
}

export function without<T>(list: readonly T[], item: T): readonly T[] {
  const copy = list.slice()
  copy.splice(list.indexOf(item), 1)
  return copy
}

export const countryIndex = (country: Country): number => COUNTRIES.indexOf(country)

export const countryCards = (counts: Counts): CountryCards => ({
  france: counts[0] as number,
  germanStates: counts[1] as number,
  britain: counts[2] as number,
  spain: counts[3] as number,
})
export const countsOfCountries = (cards: CountryCards): number[] => [cards.france, cards.germanStates, cards.britain, cards.spain]

export const intrigueCards = (counts: Counts): IntrigueCards => ({
  franceGermanStates: counts[0] as number,
  franceBritain: counts[1] as number,
  franceSpain: counts[2] as number,
  germanStatesBritain: counts[3] as number,
  germanStatesSpain: counts[4] as number,
  britainSpain: counts[5] as number,
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

/** Short names: every draw of a real match is logged with the whole pile that it was made from. */
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

export const kindOf = (card: string): number => KIND_OF.get(card) as number
const pile = (names: readonly string[][], counts: Counts): string[] =>
  counts.flatMap((count, kind) => (names[kind] as string[]).slice(0, count))
/** The cards of a new pile in the order of the box: never in the order of drawing. */
export const countryPile = (counts: Counts): string[] => pile(COUNTRY_CARD_NAMES, counts)
export const intriguePile = (counts: Counts): string[] => pile(INTRIGUE_CARD_NAMES, counts)

export function countPile(cards: readonly string[], kinds: number): number[] {
  const counts = new Array<number>(kinds).fill(0)
  for (const card of cards) counts[kindOf(card)] = (counts[kindOf(card)] as number) + 1
  return counts
}
