/** A match as an evaluation looks at it: what it needs of a view, which a state has as well, and nothing copied. */
import type { Placing } from '../contract.js'
import { hasLeft } from '../seating.js'
import { type Catalogue, catalogueOf } from './catalogue.js'
import type { View } from './schema.js'
import { buffersOf, type Player, type State, type Stock } from './state.js'

type Seen = View['players'][number]

export interface JudgedSeat
  extends Pick<Seen, 'seat' | 'points' | 'mayors' | 'admirals' | 'generals' | 'passed' | 'left' | 'buffers'> {
  readonly stock: Stock
  readonly hand: readonly string[]
  readonly inPlay: readonly string[]
  /** As far as it is known. */
  readonly placement: Player['placement']
}

export interface Judged extends Pick<State, 'choices'> {
  readonly stage: View['stage']
  readonly round: number
  readonly catalogue: Catalogue
  readonly players: readonly JudgedSeat[]
  /** Cards on the event fields. */
  readonly fields: readonly (string | null)[]
  readonly auction: Pick<NonNullable<View['auction']>, 'card' | 'bid' | 'bidder'> | null
  readonly left: readonly number[]
  readonly places: readonly Placing[] | null
}

/** All there is to know. */
export function judgedState(state: State): Judged {
  const { stage, round, fields, auction, choices, left, places } = state
  const catalogue = catalogueOf(state.options)
  const players = state.players.map((player, seat) => judgedPlayer(state, player, seat))
  return { stage, round, catalogue, players, fields, auction, choices, left, places }
}

const judgedPlayer = (state: State, player: Player, seat: number): JudgedSeat => ({
  seat,
  points: player.points,
  stock: player.stock,
  mayors: player.leaders.mayor,
  admirals: player.leaders.admiral,
  generals: player.leaders.general,
  buffers: buffersOf(state),
  hand: player.hand,
  inPlay: player.inPlay,
  passed: player.passed,
  left: hasLeft(state, seat),
  placement: player.placement,
})

/** What its viewer knows. */
export const judgedView = (view: View): Judged => ({
  stage: view.stage,
  round: view.round,
  catalogue: catalogueOf(view.options),
  players: view.players,
  fields: view.fields.map(({ card }) => card),
  auction: view.auction,
  choices: view.choices,
  left: view.leftInOrder,
  places: view.places,
})
