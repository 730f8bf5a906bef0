/** What the match waits for: which seat must make which decision, and which moves answer it. */
import type { Awaited, Phase } from '../contract.js'
import { itemAt } from '../lists.js'
import { hasLeft, playerAt } from '../seating.js'
import { MOST_SEATS } from './content.js'
import type { Move, Offer } from './schema.js'
import type { State } from './state.js'

export const DECISIONS = {
  pickPair: 'Take a pair of resources.',
  placeLeaders: 'Place all your leaders; several seats do so at a time.',
  action: 'Activate or auction a card, play one, or pass.',
  bid: 'Raise the bid of the auction, or drop out.',
  chooseResource: 'Name the kind of resource that a card brings.',
  chooseBonus: 'Name a marker of the point track.',
  chooseCard: 'Name the event field whose card comes into your hand.',
} as const
export type Decision = keyof typeof DECISIONS

export function answers(decision: Decision, { type }: Move): boolean {
  switch (type) {
    case 'pickPair':
    case 'placeLeaders':
      return decision === type
    case 'activate':
    case 'playCard':
    case 'pass':
      return decision === 'action'
    case 'bid':
    case 'dropOut':
      return decision === 'bid'
    case 'chooseResource':
      return decision === 'chooseResource' || decision === 'chooseBonus'
    case 'takeCard':
      return decision === 'chooseCard'
  }
}

const NOBODY: Phase = { awaiting: [], over: null }
const bySeat = (decision: Decision): Phase[] =>
  Array.from({ length: MOST_SEATS }, (_, seat) => ({ awaiting: [{ seat, decision }], over: null }))
/** By decision and seat: a search asks several times for each move, and is given the same value every time. */
const AWAITED: Readonly<Record<Decision, readonly Phase[]>> = {
  pickPair: bySeat('pickPair'),
  placeLeaders: bySeat('placeLeaders'),
  action: bySeat('action'),
  bid: bySeat('bid'),
  chooseResource: bySeat('chooseResource'),
  chooseBonus: bySeat('chooseBonus'),
  chooseCard: bySeat('chooseCard'),
}

/** Only a placement is asked of several seats at once. */
export function phase(state: State): Phase {
  const { stage, turn, auction, choices, places } = state
  if (places) return { awaiting: [], over: places }
  if (choices) return awaitedOf(state, choices.seat)
  if (auction) return awaitedOf(state, auction.speaker)
  return stage === 'placement' ? { awaiting: notYetPlaced(state), over: null } : awaitedOf(state, turn)
}

function awaitedOf(state: State, seat: number): Phase {
  const decision = seat < 0 ? undefined : decisionOf(state, seat)
  // The commonest by name: a key that is not known before takes V8 several times as long.
  if (decision === 'action') return itemAt(AWAITED.action, seat)
  return decision ? itemAt(AWAITED[decision], seat) : NOBODY
}

function notYetPlaced(state: State): Awaited[] {
  const all: Awaited[] = []
  for (let seat = 0; seat < state.players.length; seat++)
    if (decisionOf(state, seat)) all.push({ seat, decision: 'placeLeaders' })
  return all
}

const CHOICES: Readonly<Record<Offer['choice'], Decision>> = {
  card: 'chooseResource',
  bonus: 'chooseBonus',
  eventField: 'chooseCard',
}

/** The decision that this seat must make now; undefined if it need not make any. */
export function decisionOf(state: State, seat: number): Decision | undefined {
  const { stage, turn, auction, choices } = state
  if (choices && choices.seat !== seat) return undefined
  if (choices) return CHOICES[itemAt(choices.offers, 0).choice]
  if (auction) return auction.speaker === seat ? 'bid' : undefined
  if (stage === 'placement') return playerAt(state, seat).placement || hasLeft(state, seat) ? undefined : 'placeLeaders'
  if (turn !== seat) return undefined
  return stage === 'pairs' ? 'pickPair' : 'action'
}
