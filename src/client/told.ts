/** What a stream has handed out: where the next connection goes on, and whether that still stands. */
import type { AnyNoticeItem, InboxItem } from './generated/shared.js'
import { ChanceryProblem } from './problem.js'

/** The match has gone back to this version: what was told beyond it is void. Not thrown to callers. */
export class Resync extends ChanceryProblem {
  constructor(readonly to: number) {
    super(0, 'RESYNC', `The match went back to version ${to}.`)
  }
}

export interface Told<Item> {
  /** The server has told the place before the first item of a connection. */
  begin?(cursor: string): void
  /** False if it was handed out before. Throws `Resync` if another was handed out in its place. */
  keep(item: Item): boolean
  resumeAfter(): string | number | undefined
  goBack?(version: number): void
  /** Asked when a connection ended in order: is there nothing more to come? */
  isComplete(): Promise<boolean>
}

/** The server repeats a minute at most. */
const KEPT = 10_000

/**
 * After a restart of the database an inbox may tell something again. What waits for us is no repeat, however often it is told: the
 * match may have gone back to where it was.
 */
export function inboxTold(after: string | undefined): Told<InboxItem> {
  const told = new Set<string>()
  let last = after
  return {
    begin(cursor) {
      last = cursor
    },
    keep({ cursor, match, about, version, at, yourTurn }) {
      last = cursor
      const id = `${match ?? about} ${version} ${at}`
      const isKnown = told.has(id)
      told.add(id)
      const [oldest = ''] = told
      if (told.size > KEPT) told.delete(oldest)
      return !isKnown || yourTurn
    },
    resumeAfter: () => last,
    isComplete: async () => false,
  }
}

/** The last item is asked for once more on every connection: if it is otherwise now, so may be those before it, and all are looked through. */
export function matchTold<Item extends Pick<AnyNoticeItem, 'version' | 'head'>>(
  after: number,
  isOverAt: (version: number) => Promise<boolean>,
): Told<Item> {
  const heads = new Map<number, string>()
  const forget = (from: number): void => {
    for (const version of heads.keys()) if (version >= from) heads.delete(version)
  }
  let base = Number(after)
  let last = base
  let resume = base
  return {
    keep({ version, head }) {
      const known = heads.get(version)
      if (known === head) return false
      if (known !== undefined && resume > base) throw new Resync(version)
      if (version <= last) forget(version)
      heads.set(version, head)
      last = version
      resume = Math.max(base, version - 1)
      return true
    },
    resumeAfter: () => resume,
    goBack(version) {
      base = Math.min(base, Math.max(0, version - 1))
      resume = base
      last = Math.min(last, version)
      // The newest that stands is told again, so that the caller looks at the match even if nothing follows it.
      forget(version)
    },
    isComplete: () => isOverAt(last),
  }
}

/** Every record comes once: the next connection goes on after the last. */
export function recordsTold<Item extends { number: number }>(
  after: number,
  isOverAt: (number: number) => Promise<boolean>,
): Told<Item> {
  let last = after
  return {
    keep({ number }) {
      last = number
      return true
    },
    resumeAfter: () => last,
    goBack(number) {
      last = number
    },
    isComplete: () => isOverAt(last),
  }
}
