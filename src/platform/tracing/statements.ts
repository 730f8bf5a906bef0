/** Shows the statements that go to Postgres, by their names. Neither their text nor their values are shown. */
import type { ClientBase, Pool } from 'pg'
import type { Tracing } from '../tracing.js'

type Query = (...given: unknown[]) => unknown

/** What the pool runs by itself is shown with the time that it waits for a connection; on a connection taken out of it, as in a transaction, without. */
export function traceStatements(pool: Pool, tracing: Pick<Tracing, 'part'>, name: string): void {
  const shown = (run: Query): Query => {
    return (...given) => {
      // With a callback it is the pool, whose part is shown already.
      if (typeof given.at(-1) === 'function') return run(...given)
      const statement = nameOf(given[0])
      const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': statement, 'chancery.pool': name }
      return tracing.part(`pg ${statement}`, attributes, () => run(...given))
    }
  }
  replaceQuery(pool, shown)
  pool.on('connect', (client) => replaceQuery(client, shown))
}

/** `query` has a dozen signatures, all of which are passed on as they are. */
function replaceQuery(target: Pool | ClientBase, shown: (run: Query) => Query): void {
  const run: Query = target.query.bind(target)
  Object.assign(target, { query: shown(run) })
}

/** The name of a prepared statement, else the first word. */
function nameOf(statement: unknown): string {
  const { name, text } = (typeof statement === 'string' ? { text: statement } : statement) as { name?: unknown; text?: unknown } // as pg takes it
  if (typeof name === 'string') return name
  return /^\s*(\w+)/.exec(String(text))?.[1]?.toLowerCase() ?? 'statement'
}
