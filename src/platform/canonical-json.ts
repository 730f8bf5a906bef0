/**
 * JSON as RFC 8785 writes it, so that another language hashes the same bytes: keys in the order of their UTF-16 units, no spaces. Numbers and strings
 * are written by JSON.stringify, whose form the RFC takes over; text that is not valid Unicode is refused before it gets here. Every entry is hashed
 * over this text, and a library took twice as long to write it; the test compares the two.
 */
export const canonicalJson = (value: unknown): string => JSON.stringify(inOrder(value))

const isNested = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

function inOrder(value: unknown): unknown {
  if (!isNested(value)) return value
  if (Array.isArray(value)) return value.some(isNested) ? value.map(inOrder) : value
  // Keys are names: an object would list keys that look like numbers first, in whatever order they are added.
  const ordered: Record<string, unknown> = {}
  for (const key of sorted(Object.keys(value))) ordered[key] = inOrder(value[key])
  return ordered
}

/** Objects of more keys are rare, and those of fewer are sorted by hand in a third of the time. */
const FEW = 12

function sorted(keys: string[]): string[] {
  if (keys.length > FEW) return keys.sort()
  for (let from = 1; from < keys.length; from++) {
    const key = keys[from] as string // it is among them
    let to = from
    for (; to > 0 && (keys[to - 1] as string) > key; to--) keys[to] = keys[to - 1] as string
    keys[to] = key
  }
  return keys
}
