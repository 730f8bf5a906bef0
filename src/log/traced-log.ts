/** Shows appends in traces: how long each waited, and the group commit that wrote it together with others. */
import type { Mark, Tracing } from '../platform/tracing.js'
import type { Append } from './append.js'
import type { LogListeners } from './group-commit.js'
import type { Log } from './log.js'

export interface TracedLog {
  /** To be handed to the log. */
  readonly aroundBatch: NonNullable<LogListeners['aroundBatch']>
  readonly traced: (log: Log) => Log
}

export function tracedLog(tracing: Pick<Tracing, 'part' | 'mark' | 'shared'>): TracedLog {
  const marks = new WeakMap<Append, Mark>()
  const append = (log: Log, row: Append) =>
    tracing.part('append', { 'chancery.match': row.match, 'chancery.version': row.entry.version }, () => {
      const mark = tracing.mark()
      if (mark) marks.set(row, mark)
      return log.append(row)
    })
  return {
    aroundBatch: (rows, work) =>
      tracing.shared(
        'group commit',
        { 'chancery.entries': rows.length },
        rows.flatMap((row) => marks.get(row) ?? []),
        work,
      ),
    traced: (log) => ({ ...log, append: (row) => append(log, row) }),
  }
}
