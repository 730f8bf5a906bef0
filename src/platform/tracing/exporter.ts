/** Sends spans to a collector by OTLP over HTTP. One that is away harms nothing and is told once. */
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { Logger } from '../logger.js'

type Done = Parameters<SpanExporter['export']>[1]
type Result = Parameters<Done>[0]

/** Of ExportResultCode, which lies in a package that is not ours to import. */
const SENT: Result['code'] = 0

/** Endpoint, headers, time-out, compression and certificates are the standard variables, which the exporter reads by itself. */
export function toldOnce(logger: Pick<Logger, 'warn' | 'info'>): SpanExporter {
  const exporter = new OTLPTraceExporter()
  let isAway = false
  const note = ({ code, error }: Result): void => {
    const failed = code !== SENT
    if (failed && !isAway)
      logger.warn({ reason: reasonOf(error) }, 'traces cannot be delivered; they are dropped until they can be')
    if (!failed && isAway) logger.info('traces are delivered again')
    isAway = failed
  }
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        note(result)
        // The SDK would tell of every failure, and not by our logger.
        done({ code: SENT })
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  }
}

/** Not the whole error: it holds the answer of whatever listens at that address. */
const reasonOf = (error: (Error & { code?: unknown }) | undefined): string => String(error?.code ?? error?.name ?? 'unknown')
