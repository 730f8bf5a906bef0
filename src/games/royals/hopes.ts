/** Markers that a seat may still hope for. */
import { fractionAt, itemAt, numberAt } from '../lists.js'
import { COUNTRIES, EPOCHS, TITLES } from './content.js'
import { contest } from './contest.js'
import type { Judged } from './judged.js'
import type { Table } from './outlook.js'
import { WEIGHTS } from './weights.js'

export function hopeForEpochs(view: Judged, { influence, cards, turns }: Table, hopes: Float64Array): void {
  const seats = hopes.length
  const strengths = new Float64Array(seats)
  for (let country = 0; country < COUNTRIES.length; country++) {
    for (let seat = 0; seat < seats; seat++)
      strengths[seat] =
        numberAt(influence, country * seats + seat) + WEIGHTS.influenceOfCard * (itemAt(cards, seat)[country] ?? 0)
    for (let index = 0; index < turns.length; index++) {
      const { higher, lower } = itemAt(view.epochMarkers, (EPOCHS - turns.length + index) * COUNTRIES.length + country)
      const lead = WEIGHTS.influenceLead + WEIGHTS.influenceLeadPerTurn * fractionAt(turns, index)
      contest(hopes, strengths, lead, higher, lower)
    }
  }
}

export function hopeForTitles({ titles }: Judged, { turns }: Table, hopes: Float64Array): void {
  const lead = WEIGHTS.cubesLead + WEIGHTS.cubesLeadPerTurn * (turns.at(-1) ?? 0)
  const strengths = new Float64Array(hopes.length)
  for (let rank = 0; rank < titles.length; rank++) {
    const { value, cubes } = itemAt(titles, rank)
    strengths.fill(0)
    for (let index = 0; index < cubes.length; index++) strengths[itemAt(cubes, index).seat] = itemAt(cubes, index).count
    contest(hopes, strengths, lead, value, 0)
  }
}

export function hopeForCountries(view: Judged, { present, sizes }: Table, seat: number): number {
  let hope = 0
  for (let country = 0; country < sizes.length; country++) {
    const { taken, higher, lower } = itemAt(view.countryMarkers, country)
    if (taken > 1) continue
    const part = numberAt(present, country * view.players.length + seat) / numberAt(sizes, country)
    if (part < 1) hope += WEIGHTS.country * (taken === 0 ? higher : lower) * part * part
  }
  return hope
}

export function hopeForNobleHouse({ titles, nobleHouses: { values, taken } }: Judged, seat: number): number {
  if (taken >= values.length) return 0
  let missing: number = TITLES.length
  for (let rank = 0; rank < titles.length; rank++) {
    const { cubes } = itemAt(titles, rank)
    for (let index = 0; index < cubes.length; index++) if (itemAt(cubes, index).seat === seat) missing--
  }
  const held = 1 - missing / TITLES.length
  return missing === 0 ? 0 : WEIGHTS.nobleHouse * numberAt(values, taken) * held * held * held
}
