/** The board of Medieval Realms: event fields, lands, and what the seats have. */
import { registered } from '../../games/registry.js'
import { inColumns, padded, widthOf, wrapped } from '../play/layout.js'
import { type Draw, heading, type Sheet, seatName, shortSeat, type ViewOf } from './sheet.js'

type View = ViewOf<'medieval-realms'>
type Player = View['players'][number]
type Stock = Player['stock']

const RESOURCES = ['goods', 'science', 'culture', 'religion', 'gold', 'raw', 'combat'] as const satisfies readonly (keyof Stock)[]
const { rounds } = registered['medieval-realms'].content

export const drawMedievalRealms: Draw<View> = (view, sheet) => [
  heading(sheet, `Medieval Realms, round ${view.round} of ${rounds}`, view.stage, `turn order ${view.order.join(' ')}`),
  ...fields(view, sheet),
  ...lands(view, sheet),
  '',
  ...stocks(view, sheet),
  ...view.players.flatMap((player) => collection(view, player, sheet)),
  ...auctionOf(view, sheet),
]

function fields(view: View, sheet: Sheet): string[] {
  const { ink, width } = sheet
  const lines = view.fields.flatMap(({ field, price, card }) => {
    const key = `${`${field}`.padStart(3)}  ${price} goods  `
    return card === null ? [ink('dim', `${key}(empty)`)] : cardLines(view, card, key, sheet)
  })
  const coming = `${ink('bold', 'Coming:')} ${view.coming.map((card) => cardName(view, card)).join(', ') || 'nothing'}`
  return [ink('bold', 'Event fields'), ...lines, ...wrapped(coming, width, 2)]
}

const NAME = 19

/** Its name, how it is got, what it costs and does; broken under its name. */
function cardLines(view: View, card: string, key: string, { ink, width }: Sheet): string[] {
  const face = faceOf(view, card)
  if (!face) return [`${key}${card}`]
  const start = `${key}${ink('bold', padded(face.name, NAME))} `
  return wrapped(
    `${start}${face.colour}${face.kind === 'auction' ? '' : `, ${face.kind}`}. ${shortened(face.text)}`,
    width,
    key.length + 2,
  )
}

/** The sentences of a card are long: what every other card says is said in a word. */
const shortened = (text: string): string =>
  text
    .replaceAll('When it comes into play:', 'At once:')
    .replaceAll("In each round's production:", 'Each round:')
    .replaceAll('At the end of the game:', 'At the end:')
    .replaceAll('Whenever you play another card', 'With each card you play')

const faceOf = ({ cards }: View, card: string): View['cards'][number] | undefined =>
  cards.find(({ id }) => id === card.replace(/\/\d+$/, ''))
const cardName = (view: View, card: string): string => faceOf(view, card)?.name ?? card

/** What they bring, and who stands there: two lands a line, if there is room. */
function lands(view: View, sheet: Sheet): string[] {
  const cells = view.lands.map(({ land, rewards }) => [
    `${`${land}`.padStart(3)}`,
    rewards.map(({ resource, amount }) => `${amount} ${resource}`).join(', '),
    standing(view, land, sheet),
  ])
  const half = Math.ceil(cells.length / 2)
  const rows = cells.slice(0, half).map((cell, index) => [...cell, ...(cells[half + index] ?? [])])
  const lines = inColumns(rows)
  const isNarrow = lines.some((line) => widthOf(line) > sheet.width)
  return [sheet.ink('bold', 'Lands'), ...(isNarrow ? inColumns(cells) : lines)]
}

function standing({ players }: View, land: number, sheet: Sheet): string {
  const leaders = players.flatMap(({ seat, placement }) => {
    const marks = [
      ...marksOf(placement?.admirals, land, 'A'),
      ...marksOf(placement?.generals, land, 'G'),
      ...marksOf(placement?.buffers, land, 'b'),
    ]
    return marks.length > 0 ? [`${shortSeat(sheet, seat)} ${marks.join('')}`] : []
  })
  return leaders.join(', ') || '-'
}

const marksOf = (places: readonly number[] | undefined, land: number, mark: string): string[] =>
  (places ?? []).filter((place) => place === land).map(() => mark)

function stocks({ players, turn }: View, sheet: Sheet): string[] {
  const head = [
    sheet.ink('bold', 'Stocks'),
    'points',
    ...RESOURCES.map((name) => (name === 'religion' ? 'relig.' : name)),
    'M',
    'A',
    'G',
    '',
  ]
  const rows = players.map((player) => [
    seatName(sheet, player.seat),
    `${player.points}`,
    ...RESOURCES.map((name) => `${player.stock[name]}`),
    `${player.mayors}`,
    `${player.admirals}`,
    `${player.generals}`,
    player.left ? 'left' : player.passed ? 'passed' : turn === player.seat ? 'acts' : '',
  ])
  return [...inColumns([head, ...rows], 1), sheet.ink('dim', 'M mayors, A admirals, G generals, b buffers.')]
}

/** One's own hand with all that its cards say; of the others the names. */
function collection(view: View, player: Player, sheet: Sheet): string[] {
  const { ink, width, seat: own } = sheet
  const named = (cards: readonly string[]): string => cards.map((card) => cardName(view, card)).join(', ') || '-'
  const who = seatName(sheet, player.seat)
  const mayors = player.placement ? `; mayors in ${summed(player.placement.mayors)}` : ''
  const inPlay = `in play ${named(player.inPlay)}${mayors}`
  if (player.seat !== own) return wrapped(`${who}: hand ${named(player.hand)}; ${inPlay}`, width, 2)
  return [
    ...wrapped(`${who}: ${inPlay}`, width, 2),
    ...(player.hand.length > 0 ? [ink('bold', 'Your hand')] : []),
    ...player.hand.flatMap((card) => cardLines(view, card, '   ', sheet)),
  ]
}

function summed(sections: readonly string[]): string {
  const kinds = [...new Set(sections)]
  return kinds.map((kind) => `${kind} ${sections.filter((one) => one === kind).length}`).join(', ') || 'none'
}

function auctionOf(view: View, sheet: Sheet): string[] {
  const { auction } = view
  if (!auction) return []
  const { card, bid, bidder, currency } = auction
  return wrapped(
    `${sheet.ink('bold', 'Auction:')} ${cardName(view, card)}, highest bid ${bid} ${currency} by ${shortSeat(sheet, bidder)}`,
    sheet.width,
    2,
  )
}
