/** Standing orders: the list of moves that a seat has left to be tried when it is awaited. */
import { SetOrders } from '../../match/order-shapes.js'
import { expectedVersion, idempotencyKey, requireOwnTag } from './conditions.js'
import { OrderHeaders } from './order-shapes.js'
import { type RestDeps, withToken, type ZodRoutes } from './routing.js'
import { MatchAddress, shapesOf } from './shapes.js'

function schemas({ games }: RestDeps) {
  const { StandingOrder } = shapesOf(games)
  const one = { tags: ['play'], params: MatchAddress, security: withToken, response: { 200: StandingOrder } }
  return {
    get: {
      ...one,
      operationId: 'getOrders',
      summary: 'The list of moves that you have left, and what has become of it',
      description: 'The newest list of your seat. It is told to you alone; 404 if you have never set one.',
      problems: ['NOT_SEATED', 'NOT_STARTED', 'MATCH_CANCELLED'],
    },
    set: {
      ...one,
      operationId: 'setOrders',
      summary: 'Leave a list of moves for when your seat is next awaited',
      description:
        'In place of the list before. As soon as your seat is awaited, the first legal move of the list is played; if none is legal, the list is dropped and your inbox tells so. Where your seat is awaited already, that is at once, and the answer shows what became of it. `decision` lets the list wait for one kind of decision.',
      problems: [
        ...['NOT_SEATED', 'NOT_STARTED', 'MATCH_CANCELLED', 'STALE_VERSION', 'IDEMPOTENCY_KEY_REUSED', 'MALFORMED_MOVE'],
        ...['409 MATCH_OVER', '409 MATCH_ABORTED', '409 SEAT_HAS_LEFT'],
      ],
      headers: OrderHeaders,
      body: SetOrders,
    },
    withdraw: {
      ...one,
      operationId: 'withdrawOrders',
      summary: 'Take your list of moves back',
      description:
        'Once this is answered with `withdrawn`, no move of the list is played. A list that was played or dropped before is answered as it is.',
      problems: ['NOT_SEATED', 'NOT_STARTED', 'MATCH_CANCELLED'],
    },
  } as const
}

export function orderRoutes(app: ZodRoutes, deps: RestDeps): void {
  const { matches, authenticate } = deps
  const schema = schemas(deps)
  const shown = { body: shapesOf(deps.games).SetOrders }

  app.get('/v1/matches/:id/orders', { schema: schema.get }, async (request) =>
    matches.orders(await authenticate(request), request.params.id),
  )

  app.put('/v1/matches/:id/orders', { schema: schema.set, config: { shown } }, async (request) => {
    const { headers } = request.raw
    const { id } = request.params
    const caller = await authenticate(request)
    await requireOwnTag(headers, (version) => matches.parts(caller, id, [], version))
    const conditions = { expectedVersion: expectedVersion(headers), idempotencyKey: idempotencyKey(headers) }
    return matches.setOrders(caller, id, { ...request.body, ...conditions })
  })

  app.delete('/v1/matches/:id/orders', { schema: schema.withdraw }, async (request) =>
    matches.withdrawOrders(await authenticate(request), request.params.id),
  )
}
