/** The board of Royals: cities by country with their positions, the titles, and what lies before the seats. */
import { asWords, capital, counted, inColumns, padded, wrapped } from '../play/layout.js'
import { type Draw, heading, type Sheet, seatName, shortSeat, type ViewOf } from './sheet.js'

type View = ViewOf<'royals'>
type City = View['cities'][number]
type Country = City['country']

export const drawRoyals: Draw<View> = (view, sheet) => {
  const last = view.lastRound ? 'the last round' : ''
  return [
    heading(sheet, `Royals, epoch ${view.epoch}, round ${view.round}`, stageOf(view), last),
    ...countries(view, sheet),
    ...titles(view, sheet),
    '',
    ...players(view, sheet),
    ...cards(view, sheet),
    sheet.ink('dim', '5c 2i: 5 cards, influence 2. +7: for the first in a city. out: displaced cubes.'),
  ]
}

const PAIRS: Record<string, string> = {
  franceGermanStates: 'France/German States',
  franceBritain: 'France/Britain',
  franceSpain: 'France/Spain',
  germanStatesBritain: 'German States/Britain',
  germanStatesSpain: 'German States/Spain',
  britainSpain: 'Britain/Spain',
}
const nameOf = (country: string): string => (country === 'germanStates' ? 'German States' : capital(country))

function stageOf({ stage, owedCards, owedIntrigue, turn }: View): string {
  if (turn === null || stage !== 'draw' || owedCards + owedIntrigue === 0) return ''
  const owed = [
    owedCards > 0 ? counted(owedCards, 'country card') : '',
    owedIntrigue > 0 ? counted(owedIntrigue, 'intrigue card') : '',
  ]
  return `to draw: ${owed.filter(Boolean).join(', ')}`
}

/** Under the positions. */
const HANG = 17

/** All cities in the same columns, under the name of their country. */
function countries(view: View, sheet: Sheet): string[] {
  const lines = inColumns(view.cities.map((city) => cityRow(city, sheet))).map((line) => wrapped(line, sheet.width, HANG))
  const named = [...new Set(view.cities.map(({ country }) => country))]
  return named.flatMap((country) => [
    countryLine(view, country, sheet),
    ...lines.filter((_, index) => view.cities[index]?.country === country).flat(),
  ])
}

function countryLine({ countryMarkers, epochMarkers, epoch }: View, country: Country, { ink }: Sheet): string {
  const all = countryMarkers.find((one) => one.country === country)
  const now = epochMarkers.find((one) => one.country === country && one.epoch === Math.max(1, epoch))
  const free = all ? [all.higher, all.lower].slice(all.taken).join(' and ') : ''
  const notes = [free && `in every city: ${free}`, now && `this epoch: ${now.higher} and ${now.lower}`].filter(Boolean)
  return `${ink('bold', nameOf(country))} ${ink('dim', `(${notes.join('; ')})`)}`
}

function cityRow({ city, bonus, markerTaken, positions, displaced }: City, sheet: Sheet): string[] {
  const [first = '', second = ''] = positions.map((position) => positionText(position, sheet))
  const out = displaced.map(({ seat, count }) => `${shortSeat(sheet, seat)}${count > 1 ? ` x${count}` : ''}`)
  return [
    `  ${city}`,
    markerTaken ? sheet.ink('dim', ' -') : `+${bonus}`,
    first,
    second,
    out.length > 0 ? `out: ${out.join(', ')}` : '',
  ]
}

function positionText({ title, needed, influence, holder }: City['positions'][number], sheet: Sheet): string {
  const who = holder === null ? sheet.ink('dim', 'free') : shortSeat(sheet, holder)
  return `${padded(capital(title), 8)} ${needed}c ${influence}i ${padded(who, 4)}`
}

function titles({ titles: all, players: seats }: View, sheet: Sheet): string[] {
  const cubesOf = (seat: number) => all.map(({ cubes }) => `${cubes.find((one) => one.seat === seat)?.count ?? '.'}`)
  return inColumns([
    [sheet.ink('bold', 'Titles'), ...all.map(({ title }) => capital(title))],
    ['points', ...all.map(({ value }) => `${value}`)],
    ...seats.map(({ seat }) => [seatName(sheet, seat), ...cubesOf(seat)]),
  ])
}

function players({ players: seats, turn }: View, sheet: Sheet): string[] {
  const rows = seats.map((one) => [
    seatName(sheet, one.seat),
    counted(one.cubes, 'cube'),
    counted(one.cardCount, 'card'),
    `${one.intrigueCount} intrigue`,
    `${counted(one.markerCount, 'marker')}${one.points === null ? '' : ` (${one.points} points)`}`,
    one.left ? 'left' : turn === one.seat ? 'on turn' : '',
  ])
  return inColumns(rows)
}

function cards(view: View, { ink, width, seat }: Sheet): string[] {
  const hand = view.players.find((one) => one.seat === seat)?.hand
  const open = `Open cards: ${view.display.map(nameOf).join(', ') || 'none'}; ${view.countryDeckCount} in the country deck, ${view.intrigueDeckCount} in the intrigue deck`
  if (!hand) return wrapped(open, width, 2)
  const own = [...amounts(hand.cards, nameOf), ...amounts(hand.intrigue, (pair) => `intrigue ${PAIRS[pair] ?? asWords(pair)}`)]
  return [...wrapped(open, width, 2), ...wrapped(`${ink('bold', 'Your hand:')} ${own.join(', ') || 'empty'}`, width, 2)]
}

const amounts = (counts: Readonly<Record<string, number>>, name: (key: string) => string): string[] =>
  Object.entries(counts).flatMap(([key, count]) => (count > 0 ? [`${count} x ${name(key)}`] : []))
