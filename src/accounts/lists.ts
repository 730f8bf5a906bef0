/** Pages of lists that go on after an opaque cursor. */
import { invalid } from '../platform/problem.js'

export interface ListPage {
  readonly first: number
  /** `next` of the page before. */
  readonly after?: string | undefined
}

export interface Listed<Item> {
  readonly items: Item[]
  /** Null on the last page. */
  readonly next: string | null
}

/** From one item more than was asked for, which tells whether there is another page. */
export function listed<Item>(found: readonly Item[], first: number, cursor: (item: Item) => string): Listed<Item> {
  const items = found.slice(0, first)
  const last = items.at(-1)
  return { items, next: found.length > first && last !== undefined ? cursor(last) : null }
}

const SEPARATOR = '\n'

export const cursorOf = (...parts: readonly string[]): string => Buffer.from(parts.join(SEPARATOR)).toString('base64url')

/** What Postgres cannot read in it is refused like any other value out of range. */
export function readCursor(cursor: string, length: number): string[] {
  const parts = Buffer.from(cursor, 'base64url').toString().split(SEPARATOR)
  if (parts.length !== length || parts.some((part) => part.includes('\0'))) throw invalid('after: not a cursor of this list')
  return parts
}
