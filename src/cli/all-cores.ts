/** A long list of pieces of work on all cores: here as long as there is little to do, then in threads. What comes of them is handed on in their order, whoever is done first. */
import { failure } from '../platform/failure.js'
import { firstLineOf } from '../platform/thrown.js'

/** What came of some pieces, in their order, up to the first that failed: why, in one line. Plain data, which goes from one thread to another. */
export interface Done<Result> {
  readonly results: readonly Result[]
  readonly problem?: string
}

/** One piece after the other. */
export async function doAll<Piece, Result>(
  pieces: readonly Piece[],
  work: (piece: Piece) => Result | Promise<Result>,
): Promise<Done<Result>> {
  const results: Result[] = []
  try {
    for (const piece of pieces) results.push(await work(piece))
    return { results }
  } catch (error) {
    return { results, problem: firstLineOf(error) }
  }
}

export interface Crew<Piece, Result> {
  work(pieces: readonly Piece[]): Promise<Done<Result>>
  close(): Promise<void>
}

interface Spread<Piece, Result> {
  readonly pieces: Iterable<Piece> | AsyncIterable<Piece>
  readonly total: number
  /** How many threads there may be; with one, everything is done here. */
  readonly workers: number
  /** A single piece takes longer than it takes to start a thread. */
  readonly isHeavy?: boolean
  readonly here: (pieces: readonly Piece[]) => Promise<Done<Result>>
  /** Starts the threads. */
  readonly there: () => Promise<Crew<Piece, Result>>
  /** How many pieces are done, whether or not those before them are. */
  readonly onDone: (pieces: number) => void
}

/** So long a run stays alone in any case: most are over by then. */
const ALONE_MS = 200
/** Threads are started for as much work as this: to begin with, each of them takes a few hundred milliseconds to load and compile the rules. */
const WORTH_MS = 1500
/** Of work handed out at a time: long enough that handing it out costs nothing, short enough that all threads end at about the same time. */
const CHUNK_MS = 50
const MOST_IN_A_CHUNK = 1000
/** For each thread: what it works on, what it does next, and what waits for those before it. */
const CHUNKS_IN_HAND = 4

/** Fails with one line where the first piece did, after the results of all before it. */
export async function* onAllCores<Piece, Result>(
  spread: Spread<Piece, Result>,
  { aloneMs = ALONE_MS, worthMs = WORTH_MS } = {},
): AsyncGenerator<Result, void, undefined> {
  const { total, workers, isHeavy = false, here, onDone } = spread
  const source = inChunks(spread.pieces)
  const began = performance.now()
  let done = 0
  const eachMs = (): number => (performance.now() - began) / Math.max(1, done)
  const pays = (): boolean =>
    isHeavy ? total - done > 1 : performance.now() - began >= aloneMs && (total - done) * eachMs() >= worthMs
  while (workers === 1 || !pays()) {
    const [piece] = await source.next(1)
    if (piece === undefined) return
    yield* resultsOf(await here([piece]))
    onDone(++done)
  }
  const size = isHeavy ? 1 : chunkSize(eachMs(), (total - done) / workers)
  yield* inThreads({ ...spread, onDone: (pieces) => onDone(done + pieces) }, () => source.next(size))
}

/** No thread has much left to do when another has finished. */
const chunkSize = (eachMs: number, forEachThread: number): number =>
  Math.max(1, Math.min(MOST_IN_A_CHUNK, Math.floor(CHUNK_MS / eachMs), Math.floor(forEachThread / CHUNKS_IN_HAND)))

async function* inThreads<Piece, Result>(
  { workers, there, onDone }: Spread<Piece, Result>,
  nextChunk: () => Promise<Piece[]>,
): AsyncGenerator<Result, void, undefined> {
  const crew = await there()
  const inHand: Promise<Done<Result>>[] = []
  let done = 0
  try {
    for (let chunk = await nextChunk(); chunk.length > 0 || inHand.length > 0; chunk = await nextChunk()) {
      if (chunk.length > 0)
        inHand.push(
          handedOut(crew, chunk).finally(() => {
            done += chunk.length
            onDone(done)
          }),
        )
      const first = chunk.length === 0 || inHand.length >= workers * CHUNKS_IN_HAND ? await inHand.shift() : undefined
      if (first) yield* resultsOf(first)
    }
  } finally {
    await crew.close()
  }
}

/** A thread that dies is told of when its turn has come, and not before. */
const handedOut = <Piece, Result>(crew: Crew<Piece, Result>, chunk: readonly Piece[]): Promise<Done<Result>> =>
  crew.work(chunk).catch((error: unknown) => ({ results: [], problem: firstLineOf(error) }))

function* resultsOf<Result>({ results, problem }: Done<Result>): Generator<Result, void, undefined> {
  yield* results
  if (problem !== undefined) throw failure(problem)
}

/** The next pieces of a list, so many at a time; none at its end. */
function inChunks<Piece>(pieces: Iterable<Piece> | AsyncIterable<Piece>): { next(count: number): Promise<Piece[]> } {
  const source = Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]()
  return {
    async next(count) {
      const chunk: Piece[] = []
      while (chunk.length < count) {
        const { value, done } = await source.next()
        if (done) break
        chunk.push(value)
      }
      return chunk
    },
  }
}
