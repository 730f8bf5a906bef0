/** Seats that change hands, and moves that are taken back. */
import { z } from 'zod'
import { HandOver, OfferSeat, SeatOffer, TakeBack } from '../../match/hand-shapes.js'
import { MatchCard } from '../../match/shapes.js'
import { SeatOffers } from './lists.js'
import { type RestDeps, withToken, type ZodRoutes } from './routing.js'
import { MatchAddress } from './shapes.js'

const shared = { tags: ['matches'], params: MatchAddress, security: withToken }

const SCHEMAS = {
  offer: {
    ...shared,
    operationId: 'offerSeat',
    summary: 'Offer your seat to another player',
    description:
      'They have it once they accept, and you play on until then. A seat has one offer at a time: another one takes its place. Not to whoever has a seat in the match, or has had one.',
    problems: [
      ...['NOT_SEATED', 'NOT_STARTED', 'MATCH_CANCELLED', 'ALREADY_SEATED', 'REFEREE_PLAYS', 'STALE_VERSION', 'RATED_MATCH'],
      ...['409 MATCH_OVER', '409 MATCH_ABORTED', '409 SEAT_HAS_LEFT', 'OF_TOURNAMENT'],
    ],
    body: OfferSeat,
    response: { 201: SeatOffer },
  },
  drop: {
    ...shared,
    operationId: 'dropSeatOffer',
    summary: 'Withdraw the offer of your seat, or decline the one made to you',
    description: 'Nothing happens if there is none, or none any longer.',
    response: { 204: z.undefined().describe('There is no such offer any longer.') },
  },
  accept: {
    ...shared,
    operationId: 'acceptSeat',
    summary: 'Take the seat that is offered to you',
    description:
      'From this version on you see what the seat sees, and what it has seen, and play it; whoever held it before sees as a spectator.',
    problems: [
      ...['SEAT_NOT_OFFERED', 'ALREADY_SEATED', 'REFEREE_PLAYS', 'TOO_MANY_WRITERS'],
      ...['409 MATCH_OVER', '409 MATCH_ABORTED', '409 SEAT_HAS_LEFT'],
    ],
    response: { 200: MatchCard },
  },
  house: {
    ...shared,
    operationId: 'handOverToHouse',
    summary: 'Give your seat to a bot of the house, which plays it from now on',
    description:
      'At once, and for good; without a body, to `greedy`. You see as a spectator from then on; of a private match, only what was there before.',
    problems: [
      ...['NOT_SEATED', 'NOT_STARTED', 'MATCH_CANCELLED', 'TOO_MANY_WRITERS', 'RATED_MATCH'],
      ...['409 MATCH_OVER', '409 MATCH_ABORTED', '409 SEAT_HAS_LEFT', 'OF_TOURNAMENT'],
    ],
    body: HandOver,
    response: { 200: MatchCard },
  },
  back: {
    ...shared,
    operationId: 'takeBack',
    summary: 'Agree to go back to an earlier version; it is done when all who still play have agreed on it',
    description:
      'The position is then again that of version `to`, by an entry of the log: nothing is deleted, and what was seen stays seen. Any entry ends your agreement, and so does `agree: false`.',
    problems: [
      ...['NOT_SEATED', 'NOT_STARTED', 'MATCH_CANCELLED', 'TAKE_BACK_TOO_FAR', 'STALE_VERSION', 'TOO_MANY_WRITERS'],
      ...['RATED_MATCH', '409 MATCH_OVER', '409 MATCH_ABORTED', '409 SEAT_HAS_LEFT', 'OF_TOURNAMENT'],
    ],
    body: TakeBack,
    response: { 200: MatchCard },
  },
  list: {
    tags: ['matches'],
    operationId: 'listSeatOffers',
    summary: 'Seats that are offered to you, and those that you offer',
    description:
      'Up to a hundred, those that expire first in front. What has expired, or is of a match that has ended, is not told.',
    security: withToken,
    response: { 200: SeatOffers },
  },
} as const

export function handRoutes(app: ZodRoutes, { matches, authenticate }: RestDeps): void {
  app.post('/v1/matches/:id/seat-offer', { schema: SCHEMAS.offer }, async (request, reply) =>
    reply.code(201).send(await matches.offerSeat(await authenticate(request), request.params.id, request.body)),
  )

  app.delete('/v1/matches/:id/seat-offer', { schema: SCHEMAS.drop }, async (request, reply) => {
    await matches.dropSeatOffer(await authenticate(request), request.params.id)
    return reply.code(204).send()
  })

  app.post('/v1/matches/:id/seat-offer/accept', { schema: SCHEMAS.accept }, async (request) =>
    matches.acceptSeat(await authenticate(request), request.params.id),
  )

  app.post('/v1/matches/:id/hand-over', { schema: SCHEMAS.house }, async (request) =>
    matches.handOverToHouse(await authenticate(request), request.params.id, request.body),
  )

  app.post('/v1/matches/:id/take-back', { schema: SCHEMAS.back }, async (request) =>
    matches.takeBack(await authenticate(request), request.params.id, request.body),
  )

  app.get('/v1/me/seat-offers', { schema: SCHEMAS.list }, async (request) => ({
    items: await matches.seatOffers(await authenticate(request)),
  }))
}
