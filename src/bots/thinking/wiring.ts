/** The thinking of a server: as it is set, counted and complained about. */
import type { Config } from '../../platform/config.js'
import type { Logger } from '../../platform/logger.js'
import type { Metrics } from '../../platform/metrics.js'
import { type Thinking, thinking } from './pool.js'

type Settings = Pick<Config, 'botThreads' | 'botSeconds'>

export function wireThinking({ botThreads, botSeconds }: Settings, metrics: Metrics, logger: Logger): Thinking {
  const thoughts = thinking({
    threads: botThreads,
    limitMs: botSeconds * 1000,
    onThought: metrics.thought,
    onOverrun({ game, bot }, error) {
      metrics.overrun(bot)
      if (error) logger.error({ game, bot, err: error }, 'a bot failed, and a simpler one answers')
      else logger.warn({ game, bot }, 'a bot took too long, and a simpler one answers')
    },
  })
  metrics.watchThinking(thoughts.waiting)
  return thoughts
}
