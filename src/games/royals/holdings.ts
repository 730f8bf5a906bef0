/** Cards of a hand, a deck or a payment, counted by kind. */
import { z } from 'zod'

/** A number for each country, and for each kind of intrigue card. */
const byCountry = <T extends z.ZodType>(some: T, what: string) => ({
  france: some.describe(`${what} of France.`),
  germanStates: some.describe(`${what} of the German States.`),
  britain: some.describe(`${what} of Britain.`),
  spain: some.describe(`${what} of Spain.`),
})
const byPair = <T extends z.ZodType>(some: T) => ({
  franceGermanStates: some.describe('Cards with France and the German States.'),
  franceBritain: some.describe('Cards with France and Britain.'),
  franceSpain: some.describe('Cards with France and Spain.'),
  germanStatesBritain: some.describe('Cards with the German States and Britain.'),
  germanStatesSpain: some.describe('Cards with the German States and Spain.'),
  britainSpain: some.describe('Cards with Britain and Spain.'),
})

const some = z.int().min(0).max(24).default(0)
export const countryPayment = z
  .strictObject(byCountry(some, 'Country cards'))
  .meta({ id: 'RoyalsCountryPayment', description: 'Country cards of your hand, by country; what is left out is 0.' })
export const intriguePayment = z
  .strictObject(byPair(some))
  .meta({ id: 'RoyalsIntriguePayment', description: 'Intrigue cards of your hand, by kind; what is left out is 0.' })
const count = z.int().min(0)
export const countryCards = z
  .strictObject(byCountry(count, 'Country cards'))
  .meta({ id: 'RoyalsCountryCards', description: 'Numbers of country cards.' })
export const intrigueCards = z
  .strictObject(byPair(count))
  .meta({ id: 'RoyalsIntrigueCards', description: 'Numbers of intrigue cards.' })
export const hand = z
  .strictObject({ cards: countryCards.describe('Its country cards.'), intrigue: intrigueCards.describe('Its intrigue cards.') })
  .meta({ id: 'RoyalsHand', description: 'Cards of both kinds.' })
