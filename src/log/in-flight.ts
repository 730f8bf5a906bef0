/**
 * Work that goes out one piece after the other, except that a piece which takes too long is not waited for: the next goes out beside it, up to a
 * bound. So what is stuck holds nobody up, and what is quick still goes alone.
 */

export interface InFlight {
  /** Starts the work, which must not throw; resolves when the next piece may go out. */
  run(work: () => Promise<void>): Promise<void>
}

/** Some ten times what a batch takes on a busy machine: whatever is slower than this is taken to be stuck. */
const PATIENCE_MS = 250
/** If so many are stuck, the database is, and more connections would not help. */
const MOST_AT_ONCE = 3

export function inFlight(): InFlight {
  const running = new Set<Promise<void>>()
  return {
    async run(work) {
      const piece: Promise<void> = work().finally(() => running.delete(piece))
      running.add(piece)
      await doneOrLate(piece)
      while (running.size >= MOST_AT_ONCE) await Promise.race(running)
    },
  }
}

function doneOrLate(piece: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, PATIENCE_MS)
    void piece.then(() => {
      clearTimeout(late)
      resolve()
    })
  })
}
