/** What lies in the box of Medieval Realms, as clients are told: cards are rows of the same shape as those of a host's own deck. */
import { z } from 'zod'
import { Amount, CardRow, LandRow, LEADERS, leader } from './cards.js'
import { completed } from './catalogue.js'
import {
  BONUS_EVERY,
  BUFFERS,
  COMING_FIELDS,
  EVENT_FIELDS,
  HAND_LIMIT,
  landsInPlay,
  PERSONALITY_POINTS,
  RESOURCES_PER_POINT,
  ROUNDS,
  START_LEADERS,
  STRENGTH,
  SUPPLIED_GOODS,
  sweptFields,
} from './content.js'
import { priceOf } from './costs.js'

const figure = z.int().min(0)

const leaderRow = z
  .strictObject({
    leader: leader.describe('The kind.'),
    count: figure.describe('How many each seat has at the start.'),
    strength: figure.describe('Strength on a land; 0 for mayors, who stand on none.'),
  })
  .meta({ id: 'MedievalRealmsLeaderRow', description: 'A kind of leader.' })
const fieldRow = z
  .strictObject({
    field: figure.describe('Number of the field.'),
    price: figure.describe('Goods for activating a simple or majority card there.'),
  })
  .meta({ id: 'MedievalRealmsFieldRow', description: 'An event field.' })
const seatsRow = z
  .strictObject({
    seats: figure.describe('Number of seats.'),
    lands: figure.describe('Lands in play, from 1.'),
    swept: figure.describe('Fields, from 1, whose cards are discarded when a round ends.'),
    buffers: figure.describe('Buffer mayors of each seat.'),
  })
  .meta({ id: 'MedievalRealmsSeatsRow', description: 'What depends on the number of seats.' })

export const GameContent = z
  .strictObject({
    cards: z.array(CardRow).describe('The standard deck: cost, surcharge, effects and conditions of every kind of card.'),
    lands: z.array(LandRow).describe('The standard rewards of the lands.'),
    start: z.array(Amount).describe('The standard resources of each seat at the start, without the pair it picks.'),
    leaders: z.array(leaderRow).describe('Leaders at the start.'),
    bufferStrength: figure.describe('Strength of a buffer mayor, who can keep others off a land and never wins it.'),
    fields: z.array(fieldRow).describe('The event fields.'),
    comingFields: figure.describe('Fields of coming cards.'),
    seatFigures: z.array(seatsRow).describe('What depends on the number of seats.'),
    rounds: figure.describe('Rounds of a match.'),
    handLimit: figure.describe('Cards in a hand, at most.'),
    suppliedGoods: figure.describe('Goods that every seat receives each round.'),
    bonusEvery: figure.describe('At each multiple of this many points a seat chooses a marker.'),
    resourcesPerPoint: figure.describe('Resources left that are worth a point at the end.'),
    personalityPoints: z
      .array(figure)
      .describe('Points for 0, 1, 2 ... great personalities in play; more than the last are worth no more.'),
  })
  .meta({ id: 'MedievalRealmsGameContent', description: 'What lies in the box of Medieval Realms.' })
export type GameContent = z.infer<typeof GameContent>

const { deck, lands, start } = completed({ deck: [], lands: [], start: [] })

export const gameContent: GameContent = {
  cards: [...deck],
  lands: [...lands],
  start: [...start],
  leaders: LEADERS.map((name) => ({
    leader: name,
    count: START_LEADERS[name],
    strength: name === 'mayor' ? 0 : STRENGTH[name],
  })),
  bufferStrength: STRENGTH.buffer,
  fields: Array.from({ length: EVENT_FIELDS }, (_, index) => ({ field: index + 1, price: priceOf(index + 1) })),
  comingFields: COMING_FIELDS,
  seatFigures: [2, 3, 4, 5].map((seats) => ({
    seats,
    lands: landsInPlay(seats),
    swept: sweptFields(seats),
    buffers: seats === 2 ? BUFFERS : 0,
  })),
  rounds: ROUNDS,
  handLimit: HAND_LIMIT,
  suppliedGoods: SUPPLIED_GOODS,
  bonusEvery: BONUS_EVERY,
  resourcesPerPoint: RESOURCES_PER_POINT,
  personalityPoints: [...PERSONALITY_POINTS],
}
