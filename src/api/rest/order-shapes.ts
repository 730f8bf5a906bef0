/** Standing orders as REST takes and shows them. */
import { z } from 'zod'
import { ORDER_BOUNDS, SetOrders, StandingOrder } from '../../match/order-shapes.js'

/** Read by hand on the way in (see conditions.ts); here for the reference. */
export const OrderHeaders = z.object({
  'if-match': z
    .string()
    .optional()
    .describe(
      'The version you have seen, or the ETag of the match: refused as STALE_VERSION if your seat has been asked something since.',
    ),
  'idempotency-key': z
    .string()
    .optional()
    .describe('Retry with the same key and body: the list is not set, and so not tried, a second time.'),
})

/** With the moves of all games, for the reference. */
export const orderShapes = (move: z.ZodType) => ({
  SetOrders: SetOrders.extend({
    moves: z
      .array(move)
      .min(1)
      .max(ORDER_BOUNDS.moves)
      .describe(SetOrders.shape.moves.description ?? ''),
  }).meta({ id: 'SetOrders', description: 'A list of moves to try when your seat is awaited.' }),
  StandingOrder: StandingOrder.extend({
    moves: z.array(move).describe(StandingOrder.shape.moves.description ?? ''),
  }).meta({
    id: 'StandingOrder',
    description: 'A list of moves that you have left for your seat. Nobody else is told of it.',
  }),
})
