/** Every shape of Medieval Realms that goes in or out. */
import { z } from 'zod'
import { LeaveReason, member, placing as placingOf, words } from '../described.js'
import { Amount, colour, currency, family, kind, LandRow, leader, MOST, resource } from './cards.js'
import { COMING_FIELDS, EVENT_FIELDS, ROUNDS, SECTIONS } from './content.js'
import { Options } from './options.js'

export { Options }

const seat = z.int().min(0).max(4).describe('Seat number, from 0, clockwise.')
const land = z.int().min(1).max(10).describe('Land of the realm map; 9 and 10 only with five seats.')
const field = z.int().min(1).max(EVENT_FIELDS).describe('Event field, 1 to 12.')
const card = z.string().max(50).describe('A card, such as `fortress/2`.')
const bid = z.int().min(1).max(MOST.bid).describe('The bid, in the currency of the card.')
const count = z.int().min(0)
const section = words(SECTIONS, {
  id: 'MedievalRealmsSection',
  description: 'A section of the administration.',
  values: {
    goods: 'A mayor here brings one goods each round.',
    science: 'A mayor here brings one science each round.',
    culture: 'A mayor here brings one culture each round.',
    religion: 'A mayor here brings one religion each round.',
    gold: 'A mayor here brings one gold each round.',
    raw: 'A mayor here brings one raw each round.',
  },
})
const round = z.int().min(0).max(ROUNDS).describe('Round, 1 to 7.')

const leadersOnLands = z.array(land).max(MOST.leaders)
const mayorsInSections = z.array(section).max(MOST.leaders)

export const Move = z.discriminatedUnion('type', [
  member('pickPair', 'Take one each of two different resources.', {
    first: resource.describe('One of them.'),
    second: resource.describe('The other one; no other seat may have the same pair.'),
  }),
  member('placeLeaders', 'Place all your leaders, secretly and for the whole round.', {
    mayors: mayorsInSections.describe('The section of each mayor.'),
    admirals: leadersOnLands.describe('The land of each admiral.'),
    generals: leadersOnLands.describe('The land of each general.'),
    buffers: leadersOnLands.default([]).describe('Two seats only: the land of each buffer mayor.'),
  }),
  member('activate', 'Activate the card on an event field.', {
    field,
    bid: bid.optional().describe('Your first bid: for an auction card, and only then.'),
  }),
  member('bid', 'Raise the bid.', { amount: bid.describe('Your bid: higher than the last, no more than you own.') }),
  member('dropOut', 'Leave the auction.', {}),
  member('playCard', 'Pay for a card of your hand and bring it into play.', {
    card: card.describe('A card of your hand, such as `market/2`.'),
  }),
  member('chooseResource', 'Choose the kind of resource that you are given.', { resource: resource.describe('The kind.') }),
  member('takeCard', 'Take a card that a card gives you into your hand.', {
    field: field.describe('The event field that it lies on, 1 to 12.'),
  }),
  member('pass', 'Do nothing more in this round.', {}),
])
export type Move = z.infer<typeof Move>

export const Placement = z
  .strictObject({
    mayors: mayorsInSections.describe('The section of each mayor.'),
    admirals: leadersOnLands.describe('The land of each admiral.'),
    generals: leadersOnLands.describe('The land of each general.'),
    buffers: leadersOnLands.describe('The land of each buffer mayor.'),
  })
  .meta({ id: 'MedievalRealmsPlacement', description: 'Where each leader of a seat stands.' })
export type Placement = z.infer<typeof Placement>

const seatPlacement = z
  .strictObject({ seat: seat.describe('Whose leaders.'), placement: Placement.describe('Where they stand.') })
  .meta({ id: 'MedievalRealmsSeatPlacement', description: 'The leaders of a seat.' })
const landOutcome = z
  .strictObject({
    land,
    contenders: z.array(seat).describe('Seats with a leader there.'),
    controller: seat.nullable().describe('The seat that receives the reward; null if nobody does.'),
  })
  .meta({ id: 'MedievalRealmsLandOutcome', description: 'Who controls a land in this round.' })
const harvest = z
  .strictObject({
    seat: seat.describe('Who receives it.'),
    fromMayors: z.array(Amount).describe('What its mayors bring.'),
    fromLands: z.array(Amount).describe('What its lands bring.'),
  })
  .meta({ id: 'MedievalRealmsHarvest', description: 'What a seat receives from mayors and lands.' })
const leaderCount = z
  .strictObject({ leader: leader.describe('The kind.'), count: z.int().min(1).describe('How many.') })
  .meta({ id: 'MedievalRealmsLeaderCount', description: 'Leaders of one kind.' })
const cardPoints = z
  .strictObject({ card, points: count.describe('Points it scores.') })
  .meta({ id: 'MedievalRealmsCardPoints', description: 'What a card scores at the end.' })
const placing = placingOf('MedievalRealmsPlacing', seat, count.describe('Points at the end.'))
const choiceOf = words(['card', 'bonus', 'eventField'], {
  id: 'MedievalRealmsChoiceOf',
  description: 'Where a choice comes from.',
  values: {
    card: 'Resources, from the effect of a card.',
    bonus: 'A resource, from the point track, at a multiple of five.',
    eventField: 'Cards from the event fields, by the effect of a card.',
  },
})
const choiceFrom = choiceOf.describe('Where the choice comes from.')
const except = z.array(resource).describe('Kinds that may not be chosen.')
const cards = z.array(card)
const order = z.array(seat).describe('First to last.')
const amount = count.describe('How many markers, or cards.')
const actor = seat.describe('The seat that did it.')
const price = count.describe('Goods paid for activating it.')
const paid = { currency: currency.describe('What was paid.'), amount: count.describe('How much was paid.') }

const shared = [
  member('OrderDrawn', 'The turn order before the first round.', { order }),
  member('FieldsFilled', 'Cards came to the event fields and the fields of coming cards.', {
    fields: cards.describe('From field 1 on, without a gap.'),
    coming: cards.describe('The coming cards, in order.'),
    drawn: cards.describe('The cards that came from the deck.'),
  }),
  member('TurnBegan', 'A seat is on turn.', { seat: seat.describe('The seat on turn.') }),
  member('PairPicked', 'A seat took two resources at the start.', {
    seat: actor,
    first: resource.describe('One of them.'),
    second: resource.describe('The other one.'),
  }),
  member('RoundBegan', 'A round begins: all place their leaders.', { round }),
  member('LeadersRevealed', 'All leaders are placed and open.', {
    placements: z.array(seatPlacement).describe('One for each seat still playing.'),
  }),
  member('LandsFought', 'It is settled who controls which land.', {
    outcomes: z.array(landOutcome).describe('One for each land with a leader.'),
  }),
  member('ResourcesProduced', 'Mayors and lands brought resources.', {
    harvests: z.array(harvest).describe('One for each seat.'),
  }),
  member('GoodsSupplied', 'Every seat received goods.', {
    seats: z.array(seat).describe('Who received them.'),
    goods: count.describe('How many each.'),
  }),
  member('TurnOrderSet', 'The turn order of this round, by goods.', { order }),
  member('CardTaken', 'A simple card went to the hand of whoever activated it.', { seat: actor, field, card, price }),
  member('MajorityDecided', 'A majority card was activated.', {
    seat: seat.describe('The seat that activated it.'),
    field,
    card,
    price,
    receiver: seat.nullable().describe('The seat that gets it; null: nobody, and the card is discarded.'),
  }),
  member('AuctionOpened', 'An auction began.', {
    seat: seat.describe('The seat that opened it.'),
    field,
    card,
    bid: bid.describe('Its bid.'),
  }),
  member('BidRaised', 'A higher bid was made.', { seat: actor, bid: bid.describe('The bid.') }),
  member('SeatDroppedOut', 'A seat left the auction.', {
    seat: seat.describe('The seat that is out.'),
    forced: z.boolean().describe('True if it could not raise.'),
  }),
  member('AuctionWon', 'An auction is over; the card is in play.', { seat: seat.describe('The winner.'), card, ...paid }),
  member('CardPlayed', 'A card of a hand came into play.', { seat: actor, card, ...paid }),
  member('EffectResolved', 'A card in play gave something.', {
    seat: seat.describe('Its owner.'),
    card: card.describe('The card whose effect it is.'),
    points: count.describe('Points gained.'),
    gains: z.array(Amount).describe('Resources gained.'),
    leaders: z.array(leaderCount).describe('Leaders gained.'),
  }),
  member('ChoiceOffered', 'A seat must choose a kind of resource, or cards from the event fields.', {
    seat: seat.describe('The seat that chooses.'),
    choice: choiceFrom,
    amount,
    except,
  }),
  member('CardReceived', 'A card went from an event field into a hand, without a price.', {
    seat: seat.describe('The seat that took it.'),
    field,
    card,
  }),
  member('ChoiceLapsed', 'There was nothing that could be chosen.', {
    seat: seat.describe('The seat that would have chosen.'),
    choice: choiceFrom,
    amount,
  }),
  member('ResourceChosen', 'A seat chose a kind of resource and received it.', {
    seat: actor,
    choice: choiceFrom,
    resource: resource.describe('The kind.'),
    amount,
  }),
  member('SeatPassed', 'A seat does nothing more in this round.', {
    seat: seat.describe('The seat that passed.'),
    forced: z.boolean().describe('True if it could do nothing else.'),
  }),
  member('RoundEnded', 'All have passed.', { round }),
  member('CardsDiscarded', 'Cards left the game: those on the first fields when a round ends.', {
    cards: cards.describe('The cards.'),
  }),
  member('SeatLeft', 'A seat left the match.', {
    seat: seat.describe('The seat that left.'),
    reason: LeaveReason.describe('Why it left.'),
  }),
  member('SeatScored', 'The final score of a seat.', {
    seat: seat.describe('Whose score.'),
    byCards: z.array(cardPoints).describe('What each of its cards in play scores now.'),
    leftovers: count.describe('Points for resources left: one for two.'),
    personalities: count.describe('Points for great personalities in play.'),
    total: count.describe('All points, those of the rounds included.'),
  }),
  member('MatchEnded', 'The match is over.', { places: z.array(placing).describe('Every seat, best place first.') }),
] as const

const PLACED = 'A seat has placed its leaders.'
export const Event = z.discriminatedUnion('type', [
  ...shared,
  member('LeadersPlaced', PLACED, { seat: actor, placement: Placement.describe('Where they stand.') }),
])
export type Event = z.infer<typeof Event>

export const Notice = z
  .discriminatedUnion('type', [
    ...shared,
    member('LeadersPlaced', PLACED, {
      seat: actor,
      placement: Placement.nullable().describe('Only your own, until all are revealed; null for others.'),
    }),
  ])
  .describe('Something that happened in a match of Medieval Realms, as one viewer may know it.')
export type Notice = z.infer<typeof Notice>

export const STAGES = ['waiting', 'pairs', 'placement', 'actions', 'over'] as const
export type Stage = (typeof STAGES)[number]

const stage = words(STAGES, {
  id: 'MedievalRealmsStage',
  description: 'Where the match stands.',
  values: {
    waiting: 'Before the start.',
    pairs: 'Seats take their first two resources, one after the other.',
    placement: 'All place their leaders at the same time, in secret.',
    actions: 'Seats act in turn.',
    over: 'The match is over.',
  },
})
const stock = z
  .strictObject({
    goods: count.describe('Goods.'),
    science: count.describe('Science.'),
    culture: count.describe('Culture.'),
    religion: count.describe('Religion.'),
    gold: count.describe('Gold.'),
    raw: count.describe('Raw materials.'),
    combat: count.describe('Combat.'),
  })
  .meta({ id: 'MedievalRealmsStock', description: 'Resources by kind.' })
const eventField = z
  .strictObject({
    field,
    price: count.describe('Goods for activating a simple or majority card here.'),
    card: card.nullable().describe('The card here; null if it is gone.'),
  })
  .meta({ id: 'MedievalRealmsEventField', description: 'An event field.' })
const player = z
  .strictObject({
    seat,
    points: count.describe('Points so far.'),
    stock: stock.describe('Resources it owns.'),
    mayors: count.describe('Mayors it owns, without buffers.'),
    admirals: count.describe('Admirals it owns.'),
    generals: count.describe('Generals it owns.'),
    buffers: count.describe('Two with two seats, otherwise none.'),
    hand: cards.describe('Cards in its hand, open to all: at most four, each of another colour.'),
    inPlay: cards.describe('Cards it has in play.'),
    passed: z.boolean().describe('Whether it has passed in this round.'),
    left: z.boolean().describe('Whether it has left the match.'),
    pair: z.array(resource).describe('The two resources picked at the start; empty before that.'),
    hasPlaced: z.boolean().describe('Leaders of this round placed.'),
    placement: Placement.nullable().describe("Your own; the others' once all are revealed, null until then."),
  })
  .meta({ id: 'MedievalRealmsPlayer', description: 'A seat, as far as you may know it.' })
const auction = z
  .strictObject({
    card: card.describe('The card that is sold.'),
    currency: currency.describe('What bids are paid in.'),
    bid: bid.describe('The highest bid.'),
    bidder: seat.describe('The seat that holds the highest bid.'),
    speaker: seat.describe('The seat that must raise or drop out.'),
    bidders: z.array(seat).describe('Seats not yet out.'),
  })
  .meta({ id: 'MedievalRealmsAuction', description: 'An auction under way.' })
export const Offer = z
  .strictObject({ choice: choiceFrom, amount, except })
  .meta({ id: 'MedievalRealmsOffer', description: 'Markers of one kind to be named, or cards to be taken.' })
export type Offer = z.infer<typeof Offer>
const choices = z
  .strictObject({
    seat: seat.describe('The seat that chooses.'),
    offers: z.array(Offer).describe('What it may choose, the first offer first.'),
  })
  .meta({ id: 'MedievalRealmsChoices', description: 'Choices that are due.' })
const cardKind = z
  .strictObject({
    id: z.string().describe('Its id; single cards add a number: `fortress/2`.'),
    family: family.describe('Its family.'),
    name: z.string().describe('Its name for people.'),
    copies: count.describe('How many such cards there are.'),
    kind: kind.describe('How it leaves its event field.'),
    colour: colour.describe('The colour of its seal.'),
    currency: currency.describe('What it is paid, compared or bid in.'),
    amount: count
      .nullable()
      .describe('Cost of playing it with this number of seats, before what comes on top; null in an auction.'),
    personality: z.boolean().describe('A great personality.'),
    text: z.string().describe('Cost and effects in words; as data they are in the content of the game.'),
  })
  .meta({ id: 'MedievalRealmsCardKind', description: 'One kind of card in this match.' })

export const View = z
  .strictObject({
    options: Options.describe('What the host chose for this match.'),
    stage: stage.describe('The stage of the match.'),
    round: round.describe('Round, 1 to 7; 0 before the first.'),
    order: order.describe('Turn order, first to last.'),
    starter: seat.nullable().describe('The start player; null before the start.'),
    turn: seat.nullable().describe('The seat that picks a pair or carries out its action; null if none does.'),
    fields: z.array(eventField).length(EVENT_FIELDS).describe('The twelve event fields, 1 first.'),
    coming: cards.max(COMING_FIELDS).describe('Cards that come next, in this order.'),
    deck: cards.describe('Cards not seen yet, in the order of the box: their order in the deck is unknown.'),
    discarded: cards.describe('Cards that are out of the game.'),
    players: z.array(player).describe('Every seat, by number.'),
    auction: auction.nullable().describe('The auction under way; null if there is none.'),
    choices: choices.nullable().describe('What a seat must choose now, the first offer first; null if nothing is due.'),
    lands: z.array(LandRow).describe('Lands in play.'),
    cards: z.array(cardKind).describe('All kinds of cards in this match.'),
    leftInOrder: z.array(seat).describe('Seats that have left, the first leaver first.'),
    places: z.array(placing).nullable().describe('Final places, best first; null until the end.'),
  })
  .meta({ id: 'MedievalRealmsView', description: 'A match of Medieval Realms as one viewer may know it.' })
export type View = z.infer<typeof View>
