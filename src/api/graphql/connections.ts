/** Pages as Relay wants them. */
import type { Page } from '../../match/matches.js'

export function connection<T>({ items, cursors, next }: Page<T>, after: unknown): object {
  return {
    edges: items.map((node, index) => ({ node, cursor: cursors[index] })),
    nodes: items,
    pageInfo: {
      hasNextPage: next !== null,
      hasPreviousPage: typeof after === 'string',
      startCursor: cursors[0] ?? null,
      // A page that was looked for in vain still tells where to go on.
      endCursor: next ?? cursors.at(-1) ?? null,
    },
  }
}
