/**
 * Which point of a block has which seat. Of the blocks of a point, taken in runs of as many as there are seats, it has every seat once in each run: so how often it has them differs by one at most.
 *
 * Seats are colours of the edges between blocks and runs, of which no two of one colour meet. By König's theorem there are enough: an edge that finds none free has two colours exchanged along a path.
 */
import { itemAt, numberAt } from '../../games/lists.js'
import type { Block } from './block.js'

const FREE = -1

export function seated(blocks: readonly Block[]): readonly Block[] {
  const seats = blocks[0]?.length ?? 0
  const { pointOf, runsAt } = runsOf(blocks, seats)
  /** By block and seat the run that is there, and by run and seat the block. */
  const ofBlock = blocks.map(() => Array.from({ length: seats }, () => FREE))
  const ofRun = pointOf.map(() => Array.from({ length: seats }, () => FREE))
  runsAt.forEach((runs, block) => {
    for (const run of runs) {
      const seat = itemAt(ofBlock, block).indexOf(FREE)
      makeFree(ofBlock, ofRun, run, seat)
      put(ofBlock, ofRun, block, run, seat)
    }
  })
  return ofBlock.map((runs) => runs.map((run) => numberAt(pointOf, run)))
}

interface Runs {
  /** By run. */
  readonly pointOf: readonly number[]
  /** By block: the runs that it is in. */
  readonly runsAt: readonly (readonly number[])[]
}

function runsOf(blocks: readonly Block[], length: number): Runs {
  const pointOf: number[] = []
  const current = new Map<number, { readonly run: number; readonly blocks: number }>()
  const runsAt = blocks.map((block) =>
    block.map((point) => {
      const before = current.get(point)
      const goesOn = before !== undefined && before.blocks < length
      const run = goesOn ? before.run : pointOf.push(point) - 1
      current.set(point, { run, blocks: goesOn ? before.blocks + 1 : 1 })
      return run
    }),
  )
  return { pointOf, runsAt }
}

type Seats = readonly number[][]

function put(ofBlock: Seats, ofRun: Seats, block: number, run: number, seat: number): void {
  itemAt(ofBlock, block)[seat] = run
  itemAt(ofRun, run)[seat] = block
}

/** Along the path of the two seats that begins at the run, they are exchanged; the block that needs one is not on it, having neither. */
function makeFree(ofBlock: Seats, ofRun: Seats, run: number, seat: number): void {
  const other = itemAt(ofRun, run).indexOf(FREE)
  const path = pathFrom(ofBlock, ofRun, run, [seat, other])
  for (const edge of path) {
    itemAt(ofBlock, edge.block)[edge.seat] = FREE
    itemAt(ofRun, edge.run)[edge.seat] = FREE
  }
  for (const edge of path) put(ofBlock, ofRun, edge.block, edge.run, edge.seat === seat ? other : seat)
}

interface Edge {
  readonly block: number
  readonly run: number
  readonly seat: number
}

function pathFrom(ofBlock: Seats, ofRun: Seats, start: number, [seat, other]: readonly [number, number]): readonly Edge[] {
  const path: Edge[] = []
  let run = start
  for (;;) {
    const block = numberAt(itemAt(ofRun, run), seat)
    if (block === FREE) return path
    path.push({ block, run, seat })
    run = numberAt(itemAt(ofBlock, block), other)
    if (run === FREE) return path
    path.push({ block, run, seat: other })
  }
}
