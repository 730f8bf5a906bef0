/** Markers that a seat may still hope for. */
import { itemAt } from '../lists.js'
import { COUNTRIES, EPOCHS, TITLES } from './content.js'
import { contest } from './contest.js'
import type { CityView, Table } from './outlook.js'
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
    const strengths = view.players.map(() => 0)
    for (const { seat, count } of cubes) strengths[seat] = count
    contest(hopes, strengths, lead, value, 0)
  }
}

export function hopeForCountries(view: View, { citiesOf }: Table, seat: number): number {
  let hope = 0
  for (let country = 0; country < citiesOf.length; country++) {
    const { taken, higher, lower } = itemAt(view.countryMarkers, country)
    if (taken > 1) continue
    const cities = itemAt(citiesOf, country)
    let present = 0
    for (const city of cities) if (isIn(city, seat)) present++
    const part = present / cities.length
    if (part < 1) hope += WEIGHTS.country * (taken === 0 ? higher : lower) * part * part
  }
  return hope
}

function isIn({ positions, displaced }: CityView, seat: number): boolean {
  for (const { holder } of positions) if (holder === seat) return true
  for (const cubes of displaced) if (cubes.seat === seat) return true
  return false
}

export function hopeForNobleHouse({ titles, nobleHouses: { values, taken } }: View, seat: number): number {
  if (taken >= values.length) return 0
  let missing = 0
  for (const { cubes } of titles) if (!cubes.some((one) => one.seat === seat)) missing++
  const held = 1 - missing / TITLES.length
  return missing === 0 ? 0 : WEIGHTS.nobleHouse * itemAt(values, taken) * held * held * held
}
