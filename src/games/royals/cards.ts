/** Piles and hands. A hand counts its cards by kind; a pile to draw from holds single cards (`F3`, `FG2`), because it is shuffled. */
import { anyAt, itemAt, numberAt } from '../lists.js'
import { COUNTRIES, COUNTRIES_OF_PAIR, type Country, type Pair } from './content.js'

/** How many of each kind: in the order of `COUNTRIES` or of `PAIRS`. */
export type Counts = readonly number[]
export type CountryCards = { readonly [country in Country]: number }
export type IntrigueCards = { readonly [pair in Pair]: number }

export const NO_COUNTRY_CARDS: Counts = [0, 0, 0, 0]
export const NO_INTRIGUE_CARDS: Counts = [0, 0, 0, 0, 0, 0]

/** So many times the same number, as a list that was written out (`packed` in lists.ts). */
export function repeated(count: number, value: number): number[] {
  const list: number[] = []
  while (list.length < count) list.push(value)
  return list
}

export function total(counts: Counts): number {
  let sum = 0
  for (let kind = 0; kind < counts.length; kind++) sum += numberAt(counts, kind)
  return sum
}

/** The kind of a card, if they are numbered from the first kind to the last. */
export function kindAt(counts: Counts, number: number): number {
  let rest = number
  for (let kind = 0; kind < counts.length; kind++) {
    rest -= numberAt(counts, kind)
    if (rest < 0) return kind
  }
  throw new RangeError(`there is no card number ${number}`)
}

/** Written out for the one and the other kind of card: several times as fast as `map`, and this is where random play spends its time. */
export function plus(a: Counts, b: Counts): number[] {
  const sum = (kind: number): number => numberAt(a, kind) + numberAt(b, kind)
  return a.length === COUNTRIES.length ? [sum(0), sum(1), sum(2), sum(3)] : [sum(0), sum(1), sum(2), sum(3), sum(4), sum(5)]
}
export function minus(a: Counts, b: Counts): number[] {
  const rest = (kind: number): number => numberAt(a, kind) - numberAt(b, kind)
  return a.length === COUNTRIES.length
    ? [rest(0), rest(1), rest(2), rest(3)]
    : [rest(0), rest(1), rest(2), rest(3), rest(4), rest(5)]
}
/** Whether there are more cards of some kind than the hand holds. */
export function exceeds(cards: Counts, hand: Counts): boolean {
  for (let kind = 0; kind < cards.length; kind++) if (numberAt(cards, kind) > numberAt(hand, kind)) return true
  return false
}

const oneCard = (kinds: number, kind: number): Counts => {
  const counts = repeated(kinds, 0)
  counts[kind] = 1
  return counts
}
const ONE_COUNTRY_CARD = COUNTRIES.map((_, kind) => oneCard(COUNTRIES.length, kind))
const ONE_INTRIGUE_CARD = COUNTRIES_OF_PAIR.map((_, kind) => oneCard(COUNTRIES_OF_PAIR.length, kind))
/** With one more card of a kind. */
export const withCountryCard = (counts: Counts, kind: number): number[] => plus(counts, itemAt(ONE_COUNTRY_CARD, kind))
export const withIntrigueCard = (counts: Counts, kind: number): number[] => plus(counts, itemAt(ONE_INTRIGUE_CARD, kind))

/** A list without these items, each taken out once. `splice` on a copy: `toSpliced` is several times slower. */
export function without<T>(list: readonly T[], ...items: readonly T[]): T[] {
  const copy = list.slice()
  for (let index = 0; index < items.length; index++) copy.splice(copy.indexOf(anyAt(items, index)), 1)
  return copy
}

export const countryIndex = (country: Country): number => COUNTRIES.indexOf(country)

export const countryCards = (counts: Counts): CountryCards => ({
  france: numberAt(counts, 0),
  germanStates: numberAt(counts, 1),
  britain: numberAt(counts, 2),
  spain: numberAt(counts, 3),
})
export const countsOfCountries = (cards: CountryCards): number[] => [cards.france, cards.germanStates, cards.britain, cards.spain]

export const intrigueCards = (counts: Counts): IntrigueCards => ({
  franceGermanStates: numberAt(counts, 0),
  franceBritain: numberAt(counts, 1),
  franceSpain: numberAt(counts, 2),
  germanStatesBritain: numberAt(counts, 3),
  germanStatesSpain: numberAt(counts, 4),
  britainSpain: numberAt(counts, 5),
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
/** Names of properties: those V8 keeps only once, so that `indexOf` finds a card in a pile six times as fast. */
const keptOnce = (names: readonly string[]): string[] => Object.keys(Object.fromEntries(names.map((name) => [name, true])))
const namedCards = (kinds: readonly string[]): string[][] =>
  kinds.map((kind) => keptOnce(Array.from({ length: MOST_OF_A_KIND }, (_, i) => `${kind}${i + 1}`)))
const COUNTRY_CARD_NAMES = namedCards(COUNTRY_LETTERS)
const INTRIGUE_CARD_NAMES = namedCards(PAIR_LETTERS)
/** Where each card stands in a pile of all cards, which is sorted by kind. */
const RANK_OF = new Map(
  [COUNTRY_CARD_NAMES, INTRIGUE_CARD_NAMES].flatMap((kinds) => kinds.flat().map((name, rank) => [name, rank] as const)),
)

function rankOf(card: string): number {
  const rank = RANK_OF.get(card)
  if (rank === undefined) throw new RangeError(`there is no card ${card}`)
  return rank
}

export const kindOf = (card: string): number => Math.floor(rankOf(card) / MOST_OF_A_KIND)

function pile(names: readonly string[][], counts: Counts): string[] {
  const cards: string[] = []
  for (let kind = 0; kind < counts.length; kind++) {
    const ofKind = itemAt(names, kind)
    for (let number = 0; number < numberAt(counts, kind); number++) cards.push(itemAt(ofKind, number))
  }
  return cards
}
/** The cards of a new pile, sorted by kind: the order of drawing is not kept anywhere. */
export const countryPile = (counts: Counts): string[] => pile(COUNTRY_CARD_NAMES, counts)
export const intriguePile = (counts: Counts): string[] => pile(INTRIGUE_CARD_NAMES, counts)

/** The first place in a pile, from `from` on, with a card of this rank or a higher one. */
function placeOf(cards: readonly string[], rank: number, from: number): number {
  let [low, high] = [from, cards.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (rankOf(itemAt(cards, middle)) < rank) low = middle + 1
    else high = middle
  }
  return low
}

/** How many there are of each kind: a pile is sorted, so it is enough to look where each kind ends. */
export function countPile(cards: readonly string[], kinds: number): number[] {
  const counts: number[] = []
  let from = 0
  for (let kind = 0; kind < kinds; kind++) {
    const end = placeOf(cards, (kind + 1) * MOST_OF_A_KIND, from)
    counts.push(end - from)
    from = end
  }
  return counts
}
