/**
 * JSON as RFC 8785 writes it, so that another language hashes the same bytes: keys in the order of their UTF-16 units, no spaces. Numbers and strings
 * are written by JSON.stringify, whose form the RFC takes over; text that is no proper Unicode never gets here. A library did this before at twice
 * the cost, in the hottest place of the server; it remains the oracle of the test.
 */
export const canonicalJson = (value: unknown): string => JSON.stringify(inOrder(value))

const isNested = (value: unknown): boolean => typeof value === 'object'

function inOrder(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.some(isNested) ? value.map(inOrder) : value
  // Keys are names: an object would put keys that look like numbers first, whatever the order in which they come.
  const ordered: Record<string, unknown> = {}
  for (const key of Object.keys(value).sort()) ordered[key] = inOrder((value as Record<string, unknown>)[key])
  return ordered
}
