/** What a place is worth. */
import { fractionAt } from '../games/lists.js'
import type { TableResult } from './record.js'
import type { TournamentSetting } from './setting.js'

type Points = Pick<TournamentSetting, 'points'>

/** Sums of shares are compared, so they are told to a millionth: what is left beyond that is the order of adding. */
export const rounded = (value: number): number => Math.round(value * 1e6) / 1e6 + 0

/** Places that the setting does not name are worth nothing. */
export function pointsByPlace({ points }: Points, seats: number): readonly number[] {
  return Array.from({ length: seats }, (_, place) => (points ? (points[place] ?? 0) : (seats - 1 - place) / (seats - 1)))
}

/** What a table is worth at which all are level. */
export const levelPoints = (setting: Points, seats: number): number => mean(pointsByPlace(setting, seats))

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

/** By seat. Those who share a place share the points of the places that they cover; a void table is worth nothing. */
export function pointsOfTable(setting: Points, { outcome, places }: TableResult): readonly number[] {
  const values = pointsByPlace(setting, places.length)
  const points = Array.from({ length: places.length }, () => 0)
  if (outcome === 'void') return points
  for (const { seat, place } of places) {
    const sharing = places.filter((other) => other.place === place).length
    points[seat] = mean(values.slice(place - 1, place - 1 + sharing))
  }
  if (outcome === 'forfeit') for (const seat of withdrawnSeats(places)) points[seat] = fractionAt(values, values.length - 1)
  return points
}

/** At a forfeit. Where all share a place, nobody stayed. */
export function withdrawnSeats(places: TableResult['places']): readonly number[] {
  const stayed = places.some(({ place }) => place > 1)
  return places.filter(({ place }) => !stayed || place > 1).map(({ seat }) => seat)
}
