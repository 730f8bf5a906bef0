/** Whether there are traces at all. */
import type { Config } from '../config.js'
import type { Logger } from '../logger.js'
import type { Tracing } from '../tracing.js'

/** Undefined if traces are off; then nothing of OpenTelemetry is loaded, and no request passes any of this. */
export async function openTracing({ otlpEndpoint }: Pick<Config, 'otlpEndpoint'>, logger: Logger): Promise<Tracing | undefined> {
  if (otlpEndpoint === undefined) return undefined
  const { openTelemetry } = await import('./open-telemetry.js')
  return openTelemetry(process.env, logger)
}
