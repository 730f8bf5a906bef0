/**
 * Scenarios: given events that have happened, when a command comes, then these events follow or it is refused.
 *
 *   given(kingdoms, { seats: 2 }, ...begun).when(move(0, { type: 'drawTile' }), { 'tiles:1': ['land4/1'] }).then(...)
 */
import { expect } from 'vitest'
import type { Command, Decision, Dice, Game, GameTypes, LeaveReason, Phase, Refusal, Seat } from '../../src/games/contract.js'
import { itemAt } from '../../src/games/lists.js'

export interface Setting<T extends GameTypes> {
  readonly seats: number
  readonly options?: Partial<T['Options']>
}

/** What chance answers: a number for a roll's label, cards from the top for a pile. Anything not scripted fails the test. */
export type Script = Readonly<Record<string, number | readonly string[]>>

export interface Situation<T extends GameTypes> {
  readonly state: T['State']
  readonly phase: Phase
  /** More has happened. */
  and(...events: readonly T['Event'][]): Situation<T>
  when(command: Command<T['Move']>, script?: Script | Dice): Outcome<T>
  /** Several moves one after the other, each accepted; a move without a seat is made by whoever is awaited first. */
  whenAll(moves: readonly (T['Move'] | readonly [Seat, T['Move']])[], script?: Script | Dice): Outcome<T>
  /** The code of the refusal, or `accepted`. */
  answerTo(command: Command<T['Move']>, script?: Script | Dice): string
  /** Of these types if any are named. */
  legalMoves(seat: Seat, ...types: readonly T['Move']['type'][]): T['Move'][]
}

export interface Outcome<T extends GameTypes> {
  /** Exactly these events, in this order. */
  then(...events: readonly T['Event'][]): Situation<T>
  /** These events somewhere among others, in this order. */
  thenAmongOthers(...events: readonly T['Event'][]): Situation<T>
  /** No event of these types. */
  thenNo(...types: readonly T['Event']['type'][]): Situation<T>
  thenRefused(code: string): Refusal
  readonly events: readonly T['Event'][]
  /** The position that the events lead to. */
  readonly after: Situation<T>
}

export const ofType = <Event extends { readonly type: string }, Type extends Event['type']>(
  events: readonly Event[],
  type: Type,
): Extract<Event, { type: Type }>[] => events.filter((event): event is Extract<Event, { type: Type }> => event.type === type)

export const start: Command<never> = { type: 'start' }
export const move = <Move>(seat: Seat, chosen: Move): Command<Move> => ({ type: 'move', seat, move: chosen })
export const leave = (seat: Seat, reason: LeaveReason = 'resigned'): Command<never> => ({ type: 'leave', seat, reason })

export function given<T extends GameTypes>(game: Game<T>, setting: Setting<T>, ...events: readonly T['Event'][]): Situation<T> {
  const options = game.schema.options.parse(setting.options ?? {})
  return situation(game, game.initial(options, setting.seats)).and(...events)
}

/** A position that it would take a whole match of events to reach. */
export function situation<T extends GameTypes>(game: Game<T>, state: T['State']): Situation<T> {
  return {
    state,
    get phase() {
      return game.phase(state)
    },
    and: (...events) =>
      situation(
        game,
        events.reduce<T['State']>((before, event) => game.evolve(before, game.schema.event.parse(event)), state),
      ),
    when: (command, script = {}) => outcome(game, state, game.decide(state, command, diceOf(script))),
    whenAll: (moves, script = {}) => outcome(game, state, playedInTurn(game, state, moves, diceOf(script))),
    answerTo(command, script = {}) {
      const decision = game.decide(state, command, diceOf(script))
      return decision.ok ? 'accepted' : decision.refusal.code
    },
    legalMoves: (seat, ...types) =>
      [...game.legalMoves(state, seat)].filter(({ type }) => types.length === 0 || types.includes(type)),
  }
}

/** All events of the moves as one decision. */
function playedInTurn<T extends GameTypes>(
  game: Game<T>,
  begun: T['State'],
  moves: readonly (T['Move'] | readonly [Seat, T['Move']])[],
  dice: Dice,
): Decision<T['Event']> {
  const events: T['Event'][] = []
  let state = begun
  for (const one of moves) {
    const command = isSeated(one) ? move(...one) : move(itemAt(game.phase(state).awaiting, 0).seat, one)
    const decision = game.decide(state, command, dice)
    if (!decision.ok) return decision
    events.push(...decision.events)
    state = decision.events.reduce<T['State']>((before, event) => game.evolve(before, event), state)
  }
  return { ok: true, events, state }
}

const isSeated = <Move extends { readonly type: string }>(one: Move | readonly [Seat, Move]): one is readonly [Seat, Move] =>
  Array.isArray(one)

function outcome<T extends GameTypes>(game: Game<T>, state: T['State'], decision: Decision<T['Event']>): Outcome<T> {
  const events = (): readonly T['Event'][] => {
    if (!decision.ok) throw new Error(`refused: ${decision.refusal.code}: ${decision.refusal.message}`)
    return decision.events
  }
  const after = (): Situation<T> => situation(game, state).and(...events())
  return {
    get events() {
      return events()
    },
    get after() {
      return after()
    },
    // biome-ignore lint/suspicious/noThenProperty: given, when, then; nobody awaits an outcome.
    then(...expected) {
      expect(events()).toEqual(expected)
      return after()
    },
    thenAmongOthers(...expected) {
      const wanted = new Set(expected.map((event) => JSON.stringify(event)))
      expect(events().filter((event) => wanted.has(JSON.stringify(event)))).toEqual(expected)
      return after()
    },
    thenNo(...types) {
      expect(events().filter(({ type }) => types.includes(type))).toEqual([])
      return after()
    },
    thenRefused(code) {
      if (decision.ok) throw new Error(`accepted, expected ${code}: ${JSON.stringify(decision.events)}`)
      expect(decision.refusal.code).toBe(code)
      expect(decision.refusal.message, 'a sentence for people').toMatch(/^\p{Lu}.+\.$/u)
      return decision.refusal
    },
  }
}

const isDice = (script: Script | Dice): script is Dice => typeof script.roll === 'function'
const diceOf = (script: Script | Dice): Dice => (isDice(script) ? script : scripted(script))

export function scripted(script: Script): Dice {
  const piles = new Map<string, string[]>()
  for (const [pile, cards] of Object.entries(script)) if (typeof cards !== 'number') piles.set(pile, [...cards])
  return {
    roll(label, sides) {
      const value = script[label]
      if (typeof value !== 'number' || value >= sides) throw new Error(`no roll is scripted for ${label} of ${sides} sides`)
      return value
    },
    draw(pile, cards, count = 1) {
      const took = (piles.get(pile) ?? []).splice(0, count)
      const missing = took.length < count ? 'too few' : took.find((card) => !cards.includes(card))
      if (missing !== undefined) throw new Error(`${pile}: ${missing} scripted; left in the pile: ${cards.join(' ')}`)
      return took
    },
  }
}
