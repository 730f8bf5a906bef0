/** Matches in words: where they stand, who sits where, whose turn it is and until when. */
import type { AnyGame } from '../../games/contract.js'
import type { AwaitedDecision, MatchCard } from '../../match/shapes.js'

/** Names were chosen by others: in quotes they are told from what we say. */
const named = (name: string): string => JSON.stringify(name)

function holder({ player, left, keptFor }: MatchCard['seats'][number]): string {
  if (player) return `${named(player.name)}${left ? ' (has left)' : ''}`
  return keptFor ? `kept for ${named(keptFor.name)}` : 'free'
}

const seatsOf = ({ seats, you }: MatchCard): string =>
  seats.map((one) => `seat ${one.seat} ${holder(one)}${one.seat === you ? ' (you)' : ''}`).join(', ')

/** One line for a list. */
export const matchLine = (card: MatchCard): string =>
  `- ${card.id}: ${card.game}, ${card.status}, version ${card.version}; ${seatsOf(card)}${card.yourTurn ? '; it is your turn' : ''}`

/** The head of everything that is told about one match. */
export const matchHead = (card: MatchCard): string[] => [
  `Match ${card.id} of ${card.game} is ${card.status}, at version ${card.version}.`,
  `Seats: ${seatsOf(card)}.`,
]

/** Who is awaited for what, or how it ended. */
export function standing(game: AnyGame, card: MatchCard): string[] {
  switch (card.status) {
    case 'open':
      return ['It begins when every seat is taken.']
    case 'cancelled':
      return ['It was given up before it began.']
    case 'aborted':
      return ['It has ended without a result.']
    case 'over':
      return ['It is over. Final places:', ...(card.result ?? []).map((place) => placing(place, card))]
    case 'running':
      return card.awaiting.map((awaited) => waitsFor(game, awaited, card.you))
  }
}

const placing = ({ place, seat, score }: NonNullable<MatchCard['result']>[number], { you }: MatchCard): string =>
  `- place ${place}: seat ${seat}${seat === you ? ' (you)' : ''} with a score of ${score}`

function waitsFor({ decisions }: AnyGame, { seat, decision, deadline }: AwaitedDecision, you: number | null): string {
  const who = seat === you ? `It is your turn (seat ${seat})` : `Seat ${seat} is to choose`
  return `${who}: ${decision}. ${decisions[decision] ?? ''}${deadline === null ? '' : ` Time is up at ${deadline}.`}`.trimEnd()
}

/** What to call next, for a reader who knows nothing else. */
export function nextStep({ id, status, yourTurn, you }: MatchCard): string {
  if (status === 'open') return `Next: look_at_match with match ${id} and wait 30, until it has begun.`
  if (status !== 'running') return 'Next: nothing is left to do in this match.'
  if (yourTurn) return `Next: list_moves with match ${id}, then play_move.`
  return you === null ? 'Next: you have no seat here and can only look.' : `Next: look_at_match with match ${id} and wait 30.`
}
