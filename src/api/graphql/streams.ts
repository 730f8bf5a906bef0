/** What can be followed. Ending a subscription ends the stream behind it at once, even while it waits for news. */
import type { GraphqlDeps, Resolvers } from './context.js'
import { parse, Resume, ResumeInbox } from './inputs.js'
import { ofGame } from './typing.js'

export const streamResolvers = ({ matches, metrics }: GraphqlDeps): Resolvers[string] => ({
  matchNotices: async (_, { matchId, ...args }, { caller }) => {
    const { after } = parse(Resume, args)
    const { game } = await matches.card(caller, matchId)
    return stream(
      (signal) => matches.follow(caller, matchId, after, signal),
      (item) => ({ matchNotices: ofGame(game, item) }),
      metrics.opened('subscription'),
    )
  },
  inbox: async (_, args, { caller }) => {
    // Asked first, so that a wrong cursor or a database that is away refuses the subscription.
    const start = await matches.startInbox(caller, parse(ResumeInbox, args).after)
    return stream(
      (signal) => matches.followInbox(caller, start, signal),
      (inbox) => ({ inbox }),
      metrics.opened('subscription'),
    )
  },
})

/** A generator that waits cannot be told to return; so the wait is aborted first. */
function stream<Item>(
  open: (signal: AbortSignal) => AsyncIterable<Item>,
  payload: (item: Item) => object,
  onEnd: () => void,
): AsyncIterableIterator<object> {
  const abort = new AbortController()
  abort.signal.addEventListener('abort', onEnd, { once: true })
  const items = open(abort.signal)[Symbol.asyncIterator]()
  const end = { done: true, value: undefined } as const
  return {
    async next() {
      if (abort.signal.aborted) return end
      const next = await items.next().catch(unlessAborted(abort))
      if (next && !next.done && !abort.signal.aborted) return { done: false, value: payload(next.value) }
      abort.abort()
      return end
    },
    async return() {
      abort.abort()
      await items.return?.().catch(() => undefined)
      return end
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

const unlessAborted = (abort: AbortController) => (error: unknown) => {
  if (abort.signal.aborted) return undefined
  abort.abort()
  throw error
}
