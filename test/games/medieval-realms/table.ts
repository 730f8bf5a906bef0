/** Positions set up by hand, and what a command makes of them. */
import { expect } from 'vitest'
import { seededDice } from '../../../src/dice/seeded.js'
import type { Command } from '../../../src/games/contract.js'
import { medievalRealms } from '../../../src/games/medieval-realms/index.js'
import type { Event, Move, Placement } from '../../../src/games/medieval-realms/schema.js'
import type { Player, State } from '../../../src/games/medieval-realms/state.js'
import { NOTHING } from '../../../src/games/medieval-realms/state.js'

export const game = medievalRealms
type Stock = Partial<Player['stock']>
export type Seat = Partial<Omit<Player, 'stock' | 'leaders'>> & { stock?: Stock; leaders?: Partial<Player['leaders']> }

export const begin = (seats: number, options: object = {}): State => game.initial(game.schema.options.parse(options), seats)

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
    players: players.map((seat, index) => seatOf(empty.players[index] as Player, seat)),
    ...rest,
  }
}

/** The placement step of round 1. */
export const placing = (position: Position): State => actions({ stage: 'placement', turn: -1, ...position })

export interface Result {
  readonly events: readonly Event[]
  readonly state: State
}

export function run(state: State, command: Command<Move>, seed = 1): Result {
  const decision = game.decide(state, command, seededDice(seed))
  if (!decision.ok) throw new Error(`${JSON.stringify(command)}: ${decision.refusal.code} ${decision.refusal.message}`)
  return { events: decision.events, state: decision.events.reduce(game.evolve, state) }
}

export const play = (state: State, seat: number, move: Move): Result => run(state, { type: 'move', seat, move })
export const leaves = (state: State, seat: number): Result => run(state, { type: 'leave', seat, reason: 'resigned' })

export const playAll = (state: State, ...moves: readonly [number, Move][]): Result =>
  moves.reduce<Result>(
    (before, [seat, move]) => {
      const { events, state: after } = play(before.state, seat, move)
      return { events: [...before.events, ...events], state: after }
    },
    { events: [], state },
  )

/** The move is refused with this code, and no move of the kind is listed. */
export function refused(state: State, seat: number, move: Move, code: string): void {
  const decision = game.decide(state, { type: 'move', seat, move }, seededDice(1))
  expect(decision).toEqual({ ok: false, refusal: { code, message: expect.stringMatching(/^\p{Lu}.*\.$/su) } })
  expect([...game.legalMoves(state, seat)]).not.toContainEqual(move)
}

export const allowed = (state: State, seat: number): Move[] => [...game.legalMoves(state, seat)]
export const of = <T extends Event['type']>(events: readonly Event[], type: T): Extract<Event, { type: T }>[] =>
  events.filter((event): event is Extract<Event, { type: T }> => event.type === type)
export const types = (events: readonly Event[]): string[] => events.map(({ type }) => type)
export const awaiting = (state: State): [number, string][] =>
  game.phase(state).awaiting.map(({ seat, decision }) => [seat, decision])
export const stock = (state: State, seat: number): Player['stock'] => (state.players[seat] as Player).stock
export const player = (state: State, seat: number): Player => state.players[seat] as Player

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
export const choose = (resource: Extract<Move, { type: 'chooseResource' }>['resource']): Move => ({
  type: 'chooseResource',
  resource,
})
export const pick = (
  first: Extract<Move, { type: 'pickPair' }>['first'],
  second: Extract<Move, { type: 'pickPair' }>['second'],
): Move => ({
  type: 'pickPair',
  first,
  second,
})
