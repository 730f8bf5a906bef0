/** Threads for what takes long: whole tables and checks in some, single thoughts in others, so that a program at a table never waits until a whole match of others is over. */
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import type { Move } from '../../bots/bot.js'
import type { MatchVerdict } from '../archive/match-check.js'
import type { PlayedTable } from './table.js'
import type { HouseTable, MatchCheck, Thought } from './worker.js'

export interface Threads {
  houseTable(table: HouseTable): Promise<PlayedTable>
  think(thought: Thought): Promise<Move>
  check(match: MatchCheck): Promise<MatchVerdict>
  close(): Promise<void>
}

/** The compiled one, also for whoever runs the sources: a thread reads no TypeScript. */
const WORKER = fileURLToPath(new URL('../../../dist/tournaments/local/worker.js', import.meta.url))
/** A thread that waits for the next table must not end meanwhile: starting one takes longer than many tables. */
const IDLE_MS = 10_000
/** Programs have time limits by the clock, so they come first. */
const NICE = 5

export function threads(workers: number): Threads {
  const started: Piscina[] = []
  const start = (): Piscina => {
    const pool = new Piscina({
      filename: WORKER,
      minThreads: 0,
      maxThreads: workers,
      idleTimeout: IDLE_MS,
      concurrentTasksPerWorker: 1,
      niceIncrement: NICE,
    })
    started.push(pool)
    return pool
  }
  let whole: Piscina | undefined
  let single: Piscina | undefined
  const ofWholes = (): Piscina => {
    whole ??= start()
    return whole
  }
  const ofThoughts = (): Piscina => {
    single ??= start()
    return single
  }
  return {
    houseTable: (table) => ofWholes().run(table, { name: 'houseTable' }),
    think: (thought) => ofThoughts().run(thought, { name: 'thought' }),
    check: (match) => ofWholes().run(match, { name: 'matchCheck' }),
    close: async () => void (await Promise.all(started.map((pool) => pool.destroy()))),
  }
}
