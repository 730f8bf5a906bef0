/** The figures of all workers, added up. A total never goes down because a worker has died: what it had counted when it was last asked stays. */
import { AggregatorRegistry } from 'prom-client'
import type { Figures } from './messages.js'

export interface SummedFigures {
  /** Of a worker that was asked. */
  take(worker: number, figures: Figures): void
  /** The worker is no more. */
  gone(worker: number): void
  page(): Promise<string>
}

export function summedFigures(): SummedFigures {
  const latest = new Map<number, Figures>()
  const departed: Figures[] = []
  return {
    take: (worker, figures) => void latest.set(worker, figures),
    gone(worker) {
      departed.push((latest.get(worker) ?? []).filter(isTotal))
      latest.delete(worker)
    },
    async page() {
      const past = [...departed]
      const sum = await AggregatorRegistry.aggregate(past).getMetricsAsJSON()
      departed.splice(0, past.length, sum)
      return AggregatorRegistry.aggregate([...latest.values(), ...departed]).metrics()
    },
  }
}

/** Others tell how things stand, and of a worker that is no more they tell nothing. */
const isTotal = ({ type }: Figures[number]): boolean => ['counter', 'histogram'].includes(`${type}`)
