/** What can be followed. Ending a subscription ends the stream behind it at once, even while it waits for news. */
import type { GraphqlDeps, Resolvers } from './context.js'
import { parse, Resume, ResumeInbox } from './inputs.js'
import { ofGame } from './typing.js'

export const streamResolvers = ({ matches }: GraphqlDeps): Resolvers[string] => ({
  matchNotices: async (_, { matchId, ...args }, { caller }) => {
    const { after } = parse(Resume, args)
    const { game } = await matches.card(caller, matchId)
    return stream(
      (signal) => matches.follow(caller, matchId, after, signal),
      (item) => ({ matchNotices: ofGame(game, item) }),
    )
  },
  inbox: async (_, args, { caller }) => {
    // Asked first, so that a wrong cursor or a database that is away refuses the subscription.
    const start = await matches.startInbox(caller, parse(ResumeInbox, args).after)
    return stream(
      (signal) => matches.followInbox(caller, start, signal),
      (inbox) => ({ inbox }),
    )
  },
})

/** A generator that waits cannot be told to return; so the wait is aborted first. */
function stream<Item>(
  open: (signal: AbortSignal) => AsyncIterable<Item>,
  payload: (item: Item) => object,
): AsyncIterableIterator<object> {
  const abort = new AbortController()
  const items = open(abort.signal)[Symbol.asyncIterator]()
  const end = { done: true, value: undefined } as const
  return {
    async next() {
      if (abort.signal.aborted) return end
      const next = await items.next().catch(unlessAborted(abort.signal))
      return !next || next.done || abort.signal.aborted ? end : { done: false, value: payload(next.value) }
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

const unlessAborted = (signal: AbortSignal) => (error: unknown) => {
  if (!signal.aborted) throw error
  return undefined
}
