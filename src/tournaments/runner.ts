/** Goes on with tournaments whenever there may be something to do: told so by whoever has changed one, by matches that end, and by a sweep, so that nothing is lost with a server that dies. */
import { turns } from '../platform/turns.js'

export interface RunnerDeps {
  /** One step; whether there may be more to do. */
  readonly step: (tournament: string) => Promise<boolean>
  /** Tournaments that are to be looked at. */
  readonly unsettled: () => Promise<string[]>
  /** The tournaments whose tables are among these matches. */
  readonly tournamentsOf: (matches: readonly string[]) => Promise<string[]>
  /** Of failures that come one after the other with the same tournament, the first is told. */
  readonly onError: (error: unknown) => void
}

export interface Runner {
  /** There may be something to do. */
  nudge(tournament: string): void
  /** These matches have ended, of tables or not. */
  ended(matches: readonly string[]): void
  /** Has all tournaments that run looked at, and waits for none of them; their number. */
  sweep(): Promise<number>
  /** Resolves when what is under way is done. */
  stop(): Promise<void>
}

/** Tournaments that a server goes on with at a time. */
const AT_ONCE = 4
/** Matches that end in a moment are looked at together. */
const GATHERED_MS = 10

export function tournamentRunner(deps: RunnerDeps): Runner {
  const inTurn = turns(AT_ONCE)
  const underWay = new Map<string, Promise<void>>()
  /** Nudged while they were gone on with. */
  const again = new Set<string>()
  const failing = new Set<string>()
  const gathered = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  /** Whether there was none to look at, when it was last looked. */
  let isIdle = false

  const goOn = async (id: string): Promise<void> => {
    do {
      again.delete(id)
      while (!isStopped && (await deps.step(id)));
    } while (again.has(id) && !isStopped)
  }
  const attempt = async (id: string): Promise<void> => {
    try {
      await inTurn(() => goOn(id))
      failing.delete(id)
    } catch (error) {
      if (!failing.has(id)) deps.onError(error)
      failing.add(id)
    }
    underWay.delete(id)
    // Nudged after the last look, and before it was known that it was the last.
    if (again.delete(id)) nudge(id)
  }
  const nudge = (id: string): void => {
    isIdle = false
    if (isStopped) return
    if (underWay.has(id)) again.add(id)
    else underWay.set(id, attempt(id))
  }
  const lookUp = async (): Promise<void> => {
    timer = undefined
    const matches = [...gathered]
    gathered.clear()
    for (const id of await deps.tournamentsOf(matches)) nudge(id)
  }
  return {
    nudge,
    ended(matches) {
      if (isStopped || isIdle || matches.length === 0) return
      for (const match of matches) gathered.add(match)
      timer ??= setTimeout(() => void lookUp().catch(deps.onError), GATHERED_MS).unref()
    },
    async sweep() {
      const ids = isStopped ? [] : await deps.unsettled()
      for (const id of ids) nudge(id)
      isIdle = ids.length === 0
      return ids.length
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await Promise.all(underWay.values())
    },
  }
}
