/** The shapes of standing orders, the same for every game. */
import { z } from 'zod'
import { words } from '../games/described.js'
import { IdempotencyKey, RefusalShape } from './shapes.js'

/** Moves of a list, and characters that they may take as JSON. */
export const ORDER_BOUNDS = { moves: 20, characters: 16_384 } as const

export const OrderStatus = words(['waiting', 'played', 'dropped', 'withdrawn'], {
  id: 'OrderStatus',
  description: 'What has become of a standing order.',
  values: {
    waiting: 'It waits for your seat to be awaited.',
    played: 'One of its moves was played.',
    dropped: 'None of its moves will be played: `why` tells the reason.',
    withdrawn: 'You have taken it back.',
  },
})

export const WhyDropped = words(
  ['noLegalMove', 'matchEnded', 'seatLeft', 'handedOver', 'takenBack', 'houseDecided', 'playerBlocked'],
  {
    id: 'WhyDropped',
    description: 'Why a standing order was dropped.',
    values: {
      noLegalMove: 'The seat was awaited, and none of the moves was legal.',
      matchEnded: 'The match has ended.',
      seatLeft: 'The seat has left the match.',
      handedOver: 'The seat is held by another player now.',
      takenBack: 'Moves were taken back: what it was left for is no more.',
      houseDecided: 'The time of the seat was up, and the house has decided in its place.',
      playerBlocked: 'Its player may not use the service any more.',
    },
  },
)
export type WhyDropped = z.infer<typeof WhyDropped>

const version = z.int().min(0)
const decision = z.string().max(60)
const moves = z.array(z.looseObject({ type: z.string().describe('Which move of the game it is.') }))

export const StandingOrder = z
  .strictObject({
    id: z.uuid().describe('Id of the order: another one whenever a list is set.'),
    status: OrderStatus.describe('What has become of it.'),
    moves: moves.describe('The moves, in the order in which they are tried.'),
    decision: decision.nullable().describe('The decision for which it waits; null for whichever comes next.'),
    setVersion: version.describe('Version of the match when it was set.'),
    setAt: z.iso.datetime().describe('When it was set.'),
    version: version
      .nullable()
      .describe('That of the entry with the move that was played, or of the match when it was dropped; otherwise null.'),
    settledAt: z.iso.datetime().nullable().describe('When it was played, dropped or withdrawn; null while it waits.'),
    played: z.int().min(0).nullable().describe('Which of the moves was played, from 0; null if none was.'),
    why: WhyDropped.nullable().describe('Why it was dropped; null if it was not.'),
    refusals: z
      .array(RefusalShape)
      .nullable()
      .describe('With `noLegalMove`: what the rules said to each of the moves, in their order; otherwise null.'),
  })
  .meta({ id: 'StandingOrder', description: 'A list of moves that you have left for your seat. Nobody else is told of it.' })
export type StandingOrder = z.infer<typeof StandingOrder>

export const SetOrders = z
  .strictObject({
    moves: z
      .array(z.unknown())
      .min(1)
      .max(ORDER_BOUNDS.moves)
      .describe(
        `The moves to try, the one you like best first: up to ${ORDER_BOUNDS.moves}, and ${ORDER_BOUNDS.characters} characters of JSON.`,
      ),
    decision: decision
      .optional()
      .describe('Wait until your seat is awaited for this decision; left out, for whichever comes next.'),
  })
  .meta({ id: 'SetOrders', description: 'A list of moves to try when your seat is awaited.' })

export const OrderRequest = SetOrders.extend({
  game: z.string().optional().describe('If given, a match of another game refuses the list as WRONG_GAME.'),
  expectedVersion: version.optional().describe('The version you have seen.'),
  idempotencyKey: IdempotencyKey.optional().describe('The same key does not set the list a second time.'),
})
export type OrderRequest = z.infer<typeof OrderRequest>
