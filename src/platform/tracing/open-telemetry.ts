/**
 * Tracing by the SDK of OpenTelemetry, with spans at our own seams: docs/decisions/0023 tells why. Loaded only if traces are on. Nothing is
 * registered globally, so that two servers in one process keep apart.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import * as api from '@opentelemetry/api'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Logger } from '../logger.js'
import { packageVersion } from '../package.js'
import { codeOf } from '../thrown.js'
import type { Attributes, Mark, Span, Tracing } from '../tracing.js'
import { toldOnce } from './exporter.js'
import { samplerOf } from './sampler.js'

type Environment = Readonly<Record<string, string | undefined>>

const version = packageVersion(new URL('../../../package.json', import.meta.url))
/** How long a shutdown waits for the last spans to be sent. */
const LAST_SPANS_MS = 2_000
const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/

export function openTelemetry(env: Environment, logger: Pick<Logger, 'warn' | 'info'>): Tracing {
  if (env.OTEL_EXPORTER_OTLP_PROTOCOL && env.OTEL_EXPORTER_OTLP_PROTOCOL !== 'http/json')
    logger.warn(
      'OTEL_EXPORTER_OTLP_PROTOCOL: traces are sent as http/json, which every collector takes where it takes http/protobuf',
    )
  const provider = new TracerProvider({
    resource: resourceOf(),
    sampler: samplerOf(env, (sentence) => logger.warn(sentence)),
    spanProcessors: [new BatchSpanProcessor({ exporter: toldOnce(logger) })],
  })
  return tracingBy(provider.getTracer('chancery', version), () => shutDown(provider))
}

/** OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES say more, or otherwise. */
const resourceOf = () =>
  defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'chancery', 'service.version': version }))
    .merge(detectResources({ detectors: [envDetector] }))

async function shutDown(provider: TracerProvider): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LAST_SPANS_MS)
  })
  await Promise.race([provider.shutdown().catch(() => {}), patience])
  clearTimeout(timer)
}

interface OpenSpan extends Span {
  readonly span: api.Span
}
interface OpenMark extends Mark {
  readonly span: api.Span
}

function tracingBy(tracer: api.Tracer, close: () => Promise<void>): Tracing {
  /** The span under way. */
  const underWay = new AsyncLocalStorage<api.Span>()
  const shownAs = <T>(span: api.Span, work: () => T): T => underWay.run(span, () => settled(span, work))
  const childOf = (parent: api.Span, name: string, options: api.SpanOptions): api.Span =>
    tracer.startSpan(name, options, api.trace.setSpan(api.ROOT_CONTEXT, parent))
  return {
    begin: (name, attributes, traceparent) =>
      opened(tracer.startSpan(name, { kind: api.SpanKind.SERVER, attributes }, callersContext(traceparent))),
    within: (span, work) => underWay.run((span as OpenSpan).span, work), // made by `begin`: there is no other kind
    outside: (work) => underWay.exit(work),
    part(name, attributes, work) {
      const parent = underWay.getStore()
      if (!parent?.isRecording()) return work()
      return shownAs(childOf(parent, name, { attributes }), work)
    },
    mark() {
      const span = underWay.getStore()
      return span?.isRecording() ? markOf(span, underWay) : undefined
    },
    shared(name, attributes, marks, work) {
      const [first, ...others] = (marks as readonly OpenMark[]).map(({ span }) => span) // made by `mark`
      if (!first) return underWay.exit(work)
      const links = others.map((span) => ({ context: span.spanContext() }))
      return shownAs(childOf(first, name, { attributes, links }), () => {
        for (const one of marks.slice(1)) one.link()
        return work()
      })
    },
    close,
  }
}

const markOf = (span: api.Span, underWay: AsyncLocalStorage<api.Span>): OpenMark => ({
  span,
  link() {
    const other = underWay.getStore()
    if (other) span.addLink({ context: other.spanContext() })
  },
})

const opened = (span: api.Span): OpenSpan => ({
  span,
  add: (attributes: Attributes) => void span.setAttributes(attributes),
  end: (failed) => {
    if (failed) span.setStatus({ code: api.SpanStatusCode.ERROR })
    span.end()
  },
})

/** Ends the span with the work, whether that is done now or later. */
function settled<T>(span: api.Span, work: () => T): T {
  try {
    const result = work()
    if (!(result instanceof Promise)) span.end()
    else
      result.then(
        () => span.end(),
        (error: unknown) => failed(span, error),
      )
    return result
  } catch (error) {
    failed(span, error)
    throw error
  }
}

/** By its code or kind alone: messages of Postgres repeat the values that they are about. */
function failed(span: api.Span, error: unknown): void {
  span.setAttribute('error.type', codeOf(error) ?? (error instanceof Error ? error.name : 'unknown'))
  span.setStatus({ code: api.SpanStatusCode.ERROR })
  span.end()
}

function callersContext(traceparent: unknown): api.Context {
  const [, traceId, spanId, flags] = typeof traceparent === 'string' ? (TRACEPARENT.exec(traceparent) ?? []) : []
  if (traceId === undefined || spanId === undefined || flags === undefined) return api.ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags, 16) & api.TraceFlags.SAMPLED
  return api.trace.setSpanContext(api.ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}
