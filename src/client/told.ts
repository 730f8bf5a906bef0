/** What a stream has handed out: where the next connection goes on, and whether that still stands. */
import { ChanceryProblem } from './problem.js'

/** The match has gone back to this version: what was told beyond it is void. Not thrown to callers. */
export class Resync extends ChanceryProblem {
  constructor(readonly to: number) {
    super(0, 'RESYNC', `The match has gone back to version ${to}.`)
  }
}

interface Told<Item> {
  /** The server has told the place before the first item of a connection. */
  begin(cursor: string): void
  /** False if it was handed out before. Throws `Resync` if another was handed out in its place. */
  keep(item: Item): boolean
  /** That of the item handed out last. */
  cursor(): string | number | undefined
  resumeAfter(): string | number | undefined
  goBack(version: number): void
}

/** Where a stream begins, and how its items are told apart. */
export interface Source<Item> {
  /** Undefined for where the server begins by itself. */
  readonly after: string | number | undefined
  cursor(item: Item): string | number
  /** Whether this was handed out before, on an earlier connection. */
  isRepeat?(item: Item): boolean
  /** For a stream whose cursors are versions: the hash of an item's entry. It tells whether what was handed out still stands. */
  head?(item: Item): string
}

export const memoryOf = <Item>(source: Source<Item>): Told<Item> =>
  source.head ? versions(source, source.head) : lastCursor(source)

/** Where nothing tells an item from another with its cursor, the last cursor is all there is to know. */
function lastCursor<Item>({ after, cursor, isRepeat }: Source<Item>): Told<Item> {
  let last = after
  return {
    begin(cursor) {
      last = cursor
    },
    keep(item) {
      last = cursor(item)
      return !isRepeat?.(item)
    },
    cursor: () => last,
    resumeAfter: () => last,
    goBack: () => undefined,
  }
}

/** The last item is asked for once more on every connection: if it is otherwise now, so may be those before it, and all are looked through. */
function versions<Item>({ after, cursor }: Source<Item>, head: (item: Item) => string): Told<Item> {
  const heads = new Map<number, string>()
  let base = Number(after ?? 0)
  let last = base
  let resume = base
  return {
    begin: () => undefined,
    keep(item) {
      const version = Number(cursor(item))
      const known = heads.get(version)
      if (known === head(item)) return false
      if (known !== undefined && resume > base) throw new Resync(version)
      forget(heads, version)
      heads.set(version, head(item))
      last = version
      resume = Math.max(base, version - 1)
      return true
    },
    cursor: () => last,
    resumeAfter: () => resume,
    goBack(version) {
      base = Math.min(base, Math.max(0, version - 1))
      resume = base
      last = Math.min(last, version)
      // The newest that stands is told again, so that the caller looks at the match even if nothing follows it.
      forget(heads, version)
    },
  }
}

function forget(heads: Map<number, string>, from: number): void {
  for (const version of [...heads.keys()].reverse()) {
    if (version < from) return
    heads.delete(version)
  }
}
