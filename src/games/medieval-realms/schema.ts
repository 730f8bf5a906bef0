/** Every shape of Medieval Realms that goes in or out. */
import { z } from 'zod'
import { LeaveReason } from '../seating.js'
import { Amount, CardRow, colour, currency, family, kind, LandRow, leader, MOST, RESOURCES, resource } from './cards.js'
import { COMING_FIELDS, EVENT_FIELDS, ROUNDS, SECTIONS } from './content.js'
import { faultsOf } from './soundness.js'

const seat = z.int().min(0).max(4).describe('Seat number, from 0, clockwise.')
const land = z.int().min(1).max(10).describe('Land of the realm map; 9 and 10 only with five seats.')
const field = z.int().min(1).max(EVENT_FIELDS).describe('Event field, 1 to 12.')
const card = z.string().max(50).describe('A card, such as `fortress/2`.')
const bid = z.int().min(1).max(MOST.bid)
const count = z.int().min(0)
const section = z.enum(SECTIONS).meta({ id: 'MedievalRealmsSection', description: 'A section of the administration.' })
const firstOrder = z.enum(['random', 'seats']).meta({ id: 'MedievalRealmsFirstOrder' })
const round = z.int().min(0).max(ROUNDS)

const Content = z
  .strictObject({
    deck: z.array(CardRow).max(200).default([]).describe('All cards; empty for the standard deck.'),
    lands: z.array(LandRow).max(10).default([]).describe('Rewards of the lands 1 to 10; empty for the standard ones.'),
    start: z
      .array(Amount)
      .max(RESOURCES.length)
      .default([])
      .describe('Start resources of each seat; empty for the standard ones.'),
  })
  .check(({ value, issues }) => {
    for (const { path, message } of faultsOf(value)) issues.push({ code: 'custom', message, path, input: value })
  })
  .meta({ id: 'MedievalRealmsContent', description: "A host's own cards, lands and start resources." })

export const Options = z
  .strictObject({
    content: Content.default({ deck: [], lands: [], start: [] }),
    firstOrder: firstOrder.default('random').describe('The turn order before the first round: drawn, or seat 0 first and so on.'),
  })
  .meta({ id: 'MedievalRealmsOptions' })
export type Options = z.infer<typeof Options>

const leadersOnLands = z.array(land).max(MOST.leaders)
const mayorsInSections = z.array(section).max(MOST.leaders)

export const Move = z.discriminatedUnion('type', [
  z
    .strictObject({ type: z.literal('pickPair'), first: resource, second: resource })
    .describe('Take one each of two different resources.'),
  z
    .strictObject({
      type: z.literal('placeLeaders'),
      mayors: mayorsInSections.describe('The section of each mayor.'),
      admirals: leadersOnLands.describe('The land of each admiral.'),
      generals: leadersOnLands.describe('The land of each general.'),
      buffers: leadersOnLands.default([]).describe('Two seats only: the land of each buffer mayor.'),
    })
    .describe('Place all your leaders, secretly and for the whole round.'),
  z
    .strictObject({
      type: z.literal('activate'),
      field,
      bid: bid.optional().describe('Your first bid: for an auction card, and only then.'),
    })
    .describe('Activate the card on an event field.'),
  z.strictObject({ type: z.literal('bid'), amount: bid }).describe('Raise the bid.'),
  z.strictObject({ type: z.literal('dropOut') }).describe('Leave the auction.'),
  z.strictObject({ type: z.literal('playCard'), card }).describe('Pay for a card of your hand and bring it into play.'),
  z.strictObject({ type: z.literal('chooseResource'), resource }).describe('Choose the kind of resource that you are given.'),
  z.strictObject({ type: z.literal('pass') }).describe('Do nothing more in this round.'),
])
export type Move = z.infer<typeof Move>

export const Placement = z
  .strictObject({ mayors: mayorsInSections, admirals: leadersOnLands, generals: leadersOnLands, buffers: leadersOnLands })
  .meta({ id: 'MedievalRealmsPlacement', description: 'Where each leader of a seat stands.' })
export type Placement = z.infer<typeof Placement>

const seatPlacement = z.strictObject({ seat, placement: Placement }).meta({ id: 'MedievalRealmsSeatPlacement' })
const landOutcome = z
  .strictObject({
    land,
    contenders: z.array(seat).describe('Seats with a leader there.'),
    controller: seat.nullable().describe('The seat that receives the reward.'),
  })
  .meta({ id: 'MedievalRealmsLandOutcome' })
const harvest = z
  .strictObject({ seat, fromMayors: z.array(Amount), fromLands: z.array(Amount) })
  .meta({ id: 'MedievalRealmsHarvest' })
const leaderCount = z.strictObject({ leader, count: z.int().min(1) }).meta({ id: 'MedievalRealmsLeaderCount' })
const cardPoints = z.strictObject({ card, points: count }).meta({ id: 'MedievalRealmsCardPoints' })
const placing = z.strictObject({ seat, place: z.int().min(1), score: count }).meta({ id: 'MedievalRealmsPlacing' })
const choiceOf = z
  .enum(['card', 'bonus'])
  .meta({ id: 'MedievalRealmsChoiceOf', description: 'A choice given by a card, or by the point track.' })
const except = z.array(resource).describe('Kinds that may not be chosen.')
const cards = z.array(card)
const order = z.array(seat).describe('First to last.')
const amount = count

const shared = [
  z.strictObject({ type: z.literal('OrderDrawn'), order }),
  z.strictObject({
    type: z.literal('FieldsFilled'),
    fields: cards.describe('From field 1 on, without a gap.'),
    coming: cards,
    drawn: cards.describe('The cards that came from the deck.'),
  }),
  z.strictObject({ type: z.literal('TurnBegan'), seat }),
  z.strictObject({ type: z.literal('PairPicked'), seat, first: resource, second: resource }),
  z.strictObject({ type: z.literal('RoundBegan'), round }),
  z.strictObject({ type: z.literal('LeadersRevealed'), placements: z.array(seatPlacement) }),
  z.strictObject({ type: z.literal('LandsFought'), outcomes: z.array(landOutcome) }),
  z.strictObject({ type: z.literal('ResourcesProduced'), harvests: z.array(harvest) }),
  z.strictObject({ type: z.literal('GoodsSupplied'), seats: z.array(seat), goods: count }),
  z.strictObject({ type: z.literal('TurnOrderSet'), order }),
  z.strictObject({ type: z.literal('CardTaken'), seat, field, card, price: count }),
  z.strictObject({
    type: z.literal('MajorityDecided'),
    seat,
    field,
    card,
    price: count,
    receiver: seat.nullable().describe('Nobody: the card is discarded.'),
  }),
  z.strictObject({ type: z.literal('AuctionOpened'), seat, field, card, bid }),
  z.strictObject({ type: z.literal('BidRaised'), seat, bid }),
  z.strictObject({ type: z.literal('SeatDroppedOut'), seat, forced: z.boolean() }),
  z.strictObject({ type: z.literal('AuctionWon'), seat, card, currency, amount }),
  z.strictObject({ type: z.literal('CardPlayed'), seat, card, currency, amount }),
  z.strictObject({
    type: z.literal('EffectResolved'),
    seat,
    card: card.describe('The card whose effect it is.'),
    points: count,
    gains: z.array(Amount),
    leaders: z.array(leaderCount),
  }),
  z.strictObject({ type: z.literal('ChoiceOffered'), seat, choice: choiceOf, amount, except }),
  z.strictObject({ type: z.literal('ResourceChosen'), seat, choice: choiceOf, resource, amount }),
  z.strictObject({ type: z.literal('SeatPassed'), seat, forced: z.boolean() }),
  z.strictObject({ type: z.literal('RoundEnded'), round }),
  z.strictObject({ type: z.literal('CardsDiscarded'), cards }),
  z.strictObject({ type: z.literal('SeatLeft'), seat, reason: LeaveReason }),
  z.strictObject({
    type: z.literal('SeatScored'),
    seat,
    byCards: z.array(cardPoints),
    leftovers: count,
    personalities: count,
    total: count.describe('All points, those of the rounds included.'),
  }),
  z.strictObject({ type: z.literal('MatchEnded'), places: z.array(placing) }),
] as const

export const Event = z.discriminatedUnion('type', [
  ...shared,
  z.strictObject({ type: z.literal('LeadersPlaced'), seat, placement: Placement }),
])
export type Event = z.infer<typeof Event>

export const Notice = z.discriminatedUnion('type', [
  ...shared,
  z.strictObject({
    type: z.literal('LeadersPlaced'),
    seat,
    placement: Placement.nullable().describe('Only your own, until all are revealed.'),
  }),
])
export type Notice = z.infer<typeof Notice>

export const STAGES = ['waiting', 'pairs', 'placement', 'actions', 'over'] as const
export type Stage = (typeof STAGES)[number]

const stock = z
  .strictObject({ goods: count, science: count, culture: count, religion: count, gold: count, raw: count, combat: count })
  .meta({ id: 'MedievalRealmsStock', description: 'Resources by kind.' })
const eventField = z.strictObject({ field, price: count, card: card.nullable() }).meta({ id: 'MedievalRealmsEventField' })
const player = z
  .strictObject({
    seat,
    points: count,
    stock,
    mayors: count.describe('Without buffers.'),
    admirals: count,
    generals: count,
    buffers: count.describe('Two with two seats, otherwise none.'),
    hand: cards,
    inPlay: cards,
    passed: z.boolean(),
    left: z.boolean(),
    pair: z.array(resource).describe('The two resources picked at the start.'),
    hasPlaced: z.boolean().describe('Leaders of this round placed.'),
    placement: Placement.nullable().describe("Your own; the others' once all are revealed."),
  })
  .meta({ id: 'MedievalRealmsPlayer' })
const auction = z
  .strictObject({
    card,
    currency,
    bid,
    bidder: seat.describe('The seat that holds the highest bid.'),
    speaker: seat.describe('The seat that must raise or drop out.'),
    bidders: z.array(seat).describe('Seats not yet out.'),
  })
  .meta({ id: 'MedievalRealmsAuction' })
export const Offer = z
  .strictObject({ choice: choiceOf, amount, except })
  .meta({ id: 'MedievalRealmsOffer', description: 'Markers of one kind, to be named.' })
export type Offer = z.infer<typeof Offer>
const choices = z.strictObject({ seat, offers: z.array(Offer) }).meta({ id: 'MedievalRealmsChoices' })
const cardKind = z
  .strictObject({
    id: z.string(),
    family,
    name: z.string(),
    copies: count,
    kind,
    colour,
    currency,
    amount: count
      .nullable()
      .describe('Cost of playing it with this number of seats, before what comes on top; none in an auction.'),
    personality: z.boolean(),
    text: z.string().describe('Cost and effects in words.'),
  })
  .meta({ id: 'MedievalRealmsCardKind' })

export const View = z
  .strictObject({
    options: Options,
    stage: z.enum(STAGES).meta({ id: 'MedievalRealmsStage' }),
    round: round.describe('0 before the first.'),
    order: order.describe('Turn order, first to last.'),
    starter: seat.nullable().describe('The start player.'),
    turn: seat.nullable().describe('The seat that picks a pair or carries out its action.'),
    fields: z.array(eventField).length(EVENT_FIELDS),
    coming: cards.max(COMING_FIELDS).describe('Cards that come next, in this order.'),
    deck: cards.describe('Cards not seen yet, in the order of the box: their order in the deck is unknown.'),
    discarded: cards,
    players: z.array(player),
    auction: auction.nullable(),
    choices: choices.nullable().describe('Resources that a seat must choose now, the first offer first.'),
    lands: z.array(LandRow).describe('Lands in play.'),
    cards: z.array(cardKind).describe('All kinds of cards in this match.'),
    leftInOrder: z.array(seat).describe('Seats that have left, the first leaver first.'),
    places: z.array(placing).nullable().describe('Final places.'),
  })
  .meta({ id: 'MedievalRealmsView' })
export type View = z.infer<typeof View>
