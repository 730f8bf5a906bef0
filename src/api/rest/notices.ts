/** The notices of a match and the inbox of a player, each as pages or as a stream. */
import { z } from 'zod'
import { type Caller, requirePlayer } from '../../accounts/caller.js'
import type { InboxItem } from '../../match/inbox-shapes.js'
import { hasEnded, type NoticeItem } from '../../match/shapes.js'
import { included } from '../http/included.js'
import { clientOf } from '../http/presence.js'
import { inLists, shortened } from './included.js'
import { formatFor, type OpenAnswers, type Source } from './open-answers.js'
import { type RestDeps, tokenOrNot, withToken, type ZodRoutes } from './routing.js'
import { InboxQuery, MatchAddress, NoticesQuery, ResumeHeaders, shapesOf } from './shapes.js'
import { asStream, firstOf, openerOf, Resync, resumeAfter, STREAMED } from './streamed.js'

function schemas({ games }: RestDeps) {
  const { NoticePage, Item, InboxPage, InboxItem } = shapesOf(games)
  const shared = { tags: ['streams'], headers: ResumeHeaders }
  const notices = {
    ...shared,
    operationId: 'listNotices',
    summary: 'What happened, entry by entry, as you may know it',
    description:
      'A page of JSON, or a stream by Accept that goes on until the match is over. Go on after the version of the last item: nothing is lost and nothing told twice.',
    sends: STREAMED,
    problems: ['SCOPE_MISSING', 'NOT_SEATED', 'STALE_VERSION', 'TICKET_INVALID', 'TOO_MANY_STREAMS'],
    security: tokenOrNot,
    params: MatchAddress,
    querystring: NoticesQuery,
  }
  const inbox = {
    ...shared,
    operationId: 'followInbox',
    summary: 'News from all your matches',
    description:
      'What waits for you, and then every entry of your matches, as a page of JSON or as a stream by Accept that does not end. Items carry no state unless you ask for it with `include`.',
    sends: STREAMED,
    problems: ['TICKET_INVALID', 'TOO_MANY_STREAMS'],
    security: withToken,
    querystring: InboxQuery,
  }
  return {
    notices: { ...notices, response: { 200: asStream(NoticePage, z.union([Item, Resync])) } },
    inbox: { ...inbox, response: { 200: asStream(InboxPage, InboxItem) } },
  } as const
}

export function noticeRoutes(app: ZodRoutes, deps: RestDeps, openAnswers: OpenAnswers): void {
  noticesRoute(app, deps, openAnswers)
  inboxRoute(app, deps, openAnswers)
}

async function* carried(items: AsyncIterable<InboxItem>, caller: Caller, { item }: ReturnType<typeof inLists>) {
  for await (const one of items) yield await item(caller, one)
}

function noticesRoute(app: ZodRoutes, deps: RestDeps, openAnswers: OpenAnswers): void {
  const { matches, accounts, waitFor } = deps
  app.get('/v1/matches/:id/notices', { schema: schemas(deps).notices, exposeHeadRoute: false }, async (request, reply) => {
    const { id } = request.params
    const { first, wait, until, include } = request.query
    let caller = await openerOf(deps, request, request.query.ticket)
    const after = resumeAfter(request.raw.headers, NoticesQuery.shape.after, request.query.after)
    const source: Source<NoticeItem> = {
      items: (signal) => matches.follow(caller, id, after, signal),
      cursor: 'version',
    }
    const format = formatFor(request.headers.accept)
    if (format !== 'json') {
      // Whoever may not see the match is told so by a problem, before the stream begins.
      await matches.requireFollowable(caller, id)
      return openAnswers.send(request, reply, format, source, clientOf(accounts, request, caller))
    }
    let page = await matches.notices(caller, id, { first, after })
    if (wait > 0 && !(until === 'my-turn' ? page.yourTurn || hasEnded(page) : page.items.length > 0)) {
      caller = await waitFor(reply, caller, wait, (signal) =>
        until === 'my-turn' ? matches.untilAwaited(caller, id, signal) : firstOf(source.items(signal)),
      )
      page = await matches.notices(caller, id, { first, after })
    }
    const { items, ...standing } = page
    const next = items.at(-1)?.version ?? after
    const parts = await included(matches, caller, id, include, page.version)
    return reply.header('cache-control', 'private, no-cache').send({ items, next, ...standing, ...parts })
  })
}

function inboxRoute(app: ZodRoutes, deps: RestDeps, openAnswers: OpenAnswers): void {
  const { matches, accounts, waitFor } = deps
  app.get('/v1/me/stream', { schema: schemas(deps).inbox, exposeHeadRoute: false }, async (request, reply) => {
    const { wait, include } = request.query
    const caller = await openerOf(deps, request, request.query.ticket)
    requirePlayer(caller, 'read')
    const after = resumeAfter(request.raw.headers, InboxQuery.shape.after, request.query.after)
    // Asked before a stream begins, so that a wrong cursor or a database that is away is answered with a problem.
    const start = await matches.startInbox(caller, after)
    const { first } = shortened(request.query, include)
    const source: Source<InboxItem> = {
      start,
      items: (signal) => carried(matches.followInbox(caller, start, signal), caller, inLists(deps, request, include)),
      cursor: 'cursor',
    }
    const format = formatFor(request.headers.accept)
    if (format !== 'json') return openAnswers.send(request, reply, format, source, clientOf(accounts, request, caller))
    let still = caller
    let page = await matches.inbox(caller, { first, after: start })
    if (page.items.length === 0 && wait > 0) {
      still = await waitFor(reply, caller, wait, (signal) => firstOf(matches.followInbox(caller, start, signal)))
      page = await matches.inbox(still, { first, after: start })
    }
    const { item } = inLists(deps, request, include, reply)
    const items = await Promise.all(page.items.map((one) => item(still, one)))
    return reply.header('cache-control', 'private, no-cache').send({ items, next: page.next })
  })
}
