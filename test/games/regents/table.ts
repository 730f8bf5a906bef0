/** Positions of Régents for the scenarios, and moves made in them. Seat 0 is "red" and on turn unless said otherwise. */
import { expect } from 'vitest'
import { seededDice } from '../../../src/dice/seeded.js'
import type { Command } from '../../../src/games/contract.js'
import type { OfType } from '../../../src/games/evolving.js'
import { itemAt } from '../../../src/games/lists.js'
import type { Card, Clan, Location, Track } from '../../../src/games/regents/content.js'
import { regents } from '../../../src/games/regents/index.js'
import { type Event, type Move, Options } from '../../../src/games/regents/schema.js'
import { rulesOf, type State } from '../../../src/games/regents/state.js'
import { leave, move, given as scenario, situation, start } from '../../support/scenario.js'

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
  const options = Options.parse({ starter: 'seat0', ...setting.options })
  const settled: Event = { type: 'RulesSettled', rules: rulesOf(options) }
  const events = [settled, ...dealt(setting, seats), ...position(setting), ...turn(setting)]
  return scenario(regents, { seats, options }, ...events).state
}

function dealt(setting: Given, seats: number): Event[] {
  const clans = setting.clans ?? CLANS
  const domains = setting.domains ?? DOMAINS
  const deal = Array.from({ length: seats }, (_, seat): Event[] => [
    { type: 'ClanDealt', seat, clan: itemAt(clans, seat) },
    { type: 'DomainDealt', seat, domain: itemAt(domains, seat) },
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

/** What a command leads to in this position. Chance is the same in every scenario, because none of them depends on it. */
function after(state: State, command: Command<Move>): Outcome {
  const before = situation(regents, state)
  const { events } = before.when(command, seededDice(1))
  return { state: before.and(...events).state, events }
}

/** Makes the moves one after the other: a bare move is made by whoever is awaited. */
export function when(begun: State, ...moves: readonly (Move | readonly [number, Move])[]): Outcome {
  let state = begun
  const events: Event[] = []
  for (const one of moves) {
    const next = after(state, 'type' in one ? move(awaited(state).seat, one) : move(...one))
    events.push(...next.events)
    state = next.state
  }
  return { state, events }
}

export const leaves = (state: State, seat: number): Outcome => after(state, leave(seat))

/** A match just begun: the deal is by lot, and the agents are still to be placed. */
export function started(seats: number, options: object = {}, seed = 1): Outcome {
  const before = scenario(regents, { seats, options: Options.parse(options) })
  const { events } = before.when(start, seededDice(seed))
  return { state: before.and(...events).state, events }
}

export const awaited = (state: State): { seat: number; decision: string } =>
  regents.phase(state).awaiting[0] ?? { seat: -1, decision: 'none' }

/** The code of the refusal, or `accepted`. */
export function answer(state: State, chosen: Move, seat = awaited(state).seat): string {
  const decision = regents.decide(state, move(seat, chosen), seededDice(1))
  return decision.ok ? 'accepted' : decision.refusal.code
}

export const legal = (state: State, type: Move['type'], seat = awaited(state).seat): Move[] =>
  [...regents.legalMoves(state, seat)].filter((one) => one.type === type)

export const ofType = <Type extends Event['type']>(events: readonly Event[], type: Type): OfType<Event, Type>[] =>
  events.filter((event): event is OfType<Event, Type> => event.type === type)

const NOWHERE: Readonly<Record<Track, number>> = { politics: 0, military: 0, finance: 0, religion: 0, trade: 0 }

/** The spaces on which the markers of a seat stand, as everybody sees them. */
export function spacesOf(state: State, seat = 0): Record<Track, number> {
  const spaces = { ...NOWHERE }
  for (const { track, space } of itemAt(regents.view(state, 'spectator').players, seat).markers) spaces[track] = space
  return spaces
}

export function expectSpaces(state: State, seat: number, spaces: Partial<Record<Track, number>>): void {
  expect(spacesOf(state, seat)).toEqual({ ...NOWHERE, ...spaces })
}

/** Ends the actions and scores in the listed order until the next turn, declining whatever can be declined. */
export function scored(state: State): Outcome {
  let now = when(state, { type: 'endActions' })
  while (['chooseLocation', 'towerTrack', 'rampartVictim', 'neutralMove'].includes(awaited(now.state).decision)) {
    const moves = [...regents.legalMoves(now.state, awaited(now.state).seat)].filter(({ type }) => type !== 'revealDomain')
    const next = when(now.state, itemAt(moves, moves.length - 1))
    now = { state: next.state, events: [...now.events, ...next.events] }
  }
  return now
}

export const all = (space: number): Record<Track, number> => ({
  politics: space,
  military: space,
  finance: space,
  religion: space,
  trade: space,
})

export const played = (seat: number, ...cards: readonly Card[]): Event[] =>
  cards.map((card) => ({ type: 'CardPlayed', seat, card }))
