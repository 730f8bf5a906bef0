/** Queries that are answered when it is the caller's turn, or when their time is up. */
import type { Matches } from '../../match/matches.js'
import { hasEnded, type MatchCard } from '../../match/shapes.js'
import type { Context } from './context.js'

interface WaitingReads {
  match(context: Context, id: string, seconds: number): Promise<MatchCard>
  turns(context: Context, first: number, seconds: number): Promise<readonly MatchCard[]>
}

type Read = Pick<Matches, 'card' | 'turns' | 'untilAwaited' | 'untilAwaitedAnywhere'>

export const waitingReads = (matches: Read): WaitingReads => ({
  async match({ caller, waitFor }, id, seconds) {
    const match = await matches.card(caller, id)
    if (seconds === 0 || match.yourTurn || hasEnded(match)) return match
    return matches.card(await waitFor(seconds, (signal) => matches.untilAwaited(caller, id, signal)), id)
  },
  async turns({ caller, waitFor }, first, seconds) {
    const { items } = await matches.turns(caller, { first })
    if (seconds === 0 || items.length > 0) return items
    const still = await waitFor(seconds, (signal) => matches.untilAwaitedAnywhere(caller, signal))
    return (await matches.turns(still, { first })).items
  },
})
