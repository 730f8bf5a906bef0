/** Tournaments that were never played: records as they would have been written. */
import type { z } from 'zod'
import { type TableResult, TournamentRecord } from '../../src/tournaments/record.js'
import { TournamentSetting } from '../../src/tournaments/setting.js'
import { after, type Tournament, tournamentOf } from '../../src/tournaments/state.js'

type Chosen = Partial<z.input<typeof TournamentSetting>> & { readonly seats?: number }

export const settingOf = ({ seats = 2, ...chosen }: Chosen = {}): TournamentSetting =>
  TournamentSetting.parse({ name: 'Synthetic', games: [{ game: 'kingdoms', seats }], format: 'swiss', seed: 1, ...chosen })

export const entered = (entrant: number, rating: number | null = null, name = `bot ${entrant}`): TournamentRecord => ({
  type: 'entered',
  entrant,
  name,
  version: null,
  who: { kind: 'house', bot: 'random' },
  rating,
})

export const withdrew = (entrant: number): TournamentRecord => ({ type: 'withdrew', entrant, reason: 'asked to' })

/** A tournament that has been entered by so many and has begun. */
export const begun = (setting: TournamentSetting, entrants: number): Tournament =>
  tournamentOf(setting, [...Array.from({ length: entrants }, (_, index) => entered(index + 1)), { type: 'started' }])

export interface Played {
  readonly seats: readonly number[]
  /** By seat. */
  readonly places: readonly number[]
  readonly outcome?: TableResult['outcome']
  readonly deal?: number
}

/** With one more round, all of whose tables have ended. */
export function withRound(before: Tournament, tables: readonly Played[], byes: readonly number[] = []): Tournament {
  const first = before.tables.length + 1
  const round = before.rounds.length + 1
  const made = tables.map(({ seats, deal }, index) => ({
    number: first + index,
    round,
    game: 0,
    seats: [...seats],
    deal: deal ?? first + index,
  }))
  const results = tables.map((table, index) => ended(first + index, table))
  return [TournamentRecord.parse({ type: 'roundMade', round, tables: made, byes }), ...results].reduce(after, before)
}

function ended(table: number, { places, outcome = 'played' }: Played): TournamentRecord {
  const placings = places.map((place, seat) => ({ seat, place, score: 0 })).sort((a, b) => a.place - b.place)
  return { type: 'tableEnded', table, outcome, places: outcome === 'void' ? [] : placings, left: [], head: null }
}

/** Tables of two seats: `1-2 1` the first won, `=` level, `0` the second won, `+` the second had withdrawn, `x` void. */
export function duels(text: string): readonly Played[] {
  return text
    .trim()
    .split(/\s*,\s*/)
    .map((one) => duel(one))
}

const PLACES = { '1': [1, 2], '=': [1, 1], '0': [2, 1], '+': [1, 2], x: [1, 1] } as const

function duel(text: string): Played {
  const [, first, second, result] = /^(\d+)-(\d+) ([1=0+x])$/.exec(text) ?? []
  if (!result) throw new Error(`not a duel: ${text}`)
  const places = PLACES[result as keyof typeof PLACES]
  const outcome = result === '+' ? 'forfeit' : result === 'x' ? 'void' : 'played'
  return { seats: [Number(first), Number(second)], places, outcome }
}
