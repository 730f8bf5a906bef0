/** Threads for what takes long: whole tables and checks in some, single thoughts in others, so that a program at a table never waits until a whole match of others is over. */
import type { Move } from '../../bots/bot.js'
import { openThreads, type ThreadPool } from '../../platform/threads.js'
import type { MatchVerdict } from '../archive/match-check.js'
import type { PlayedTable } from './table.js'
import type { HouseTable, MatchCheck, Thought } from './worker.js'

export interface Threads {
  houseTable(table: HouseTable): Promise<PlayedTable>
  think(thought: Thought): Promise<Move>
  check(match: MatchCheck): Promise<MatchVerdict>
  close(): Promise<void>
}

const WORKER = 'tournaments/local/worker.js'
/** Programs have time limits by the clock, so they come first. */
const NICE = 5

export function threads(workers: number): Threads {
  const started: ThreadPool[] = []
  const start = (): ThreadPool => {
    const pool = openThreads({ worker: WORKER, most: workers, nice: NICE })
    started.push(pool)
    return pool
  }
  let whole: ThreadPool | undefined
  let single: ThreadPool | undefined
  const ofWholes = (): ThreadPool => {
    whole ??= start()
    return whole
  }
  const ofThoughts = (): ThreadPool => {
    single ??= start()
    return single
  }
  return {
    houseTable: (table) => ofWholes().run(table, { name: 'houseTable' }),
    think: (thought) => ofThoughts().run(thought, { name: 'thought' }),
    check: (match) => ofWholes().run(match, { name: 'matchCheck' }),
    close: async () => void (await Promise.all(started.map((pool) => pool.close()))),
  }
}
