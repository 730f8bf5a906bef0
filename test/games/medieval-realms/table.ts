/** Positions of Medieval Realms set up by hand, and the moves and questions that its scenarios are made of. */
import { expect } from 'vitest'
import { seededDice } from '../../../src/dice/seeded.js'
import type { Command } from '../../../src/games/contract.js'
import type { OfType } from '../../../src/games/evolving.js'
import { itemAt } from '../../../src/games/lists.js'
import { medievalRealms } from '../../../src/games/medieval-realms/index.js'
import type { Event, Move, Placement } from '../../../src/games/medieval-realms/schema.js'
import { NOTHING, type Player, type State } from '../../../src/games/medieval-realms/state.js'
import { playerAt } from '../../../src/games/seating.js'
import { given, leave, move, situation } from '../../support/scenario.js'

export const game = medievalRealms
type Stock = Partial<Player['stock']>
export type Seat = Partial<Omit<Player, 'stock' | 'leaders'>> & { stock?: Stock; leaders?: Partial<Player['leaders']> }

export const begin = (seats: number, options: object = {}): State => given(game, { seats, options }).state

/** A seat with nothing but its start leaders and what is named. */
const seatOf = (player: Player, { stock, leaders, ...rest }: Seat): Player => ({
  ...player,
  ...rest,
  stock: { ...NOTHING, ...stock },
  leaders: { ...player.leaders, ...leaders },
})

export interface Position extends Partial<Omit<State, 'players' | 'fields' | 'options'>> {
  readonly players: readonly Seat[]
  /** Cards by field. */
  readonly fields?: Readonly<Record<number, string>>
  readonly options?: object
}

/** The action step of round 1; seat 0 is on turn unless the position says otherwise, and all seats act in seat order. */
export function actions({ players, fields = {}, options = {}, ...rest }: Position): State {
  const empty = begin(players.length, options)
  const held = [
    ...Object.values(fields),
    ...players.flatMap(({ hand = [], inPlay = [] }) => [...hand, ...inPlay]),
    ...(rest.coming ?? []),
  ]
  return {
    ...empty,
    stage: 'actions',
    round: 1,
    order: players.map((_, seat) => seat),
    starter: 0,
    turn: 0,
    fields: empty.fields.map((_, index) => fields[index + 1] ?? null),
    deck: empty.deck.filter((card) => !held.includes(card)),
    players: players.map((seat, index) => seatOf(itemAt(empty.players, index), seat)),
    ...rest,
  }
}

/** The placement step of round 1. */
export const placing = (position: Position): State => actions({ stage: 'placement', turn: -1, ...position })

export interface Result {
  readonly events: readonly Event[]
  readonly state: State
}

/** What the command leads to, with seeded chance. */
export function run(state: State, command: Command<Move>, seed = 1): Result {
  const before = situation(game, state)
  const { events } = before.when(command, seededDice(seed))
  return { events, state: before.and(...events).state }
}

export const play = (state: State, seat: number, chosen: Move): Result => run(state, move(seat, chosen))
export const leaves = (state: State, seat: number): Result => run(state, leave(seat))

export const playAll = (state: State, ...moves: readonly [number, Move][]): Result =>
  moves.reduce<Result>(
    (before, [seat, chosen]) => {
      const { events, state: after } = play(before.state, seat, chosen)
      return { events: [...before.events, ...events], state: after }
    },
    { events: [], state },
  )

/** The move is refused with this code, and it is not listed. */
export function refused(state: State, seat: number, chosen: Move, code: string): void {
  const refusal = situation(game, state).when(move(seat, chosen)).thenRefused(code)
  expect(Object.keys(refusal).toSorted(), 'nothing but a code and a message').toEqual(['code', 'message'])
  expect([...game.legalMoves(state, seat)]).not.toContainEqual(chosen)
}

export const allowed = (state: State, seat: number): Move[] => [...game.legalMoves(state, seat)]
export const of = <Type extends Event['type']>(events: readonly Event[], type: Type): OfType<Event, Type>[] =>
  events.filter((event): event is OfType<Event, Type> => event.type === type)
export const types = (events: readonly Event[]): string[] => events.map(({ type }) => type)
export const awaiting = (state: State): [number, string][] =>
  situation(game, state).phase.awaiting.map(({ seat, decision }) => [seat, decision])
export const stock = (state: State, seat: number): Player['stock'] => playerAt(state, seat).stock
export const player = (state: State, seat: number): Player => playerAt(state, seat)

export const place = (placement: Partial<Placement>): Move => ({
  type: 'placeLeaders',
  mayors: ['goods', 'goods', 'goods', 'goods'],
  admirals: [1],
  generals: [1],
  buffers: [],
  ...placement,
})
export const activate = (field: number, bid?: number): Move =>
  bid === undefined ? { type: 'activate', field } : { type: 'activate', field, bid }
export const bid = (amount: number): Move => ({ type: 'bid', amount })
export const dropOut: Move = { type: 'dropOut' }
export const pass: Move = { type: 'pass' }
export const playCard = (card: string): Move => ({ type: 'playCard', card })
export const choose = (resource: OfType<Move, 'chooseResource'>['resource']): Move => ({
  type: 'chooseResource',
  resource,
})
export const take = (field: number): Move => ({ type: 'takeCard', field })
type Pair = OfType<Move, 'pickPair'>
export const pick = (first: Pair['first'], second: Pair['second']): Move => ({ type: 'pickPair', first, second })
