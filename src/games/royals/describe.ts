/** Moves and notices as one plain sentence each. */
import type { CountryCards, IntrigueCards } from './cards.js'
import { COUNTRIES, type Country, PAIRS, type Pair, type Title } from './content.js'
import type { Move, Notice } from './schema.js'
import type { DrawOption, Source } from './vocabulary.js'

const COUNTRY_NAME: Record<Country, string> = {
  france: 'France',
  germanStates: 'the German States',
  britain: 'Britain',
  spain: 'Spain',
}
const PAIR_NAME: Record<Pair, string> = {
  franceGermanStates: 'France/German States',
  franceBritain: 'France/Britain',
  franceSpain: 'France/Spain',
  germanStatesBritain: 'German States/Britain',
  germanStatesSpain: 'German States/Spain',
  britainSpain: 'Britain/Spain',
}

const amounts = <Kind extends string>(
  kinds: readonly Kind[],
  names: Record<Kind, string>,
  cards: Readonly<Record<Kind, number>>,
): string[] => kinds.flatMap((kind) => (cards[kind] > 0 ? [`${cards[kind]} × ${names[kind]}`] : []))
const listOf = (cards?: CountryCards, intrigue?: IntrigueCards): string =>
  [
    ...(cards ? amounts(COUNTRIES, COUNTRY_NAME, cards) : []),
    ...(intrigue ? amounts(PAIRS, PAIR_NAME, intrigue).map((text) => `intrigue ${text}`) : []),
  ].join(', ') || 'nothing'

const titleName = (title: Title): string => `${title.charAt(0).toUpperCase()}${title.slice(1)}`
const position = ({ city, title }: { city: string; title: Title }): string => `the ${titleName(title)} of ${city}`
function sourceName(source: Source): string {
  if (source === 'countryDeck') return 'the country deck'
  return source === 'intrigueDeck' ? 'the intrigue deck' : `the open card of ${COUNTRY_NAME[source]}`
}
const DRAW_OPTION_NAME: Record<DrawOption, string> = {
  threeCountryCards: 'three country cards',
  countryAndIntrigue: 'one country card and one intrigue card',
}

export function describeMove(move: Move): string {
  switch (move.type) {
    case 'draw':
      return `${move.option ? `Choose ${DRAW_OPTION_NAME[move.option]}; draw` : 'Draw'} ${move.sources.map(sourceName).join(', then ')}.`
    case 'claim':
      return `Claim ${position(move)}, paying ${move.cards ? listOf(move.cards) : 'as little as possible'}.`
    case 'takeOver':
      return `Take over ${position(move)}, paying ${move.cards ? listOf(move.cards) : 'as few country cards as possible'} and ${move.intrigue ? listOf(undefined, move.intrigue) : 'as few intrigue cards as possible'}.`
    case 'endPlay':
      return 'Play no more cards in this turn.'
    case 'discard':
      return `Discard ${listOf(move.cards, move.intrigue)}.`
  }
}

export function describeNotice(notice: Notice): string {
  switch (notice.type) {
    case 'MatchBegan':
      return `The match begins; seat ${notice.starter} starts.`
    case 'TurnBegan':
      return `It is the turn of seat ${notice.seat}${notice.firstDraw === null ? '' : `, its first: it draws ${notice.firstDraw} country card(s)`}.`
    case 'DrawOptionChosen':
      return `Seat ${notice.seat} chooses to draw ${DRAW_OPTION_NAME[notice.option]}.`
    case 'DisplayCardTaken':
      return `Seat ${notice.seat} takes an open card of ${COUNTRY_NAME[notice.country]}.`
    case 'CountryCardDrawn':
      return `Seat ${notice.seat} draws a country card${notice.secretCountry ? `: ${COUNTRY_NAME[notice.secretCountry]}` : ''}.`
    case 'IntrigueCardDrawn':
      return `Seat ${notice.seat} draws an intrigue card${notice.secretPair ? `: ${PAIR_NAME[notice.secretPair]}` : ''}.`
    case 'IntrigueDeckRenewed':
      return 'The discarded intrigue cards are shuffled.'
    case 'PositionClaimed':
      return `Seat ${notice.seat} claims ${position(notice)} and pays ${listOf(notice.cards)}.`
    case 'PositionTakenOver':
      return `Seat ${notice.seat} takes over ${position(notice)} from seat ${notice.from} and pays ${listOf(notice.cards, notice.intrigue)}.`
    case 'CityMarkerTaken':
      return `Seat ${notice.seat} is first in ${notice.city} and takes its marker: ${notice.points} points.`
    case 'CountryMarkerTaken':
      return `Seat ${notice.seat} is in every city of ${COUNTRY_NAME[notice.country]} and takes a country marker: ${notice.points} points.`
    case 'NobleHouseMarkerTaken':
      return `Seat ${notice.seat} has every title and takes a noble house marker: ${notice.points} points.`
    case 'PlayEnded':
      return `Seat ${notice.seat} plays no more${notice.surplusCards + notice.surplusIntrigue > 0 ? ' and must discard down to the hand limit' : ''}.`
    case 'CardsDiscarded':
      return `Seat ${notice.seat} discards ${listOf(notice.cards, notice.intrigue)}.`
    case 'DisplayFilled':
      return `New open cards: ${notice.countries.map((country) => COUNTRY_NAME[country]).join(', ')}.`
    case 'CountryDeckRenewed':
      return 'The country deck is used up; the discarded country cards are shuffled.'
    case 'CountryScored':
      return `Epoch ${notice.epoch}, ${COUNTRY_NAME[notice.country]}: ${awards(notice.awards)}.`
    case 'EpochEnded':
      return `Epoch ${notice.epoch} has been scored.`
    case 'LastRoundBegan':
      return 'The third epoch is over: this round is played to its end.'
    case 'TitleScored':
      return `The title of ${titleName(notice.title)}: ${awards(notice.awards)}.`
    case 'SeatLeft':
      return `Seat ${notice.seat} leaves the match (${notice.reason}) and discards ${listOf(notice.cards, notice.intrigue)}.`
    case 'MatchEnded':
      return `The match is over: ${notice.places.map(({ seat, place, score }) => `seat ${seat} is number ${place} with ${score} points`).join(', ')}.`
  }
}

const awards = (list: readonly { seat: number; points: number }[]): string =>
  list.length > 0 ? list.map(({ seat, points }) => `seat ${seat} takes ${points} points`).join(', ') : 'nobody takes a marker'
