/** The seats as a viewer may know them. */
import type { Viewer } from '../contract.js'
import { itemAt } from '../lists.js'
import { hasLeft, playerAt } from '../seating.js'
import { type Counts, countryCards, intrigueCards, total } from './cards.js'
import { coloursOf } from './colours.js'
import type { Options, View } from './schema.js'
import { pointsOf } from './scoring.js'
import { cardCount, intrigueCount, type Player, type State, trailsOf } from './state.js'
import type { Trail, Trails } from './trails.js'

type PlayerView = View['players'][number]

/** A seat's secrets are its own; the referee sees all, and so does everybody after the end. */
export const maySee = (state: State, viewer: Viewer, seat: number): boolean =>
  viewer === seat || viewer === 'referee' || state.places !== null

interface Drawn {
  readonly options: Options
  readonly player: Player
  readonly seats: number
  readonly open: boolean
  readonly row: PlayerView
}

/** By seat the row of the last view: most moves change one player, and views share the rows of the others. */
const last: Drawn[] = []

export function playerViews(state: State, viewer: Viewer): PlayerView[] {
  const rows: PlayerView[] = []
  for (let seat = 0; seat < state.players.length; seat++) rows.push(rowOf(state, seat, maySee(state, viewer, seat)))
  return rows
}

function rowOf(state: State, seat: number, open: boolean): PlayerView {
  const { options, players } = state
  const player = playerAt(state, seat)
  const known = last[seat]
  const isStill = known?.player === player && known.open === open && known.options === options && known.seats === players.length
  if (isStill && known.row.left === hasLeft(state, seat)) return known.row
  const isSameTrail = known?.open === open && known.player.older === player.older
  const row = playerView(state, seat, open, isSameTrail ? known.row.sinceShuffle : trailsView(trailsOf(player), open))
  last[seat] = { options, player, seats: players.length, open, row }
  return row
}

function playerView(state: State, seat: number, open: boolean, sinceShuffle: PlayerView['sinceShuffle']): PlayerView {
  const player = playerAt(state, seat)
  return {
    seat,
    colour: itemAt(coloursOf(state.options, state.players.length), seat),
    cubes: player.cubes,
    cardCount: cardCount(player),
    intrigueCount: intrigueCount(player),
    shown: countryCards(player.shown),
    markerCount: player.markers.length,
    hand: open ? { cards: countryCards(player.cards), intrigue: intrigueCards(player.intrigue) } : null,
    markers: open ? player.markers.slice() : null,
    points: open ? pointsOf(player) : null,
    left: hasLeft(state, seat),
    sinceShuffle,
  }
}

/** All but the kinds of the cards held is public. */
const trailsView = ({ cards, intrigue }: Trails, open: boolean): PlayerView['sinceShuffle'] => ({
  cards: trailView(cards, countryCards, open),
  intrigue: trailView(intrigue, intrigueCards, open),
})

function trailView<Cards>({ held, laid, proofs }: Trail, named: (counts: Counts) => Cards, open: boolean): Seen<Cards> | null {
  const count = total(held)
  if (count === 0) return null
  return {
    count,
    held: open ? named(held) : null,
    laid: named(laid),
    proofs: proofs.map((proof) => ({ count: proof.count, among: named(proof.among) })),
  }
}

/** A trail as views spell it. */
interface Seen<Cards> {
  count: number
  held: Cards | null
  laid: Cards
  proofs: { count: number; among: Cards }[]
}
