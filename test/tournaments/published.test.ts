/**
 * Chess tournaments that others have published: every round is paired again, from the rounds before it, and must be the same.
 *
 * - `swiss-14`: the worked example of the FIDE Arbiters' Manual of 2014 (pages 65 to 92), by Mario Held, rounds 1 to 4.
 * - `swiss-60`: 60 players and 14 rounds, with which the pairing program bbpPairings tests itself (`issue_7`), forfeits included.
 *
 * A line for each player: by round the opponent, the colour and the result, `+` and `-` if it was not played. Chess has colours, which decide much, and our tournaments have none; so the rules about them are added
 * here (C.3, C.10 and C.11), in their place among the others. Everything else is what pairs tournaments of two-seat tables.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Edge, isInside } from '../../src/tournaments/bracket.js'
import type { Contender, Float } from '../../src/tournaments/contenders.js'
import { counting } from '../../src/tournaments/digits.js'
import { dutchPairing, type Pair, termsFor } from '../../src/tournaments/dutch.js'

const VALUES: Readonly<Record<string, number>> = { '1': 1, '=': 0.5, '0': 0, '+': 1, '-': 0 }

interface Game {
  /** 0 is nobody. */
  readonly opponent: number
  readonly colour: string
  readonly result: string
}

function gameOf(text: string): Game {
  if (text === 'bye') return { opponent: 0, colour: '', result: '+' }
  const [, opponent = 0, colour = '', result = ''] = /^(\d+)([wb])([10=+-]?)$/.exec(text) ?? []
  return { opponent: Number(opponent), colour, result }
}

type Games = ReadonlyMap<number, readonly Game[]>

function gamesOf(file: string): Games {
  const text = readFileSync(new URL(`published/${file}.txt`, import.meta.url), 'utf8')
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
  return new Map(lines.map(([number, ...games]) => [Number(number), games.map(gameOf)]))
}

const wasPlayed = ({ opponent, result }: Game) => opponent !== 0 && '1=0'.includes(result)

const pointsBefore = (games: readonly Game[] = [], round: number) =>
  games.slice(0, round - 1).reduce((sum, { result }) => sum + (VALUES[result] ?? 0), 0)

function floatIn(all: Games, number: number, round: number): Float {
  const game = all.get(number)?.[round - 1]
  if (!game) return null
  if (!wasPlayed(game)) return 'down'
  const difference = pointsBefore(all.get(number), round) - pointsBefore(all.get(game.opponent), round)
  return difference > 0 ? 'down' : difference < 0 ? 'up' : null
}

/** Those who were paired or had a bye in a round. */
function contendersIn(all: Games, round: number): readonly Contender[] {
  return [...all]
    .filter(([, games]) => (games[round - 1]?.opponent ?? 0) > 0 || games[round - 1]?.result === '+')
    .map(([number, games]) => {
      const past = games.slice(0, round - 1)
      return {
        number,
        points: pointsBefore(games, round),
        byes: past.filter(({ result }) => result === '+').length,
        met: new Map(past.filter(wasPlayed).map(({ opponent }) => [opponent, 1])),
        floats: [floatIn(all, number, round - 1), floatIn(all, number, round - 2)] as const,
      }
    })
    .toSorted((a, b) => b.points - a.points || a.number - b.number)
}

interface Preference {
  /** Null if either will do. */
  readonly colour: string | null
  readonly strong: boolean
  readonly absolute: boolean
}

/** The colour that a player should have (A.6). */
function preference(games: readonly Game[] = [], round: number): Preference {
  const colours = games
    .slice(0, round - 1)
    .filter(wasPlayed)
    .map(({ colour }) => colour)
  const more = colours.reduce((sum, colour) => sum + (colour === 'w' ? 1 : -1), 0)
  const [last, before] = colours.toReversed()
  const twice = last !== undefined && last === before
  const used = Math.abs(more) > 1 || !twice ? (more === 0 ? last : more > 0 ? 'w' : 'b') : last
  const colour = used === undefined ? null : used === 'w' ? 'b' : 'w'
  const absolute = Math.abs(more) > 1 || twice
  return { colour, absolute, strong: absolute || more !== 0 }
}

/** Two who should both have a colour, and must (C.3), cannot be paired: as if they had met. */
function withColours(all: Games, round: number, contenders: readonly Contender[]): readonly Contender[] {
  const of = (one: Contender) => preference(all.get(one.number), round)
  const clash = (one: Contender, other: Contender) =>
    of(one).absolute && of(other).absolute && of(one).colour === of(other).colour
  return contenders.map((one) => ({
    ...one,
    met: new Map([
      ...one.met,
      ...contenders.filter((other) => other !== one && clash(one, other)).map((other) => [other.number, 1] as const),
    ]),
  }))
}

/** C.10: as few as can be do not have the colour that they should; C.11: of those who should the more as they have had the other more often. */
function colourCriteria(all: Games, round: number, size: number) {
  const same = ({ high, low }: Edge, least: (one: Preference) => boolean): number => {
    const one = preference(all.get(high.contender.number), round)
    const other = preference(all.get(low.contender.number), round)
    return isInside({ high, low }) && one.colour !== null && one.colour === other.colour && least(one) && least(other) ? -1 : 0
  }
  return [
    counting<Edge>(size, (edge) => same(edge, () => true)),
    counting<Edge>(size, (edge) => same(edge, ({ strong }) => strong)),
  ]
}

const named = (pairs: readonly (readonly [number, number])[]) =>
  pairs.map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`).sort()

const numbers = (pairs: readonly Pair[]) => named(pairs.map(([a, b]) => [a.number, b.number] as const))

describe.each([
  { file: 'swiss-14', rounds: 4 },
  { file: 'swiss-60', rounds: 14 },
])('$file', ({ file, rounds }) => {
  const all = gamesOf(file)

  test.each(Array.from({ length: rounds }, (_, index) => index + 1))('round %i', (round) => {
    const contenders = withColours(all, round, contendersIn(all, round))
    const terms = { ...termsFor(contenders), also: colourCriteria(all, round, contenders.length) }
    const published = contenders.flatMap(({ number }) => {
      const opponent = all.get(number)?.[round - 1]?.opponent ?? 0
      return opponent > number ? [[number, opponent] as const] : []
    })
    expect(numbers(dutchPairing(contenders, terms).pairs)).toEqual(named(published))
  })
})
