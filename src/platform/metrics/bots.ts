/** Figures of bots of the house that think. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { SECONDS } from './answers.js'

export interface BotMetrics {
  /** A bot has come to a decision, and thought for so long. */
  thought(bot: string, ms: number): void
  /** A thought was ended, or failed: a simpler bot answers. */
  overrun(bot: string): void
  /** Questions that wait for a thread. */
  watchThinking(waiting: () => number): void
}

export function botMetrics(registry: Registry): BotMetrics {
  const registers = [registry]
  const time = new Histogram({
    name: 'chancery_bot_thought_seconds',
    help: 'Thoughts of bots of the house, and how long each took in its thread.',
    labelNames: ['bot'],
    buckets: [...SECONDS, 10],
    registers,
  })
  const overruns = new Counter({
    name: 'chancery_bot_overruns_total',
    help: 'Thoughts that were ended because they took too long, or that failed.',
    labelNames: ['bot'],
    registers,
  })
  return {
    thought: (bot, ms) => time.observe({ bot }, ms / 1000),
    overrun: (bot) => overruns.inc({ bot }),
    watchThinking: (waiting) => {
      new Gauge({
        name: 'chancery_bot_thoughts_waiting',
        help: 'Decisions of bots that wait for a thread on this server.',
        registers,
        collect() {
          this.set(waiting())
        },
      })
    },
  }
}
