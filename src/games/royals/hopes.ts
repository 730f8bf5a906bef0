/** Markers that a seat may still hope for. */
import { itemAt } from '../lists.js'
import { COUNTRIES, EPOCHS, TITLES } from './content.js'
import { contest } from './contest.js'
import type { Table } from './outlook.js'
import type { View } from './schema.js'
import { WEIGHTS } from './weights.js'

export function hopeForEpochs(view: View, { influence, cards, turns }: Table, hopes: number[]): void {
  for (let country = 0; country < influence.length; country++) {
    const strengths = itemAt(influence, country).map(
      (held, seat) => held + WEIGHTS.influenceOfCard * itemAt(itemAt(cards, seat), country),
    )
    for (let index = 0; index < turns.length; index++) {
      const { higher, lower } = itemAt(view.epochMarkers, (EPOCHS - turns.length + index) * COUNTRIES.length + country)
      const lead = WEIGHTS.influenceLead + WEIGHTS.influenceLeadPerTurn * itemAt(turns, index)
      contest(hopes, strengths, lead, higher, lower)
    }
  }
}

export function hopeForTitles(view: View, { turns }: Table, hopes: number[]): void {
  const lead = WEIGHTS.cubesLead + WEIGHTS.cubesLeadPerTurn * (turns.at(-1) ?? 0)
  for (const { value, cubes } of view.titles) {
    const strengths = new Array<number>(hopes.length).fill(0)
    for (const { seat, count } of cubes) strengths[seat] = count
    contest(hopes, strengths, lead, value, 0)
  }
}

export function hopeForCountries(view: View, { present, cities }: Table, seat: number): number {
  let hope = 0
  for (let country = 0; country < cities.length; country++) {
    const { taken, higher, lower } = itemAt(view.countryMarkers, country)
    if (taken > 1) continue
    const part = itemAt(itemAt(present, country), seat) / itemAt(cities, country)
    if (part < 1) hope += WEIGHTS.country * (taken === 0 ? higher : lower) * part * part
  }
  return hope
}

export function hopeForNobleHouse({ titles, nobleHouses: { values, taken } }: View, seat: number): number {
  if (taken >= values.length) return 0
  let missing: number = TITLES.length
  for (const { cubes } of titles) for (const one of cubes) if (one.seat === seat) missing--
  const held = 1 - missing / TITLES.length
  return missing === 0 ? 0 : WEIGHTS.nobleHouse * itemAt(values, taken) * held * held * held
}
