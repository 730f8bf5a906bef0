// Written from openapi/openapi.json by `npm run generate`. Do not edit.

/** What may be posted again: it takes an idempotency key, or done twice it is as good as done once. */
export const REPEATABLE: readonly string[] = [
  '/v1/players/bulk',
  '/v1/matches/{id}/cancel',
  '/v1/matches/{id}/rematch',
  '/v1/matches/{id}/abort',
  '/v1/matches',
  '/v1/matches/{id}/join',
  '/v1/me/seeks',
  '/v1/matches/{id}/moves',
  '/v1/matches/{id}/moves/check',
  '/v1/matches/{id}/imagine',
  '/v1/games/{id}/apply',
  '/v1/me/stream-tickets',
  '/v1/tournaments',
  '/v1/tournaments/{id}/start',
  '/v1/tournaments/{id}/pause',
  '/v1/tournaments/{id}/resume',
  '/v1/tournaments/{id}/end',
  '/v1/tournaments/{id}/enter',
]
