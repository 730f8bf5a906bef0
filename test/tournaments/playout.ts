/** Tournaments played by chance: tables end in any order, with any result, and entrants come and go. */
import { type Stream, seededStream } from '../../src/dice/seeded.js'
import { itemAt, numberAt } from '../../src/games/lists.js'
import { recordsDue } from '../../src/tournaments/course.js'
import { type Candidate, type Decided, end, enter, pause, resume, start, withdraw } from '../../src/tournaments/deciding.js'
import type { Table, TournamentRecord, Who } from '../../src/tournaments/record.js'
import { tablesToBegin } from '../../src/tournaments/scheduling.js'
import type { TournamentSetting } from '../../src/tournaments/setting.js'
import { after, newTournament, playing, type Tournament } from '../../src/tournaments/state.js'

export const CLOCK = { kind: 'decision', seconds: 60 } as const

/** A third of them bots of the house, a third programs, and a third versions of bots by two players. */
export const mixed = (count: number): readonly Candidate[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `entrant ${index + 1}`,
    version: `${index}`,
    who: whoOf(index),
    rating: index % 4 === 3 ? null : 1000 + ((index * 37) % 100),
  }))

const whoOf = (index: number): Who => {
  if (index % 3 === 0) return { kind: 'house', bot: 'greedy' }
  return index % 3 === 1 ? { kind: 'player', player: `player ${index % 2}` } : { kind: 'program', command: `./bot ${index}` }
}

export const house = (count: number, rated = true): readonly Candidate[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `bot ${index + 1}`,
    version: null,
    who: { kind: 'house', bot: 'random' },
    rating: rated ? 2000 - index : null,
  }))

export interface Playout {
  readonly records: readonly TournamentRecord[]
  /** After each record. */
  readonly states: readonly Tournament[]
  readonly tournament: Tournament
}

interface Course {
  /** How likely it is, after each table, that somebody withdraws, enters late, or the organiser pauses. */
  readonly unrest: number
  /** How likely it is that a match is aborted. */
  readonly aborts: number
  /** After so many tables the organiser ends it. */
  readonly tables: number
}

const CALM: Course = { unrest: 0, aborts: 0, tables: 5000 }

export function playOut(
  setting: TournamentSetting,
  candidates: readonly Candidate[],
  seed: number,
  course: Partial<Course> = {},
): Playout {
  const { unrest, aborts, tables } = { ...CALM, ...course }
  const next = seededStream(seed)
  const play = recording(setting)
  for (const candidate of candidates) play.decide((tournament) => enter(tournament, candidate, () => true))
  play.decide(start)
  while (play.now().status !== 'over') {
    if (play.now().results.size >= tables) play.decide(end)
    else if (!proceeds(play) && !plays(play, next, aborts)) play.decide(end)
    if (next() < unrest && play.now().status !== 'over') disturb(play, next)
  }
  return play.played()
}

interface Recording {
  now(): Tournament
  add(...records: readonly TournamentRecord[]): void
  /** Whether it was not refused. */
  decide(by: (tournament: Tournament) => Decided): boolean
  played(): Playout
}

function recording(setting: TournamentSetting): Recording {
  const records: TournamentRecord[] = []
  const states: Tournament[] = [newTournament(setting)]
  const now = (): Tournament => itemAt(states, states.length - 1)
  const add = (...more: readonly TournamentRecord[]): void => {
    for (const record of more) {
      records.push(record)
      states.push(after(now(), record))
    }
  }
  const decide = (by: (tournament: Tournament) => Decided): boolean => {
    const decided = by(now())
    if (decided.ok) add(...decided.records)
    return decided.ok
  }
  return { now, add, decide, played: () => ({ records, states: states.slice(1), tournament: now() }) }
}

function proceeds({ now, add }: Recording): boolean {
  const records = recordsDue(now())
  add(...records)
  return records.length > 0
}

/** All that may begin do, and one of those under way ends. */
function plays({ now, add }: Recording, next: Stream, aborts: number): boolean {
  for (const { number } of tablesToBegin(now())) add({ type: 'tableBegun', table: number, match: `match ${number}` })
  const underWay = [...now().underWay]
  if (underWay.length === 0) return false
  const table = itemAt(now().tables, numberAt(underWay, Math.floor(next() * underWay.length)) - 1)
  add(next() < aborts ? aborted(table) : ended(table, next))
  return true
}

const aborted = ({ number }: Table): TournamentRecord => ({
  type: 'tableEnded',
  table: number,
  outcome: 'void',
  places: [],
  left: [],
  head: null,
})

/** Scores by chance, ties included. */
function ended({ number, seats }: Table, next: Stream): TournamentRecord {
  const scores = seats.map(() => Math.floor(next() * 5))
  const places = scores
    .map((score, seat) => ({ seat, place: 1 + scores.filter((other) => other > score).length, score }))
    .sort((one, other) => one.place - other.place)
  return { type: 'tableEnded', table: number, outcome: 'played', places, left: [], head: 'hash' }
}

function disturb({ now, decide }: Recording, next: Stream): void {
  const kind = Math.floor(next() * 4)
  const present = playing(now())
  if (kind === 0 && present.length > 0)
    decide((tournament) => withdraw(tournament, itemAt(present, Math.floor(next() * present.length)).number, 'gone'))
  if (kind === 1) decide((tournament) => enter(tournament, late(tournament), () => true))
  if (kind === 2 && decide(pause)) decide(resume)
}

const late = ({ entrants }: Tournament): Candidate => ({
  name: `late ${entrants.length}`,
  version: `late ${entrants.length}`,
  who: whoOf(entrants.length),
  rating: 1050,
})
