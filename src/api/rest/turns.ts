/** The matches that wait for the caller. */
import { inLists, shortened } from './included.js'
import { type RestDeps, withToken, type ZodRoutes } from './routing.js'
import { shapesOf, TurnsQuery } from './shapes.js'

const schemaOf = ({ games }: RestDeps) =>
  ({
    tags: ['players'],
    operationId: 'listTurns',
    summary: 'The matches that wait for you, at once or as soon as there is one',
    description:
      'Matches in which your seat is awaited: the soonest deadline first, and those without a deadline after them, the newest first. With `wait`, an empty list is answered only after so many seconds, and a turn as soon as it comes.',
    problems: ['TOO_MANY_STREAMS'],
    security: withToken,
    querystring: TurnsQuery,
    response: { 200: shapesOf(games).TurnPage },
  }) as const

export function turnRoutes(app: ZodRoutes, deps: RestDeps): void {
  const { matches, authenticate, waitFor } = deps
  app.get('/v1/me/turns', { schema: schemaOf(deps) }, async (request, reply) => {
    const { wait, include, ...asked } = request.query
    const page = shortened(asked, include)
    let caller = await authenticate(request)
    let turns = await matches.turns(caller, page)
    if (turns.items.length === 0 && wait > 0) {
      caller = await waitFor(reply, caller, wait, (signal) => matches.untilAwaitedAnywhere(caller, signal))
      turns = await matches.turns(caller, page)
    }
    return { items: await inLists(deps, request, include, reply).turns(caller, turns.items), next: turns.next }
  })
}
