/** A table built from events, and moves made at it. Seat 0 is "red" and on turn unless said otherwise. */
import { expect } from 'vitest'
import { seededDice } from '../../../src/dice/seeded.js'
import type { Dice } from '../../../src/games/contract.js'
import type { Clan, Location, Track } from '../../../src/games/regents/content.js'
import { regents } from '../../../src/games/regents/index.js'
import type { Event, Move } from '../../../src/games/regents/schema.js'
import type { State } from '../../../src/games/regents/state.js'

export interface Given {
  readonly seats?: number
  readonly options?: object
  readonly clans?: readonly Clan[]
  readonly neutralClan?: Clan
  readonly domains?: readonly Track[]
  readonly round?: number
  readonly turn?: number
  readonly king?: Location
  /** Actions already spent in this turn. */
  readonly spent?: number
  /** Agents in the castle by seat, as words; the others are outside. */
  readonly agents?: readonly string[]
  /** Spaces by seat. */
  readonly spaces?: readonly Partial<Record<Track, number>>[]
  /** What happened before this turn, and in it. */
  readonly before?: readonly Event[]
  readonly now?: readonly Event[]
}

const CLANS: readonly Clan[] = ['macKintosh', 'macGregor', 'macLeod', 'campbell', 'macDuff']
const DOMAINS: readonly Track[] = ['politics', 'military', 'finance', 'religion', 'trade']

export function given(setting: Given = {}): State {
  const seats = setting.seats ?? 4
  const state = regents.initial(regents.schema.options.parse({ starter: 'seat0', ...setting.options }), seats)
  return [...dealt(setting, seats), ...position(setting), ...turn(setting)].reduce(regents.evolve, state)
}

function dealt(setting: Given, seats: number): Event[] {
  const clans = setting.clans ?? CLANS
  const domains = setting.domains ?? DOMAINS
  const deal = Array.from({ length: seats }, (_, seat): Event[] => [
    { type: 'ClanDealt', seat, clan: clans[seat] as Clan },
    { type: 'DomainDealt', seat, domain: domains[seat] as Track },
  ]).flat()
  const neutral: Event = {
    type: 'NeutralJoined',
    clan: setting.neutralClan ?? 'stewart',
    locations: ['knights', 'treasure', 'chapel', 'store'],
  }
  return [...deal, ...(seats === 3 ? [neutral] : []), { type: 'StarterChosen', seat: 0 }]
}

function position({ agents = [], spaces = [] }: Given): Event[] {
  const placed = agents.flatMap((words, seat) =>
    words
      .split(' ')
      .filter(Boolean)
      .map((location): Event => ({ type: 'AgentPlaced', seat, location: location as Location })),
  )
  const marked = spaces.flatMap((own, seat) =>
    Object.entries(own).map(
      ([track, toSpace]): Event => ({ type: 'MarkerAdvanced', seat, track: track as Track, fromSpace: 0, toSpace }),
    ),
  )
  return [...placed, ...marked]
}

function turn({ round = 1, turn: seat = 0, king = 'throne', spent = 0, before = [], now = [] }: Given): Event[] {
  const kept: Event = { type: 'KingMoved', seat, from: king, to: king }
  const begun: Event[] = [{ type: 'RoundBegan', round }, kept, ...before, { type: 'TurnBegan', seat }]
  return [...begun, ...Array.from({ length: spent }, () => kept), ...now]
}

export interface Outcome {
  readonly state: State
  readonly events: readonly Event[]
}

/** Makes the moves one after the other: a bare move is made by whoever is awaited. */
export function when(state: State, ...moves: readonly (Move | readonly [number, Move])[]): Outcome {
  return withDice(seededDice(1), state, ...moves)
}

export function withDice(dice: Dice, start: State, ...moves: readonly (Move | readonly [number, Move])[]): Outcome {
  let state = start
  const events: Event[] = []
  for (const one of moves) {
    const [seat, move] = Array.isArray(one) ? (one as [number, Move]) : [awaited(state).seat, one as Move]
    const decision = regents.decide(state, { type: 'move', seat, move }, dice)
    if (!decision.ok) throw new Error(`${JSON.stringify(move)} refused: ${decision.refusal.code}`)
    events.push(...decision.events)
    state = decision.events.reduce(regents.evolve, state)
  }
  return { state, events }
}

export function leaves(start: State, seat: number): Outcome {
  const decision = regents.decide(start, { type: 'leave', seat, reason: 'resigned' }, seededDice(1))
  if (!decision.ok) throw new Error(decision.refusal.code)
  return { state: decision.events.reduce(regents.evolve, start), events: decision.events }
}

export const awaited = (state: State): { seat: number; decision: string } =>
  regents.phase(state).awaiting[0] ?? { seat: -1, decision: 'none' }

/** The code of the refusal, or `accepted`. */
export function answer(state: State, move: Move, seat = awaited(state).seat): string {
  const decision = regents.decide(state, { type: 'move', seat, move }, seededDice(1))
  return decision.ok ? 'accepted' : decision.refusal.code
}

export const legal = (state: State, type: Move['type'], seat = awaited(state).seat): Move[] =>
  [...regents.legalMoves(state, seat)].filter((move) => move.type === type)

export const ofType = <Type extends Event['type']>(events: readonly Event[], type: Type): Extract<Event, { type: Type }>[] =>
  events.filter((event): event is Extract<Event, { type: Type }> => event.type === type)

const SPACES = [0, 1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 24, 30]
export const spacesOf = (state: State, seat = 0): Record<Track, number> =>
  Object.fromEntries(
    DOMAINS.map((track, number) => [track, SPACES[state.players[seat]?.steps[number] as number] as number]),
  ) as Record<Track, number>

export function expectSpaces(state: State, seat: number, spaces: Partial<Record<Track, number>>): void {
  expect(spacesOf(state, seat)).toEqual({ politics: 0, military: 0, finance: 0, religion: 0, trade: 0, ...spaces })
}

/** Ends the actions and scores in the listed order until the next turn, declining whatever can be declined. */
export function scored(state: State): Outcome {
  let now = when(state, { type: 'endActions' })
  while (['chooseLocation', 'towerTrack', 'rampartVictim', 'neutralMove'].includes(awaited(now.state).decision)) {
    const moves = [...regents.legalMoves(now.state, awaited(now.state).seat)]
    const next = when(now.state, moves.at(-1) as Move)
    now = { state: next.state, events: [...now.events, ...next.events] }
  }
  return now
}

export const all = (space: number): Record<Track, number> =>
  Object.fromEntries(DOMAINS.map((track) => [track, space])) as Record<Track, number>

export const played = (seat: number, ...cards: readonly Extract<Event, { type: 'CardPlayed' }>['card'][]): Event[] =>
  cards.map((card) => ({ type: 'CardPlayed', seat, card }))
