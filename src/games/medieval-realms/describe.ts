/** Moves and notices as one plain sentence each, and the text of a card. */
import type { OfType } from '../evolving.js'
import type { Amount, CardRow, Count, Effect, Moment } from './cards.js'
import { printedAmount } from './costs.js'
import type { Move, Notice, Placement } from './schema.js'

const list = (parts: readonly string[]): string => (parts.length > 0 ? parts.join(', ') : 'nothing')
const inWords = (amounts: readonly Amount[]): string => list(amounts.map(({ resource, amount }) => `${amount} ${resource}`))
const points = (count: number): string => (count === 1 ? '1 point' : `${count} points`)

const lands = (name: string, on: readonly number[]): string[] =>
  on.length > 0 ? [`${name} on ${on.length > 1 ? 'lands' : 'land'} ${on.join(', ')}`] : []

const placementInWords = ({ mayors, admirals, generals, buffers }: Placement): string =>
  [
    ...(mayors.length > 0 ? [`mayors in ${mayors.join(', ')}`] : []),
    ...lands('admirals', admirals),
    ...lands('generals', generals),
    ...lands('buffers', buffers),
  ].join('; ')

export function describeMove(move: Move): string {
  switch (move.type) {
    case 'pickPair':
      return `Take 1 ${move.first} and 1 ${move.second}.`
    case 'placeLeaders':
      return `Place ${placementInWords(move) || 'no leader'}.`
    case 'activate':
      return move.bid === undefined
        ? `Activate the card on field ${move.field}.`
        : `Auction the card on field ${move.field}, bidding ${move.bid}.`
    case 'bid':
      return `Bid ${move.amount}.`
    case 'dropOut':
      return 'Drop out of the auction.'
    case 'playCard':
      return `Play ${move.card}.`
    case 'chooseResource':
      return `Choose ${move.resource}.`
    case 'takeCard':
      return `Take the card on field ${move.field} into the hand.`
    case 'pass':
      return 'Pass for the rest of the round.'
  }
}

const seats = (all: readonly number[]): string => all.map((seat) => `seat ${seat}`).join(', ')

export function describeNotice(notice: Notice): string {
  switch (notice.type) {
    case 'OrderDrawn':
      return `The first turn order is ${seats(notice.order)}.`
    case 'FieldsFilled':
      return `The event fields hold ${list(notice.fields)}; next come ${list(notice.coming)}; the deck gave ${notice.drawn.length} of these cards.`
    case 'TurnBegan':
      return `It is the turn of seat ${notice.seat}.`
    case 'PairPicked':
      return `Seat ${notice.seat} takes 1 ${notice.first} and 1 ${notice.second}.`
    case 'RoundBegan':
      return `Round ${notice.round} begins: all seats place their leaders.`
    case 'LeadersPlaced':
      return `Seat ${notice.seat} has placed its leaders${notice.placement ? `: ${placementInWords(notice.placement)}` : ''}.`
    case 'LeadersRevealed':
      return `The leaders are revealed. ${notice.placements.map(({ seat, placement }) => `Seat ${seat}: ${placementInWords(placement)}.`).join(' ')}`
    case 'LandsFought':
      return `Lands: ${list(notice.outcomes.map(({ land, controller }) => `${land} to ${controller === null ? 'nobody' : `seat ${controller}`}`))}.`
    case 'ResourcesProduced':
      return notice.harvests
        .map(({ seat, fromMayors, fromLands }) => `Seat ${seat} receives ${inWords([...fromMayors, ...fromLands])}.`)
        .join(' ')
    case 'GoodsSupplied':
      return `Every seat still playing receives ${notice.goods} goods.`
    case 'TurnOrderSet':
      return `The turn order of this round is ${seats(notice.order)}.`
    case 'SeatLeft':
      return `Seat ${notice.seat} leaves the match (${notice.reason}).`
    case 'RoundEnded':
      return `Round ${notice.round} is over.`
    case 'CardsDiscarded':
      return `Discarded: ${list(notice.cards)}.`
    case 'SeatScored':
      return `Seat ${notice.seat} ends with ${points(notice.total)}: ${points(notice.byCards.reduce((sum, one) => sum + one.points, 0))} by cards, ${notice.leftovers} for resources and ${notice.personalities} for great personalities among them.`
    case 'MatchEnded':
      return `The match is over: ${notice.places.map(({ seat, place, score }) => `seat ${seat} is number ${place} with ${points(score)}`).join(', ')}.`
    default:
      return describeAction(notice)
  }
}

type ActionNotice = OfType<
  Notice,
  | 'CardTaken'
  | 'MajorityDecided'
  | 'AuctionOpened'
  | 'BidRaised'
  | 'SeatDroppedOut'
  | 'AuctionWon'
  | 'CardPlayed'
  | 'EffectResolved'
  | 'ChoiceOffered'
  | 'ResourceChosen'
  | 'CardReceived'
  | 'ChoiceLapsed'
  | 'SeatPassed'
>

function describeAction(notice: ActionNotice): string {
  const who = `Seat ${notice.seat}`
  switch (notice.type) {
    case 'CardTaken':
      return `${who} pays ${notice.price} goods and takes ${notice.card}.`
    case 'MajorityDecided':
      return `${who} pays ${notice.price} goods for ${notice.card}; ${notice.receiver === null ? 'nobody can receive it' : `seat ${notice.receiver} receives it`}.`
    case 'AuctionOpened':
      return `${who} opens the auction of ${notice.card} with ${notice.bid}.`
    case 'BidRaised':
      return `${who} bids ${notice.bid}.`
    case 'SeatDroppedOut':
      return `${who} ${notice.forced ? 'cannot raise and drops out' : 'drops out'}.`
    case 'AuctionWon':
      return `${who} wins ${notice.card} for ${notice.amount} ${notice.currency}.`
    case 'CardPlayed':
      return `${who} pays ${notice.amount} ${notice.currency} and plays ${notice.card}.`
    case 'EffectResolved':
      return `${who} receives ${list(effectParts(notice))} by ${notice.card}.`
    case 'ChoiceOffered':
      if (notice.choice === 'eventField') return `${who} is to take ${fromFields(notice.amount)}.`
      return `${who} may choose ${notice.amount} of one resource${notice.except.length > 0 ? `, not ${notice.except.join(' or ')}` : ''}.`
    case 'ResourceChosen':
      return `${who} chooses ${notice.amount} ${notice.resource}.`
    case 'CardReceived':
      return `${who} takes ${notice.card} from field ${notice.field} into its hand.`
    case 'ChoiceLapsed':
      return `${who} can take no card: ${fromFields(notice.amount)} lapse.`
    case 'SeatPassed':
      return `${who} ${notice.forced ? 'can do nothing and passes' : 'passes'}.`
  }
}

const fromFields = (count: number): string => `${count === 1 ? '1 card' : `${count} cards`} from the event fields`

const effectParts = (notice: OfType<Notice, 'EffectResolved'>): string[] => [
  ...(notice.points > 0 ? [points(notice.points)] : []),
  ...notice.gains.map(({ resource, amount }) => `${amount} ${resource}`),
  ...notice.leaders.map(({ leader, count }) => `${count} ${leader}`),
]

const EACH: Partial<Record<Count, string>> = {
  mayors: 'own mayor',
  strength: 'strength of own military leaders',
  colours: 'colour among own cards in play',
}
const eachOf = (count: Count): string => EACH[count] ?? `own ${count.slice(0, -'Cards'.length)} card in play`

const WHEN: Record<Moment, string> = {
  played: 'When it comes into play',
  cardPlayed: 'Whenever you play another card',
  production: "In each round's production",
  end: 'At the end of the game',
}

/** Cost and effects of a card, one sentence each. */
export const describeCard = (row: CardRow, seats: number): string =>
  [costInWords(row, seats), ...row.effects.map(effectInWords)].join(' ')

function costInWords(row: CardRow, seats: number): string {
  const { pay, plus, plusPer } = row.cost
  if (row.kind === 'auction') return `Auctioned for ${pay}.`
  const more = plus > 0 ? `, and ${plus} more per ${eachOf(plusPer)}` : ''
  return `Costs ${printedAmount(row, seats)} ${pay}${more}.`
}

function effectInWords(effect: Effect): string {
  const when = effect.colours.length > 0 ? `${WHEN[effect.when]} (${effect.colours.join(' or ')})` : WHEN[effect.when]
  const per = effect.per === 'one' ? '' : ` per ${eachOf(effect.per)}`
  const condition = effect.atLeast > 0 ? ` if there are at least ${effect.atLeast}: ${eachOf(effect.condition)}` : ''
  return `${when}: ${gainInWords(effect)}${per}${condition}.`
}

function gainInWords({ gain, amount, except }: Effect): string {
  if (gain === 'points') return points(amount)
  if (gain === 'card') return `${fromFields(amount)} into the hand`
  if (gain !== 'choice') return `${amount} ${gain}`
  return `${amount} of one resource of your choice${except.length > 0 ? `, not ${except.join(' or ')}` : ''}`
}
