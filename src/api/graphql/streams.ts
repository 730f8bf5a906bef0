/** What can be followed. Ending a subscription ends the stream behind it at once, even while it waits for news. */
import type { GraphqlDeps, Resolvers } from './context.js'
import { parse, Resume, ResumeInbox } from './inputs.js'
import { ofGame } from './typing.js'

export const streamResolvers = ({ matches, tournaments, metrics }: GraphqlDeps): Resolvers[string] => ({
  matchNotices: async (_, { matchId, ...args }, { caller, chargeItem }) => {
    const { after } = parse(Resume, args)
    const { game } = await matches.card(caller, matchId)
    return stream(
      (signal) => matches.follow(caller, matchId, after, signal),
      (item) => ({ matchNotices: ofGame(game, item) }),
      metrics.opened('subscription'),
      chargeItem,
    )
  },
  inbox: async (_, args, { caller, chargeItem }) => {
    // Asked first, so that a wrong cursor or a database that is away refuses the subscription.
    const start = await matches.startInbox(caller, parse(ResumeInbox, args).after)
    return stream(
      (signal) => matches.followInbox(caller, start, signal),
      (inbox) => ({ inbox }),
      metrics.opened('subscription'),
      chargeItem,
    )
  },
  tournamentRecords: async (_, { tournamentId, ...args }, { caller, chargeItem }) => {
    const { after } = parse(Resume, args)
    await tournaments.requireFollowable(caller, tournamentId)
    return stream(
      (signal) => tournaments.follow(caller, tournamentId, after, signal),
      (tournamentRecords) => ({ tournamentRecords }),
      metrics.opened('subscription'),
      chargeItem,
    )
  },
})

/**
 * A generator that waits cannot be told to return; so the wait is aborted first. An item that cannot be paid for ends the stream with the problem, before
 * it is told: whoever comes back later goes on after the last that was.
 */
function stream<Item>(
  open: (signal: AbortSignal) => AsyncIterable<Item>,
  payload: (item: Item) => object,
  onEnd: () => void,
  chargeItem: () => void = () => {},
): AsyncIterableIterator<object> {
  const abort = new AbortController()
  abort.signal.addEventListener('abort', onEnd, { once: true })
  const items = open(abort.signal)[Symbol.asyncIterator]()
  const end = { done: true, value: undefined } as const
  const paid = (item: Item): object => {
    try {
      chargeItem()
      return payload(item)
    } catch (error) {
      abort.abort()
      throw error
    }
  }
  return {
    async next() {
      if (abort.signal.aborted) return end
      const next = await items.next().catch(unlessAborted(abort))
      if (next && !next.done && !abort.signal.aborted) return { done: false, value: paid(next.value) }
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
