/** Answers cut to a size at which they can be read: an example shows what comes, not all of it. */

/** A whole board of Kingdoms: its list has a fixed length. */
const MOST_ITEMS = 30
const MOST_LETTERS = 600

export function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.length > MOST_LETTERS ? `${value.slice(0, MOST_LETTERS)} ...` : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map(shortened)
  // Of a JSON Schema its head.
  if ('$schema' in value) return { $schema: value.$schema, ...('type' in value && { type: value.type }) }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner)]))
}
