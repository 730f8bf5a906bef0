/** Figures of GraphQL by operation. */
import { Counter, Histogram, type Registry } from 'prom-client'

/** What a client asked for, in words of our own schema: texts and names that strangers send would make a series each. */
export interface GraphqlOperation {
  readonly kind: string
  /** The root fields, in the order of the alphabet. */
  readonly fields: readonly string[]
}

export interface GraphqlMetrics {
  graphql(operation: GraphqlOperation, failed: boolean, ms: number): void
}

/** Fewer than for requests: there is a series for each root field. */
const SECONDS = [0.005, 0.025, 0.1, 0.5, 2.5]

/** Which move somebody makes may be a secret until the others have chosen too: strangers are told queries from mutations and no more. */
export function graphqlMetrics(registry: Registry, isPrivate: boolean): GraphqlMetrics {
  const registers = [registry]
  const labelNames = isPrivate ? (['kind', 'operation'] as const) : (['kind'] as const)
  const seconds = new Histogram({
    name: 'chancery_graphql_seconds',
    help: 'Time to answer of GraphQL operations; long polls are not counted.',
    labelNames: [...labelNames],
    buckets: SECONDS,
    registers,
  })
  const errors = new Counter({
    name: 'chancery_graphql_errors_total',
    help: 'GraphQL operations whose answer held errors.',
    labelNames: [...labelNames],
    registers,
  })
  return {
    graphql: ({ kind, fields }, failed, ms) => {
      const labels = isPrivate ? { kind, operation: labelOf(fields) } : { kind }
      seconds.observe(labels, ms / 1000)
      if (failed) errors.inc(labels)
    },
  }
}

/** All combinations of root fields would be too many. */
const labelOf = ([first = 'none', ...others]: readonly string[]): string => (others.length > 0 ? 'several' : first)
