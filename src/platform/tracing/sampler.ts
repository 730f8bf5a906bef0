/** OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG, as OpenTelemetry defines them; the SDK leaves them to whoever sets it up. */
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'

type Environment = Readonly<Record<string, string | undefined>>

const SAMPLERS: Readonly<Record<string, (ratio: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
}
const STANDARD = 'parentbased_always_on'

/** What is unknown or out of range counts as not set, as the specification has it, and is told. */
export function samplerOf(
  { OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG }: Environment,
  tell: (sentence: string) => void,
): Sampler {
  const name = OTEL_TRACES_SAMPLER || STANDARD
  const ratio = OTEL_TRACES_SAMPLER_ARG ? Number(OTEL_TRACES_SAMPLER_ARG) : 1
  const isRatio = ratio >= 0 && ratio <= 1
  if (!isRatio) tell('OTEL_TRACES_SAMPLER_ARG: expected a number from 0 to 1; every trace is kept.')
  const make = SAMPLERS[name]
  if (!make) tell(`OTEL_TRACES_SAMPLER: expected one of ${Object.keys(SAMPLERS).join(', ')}; ${STANDARD} is used.`)
  return (make ?? SAMPLERS[STANDARD] ?? SAMPLERS.always_on)?.(isRatio ? ratio : 1) ?? new AlwaysOnSampler()
}
