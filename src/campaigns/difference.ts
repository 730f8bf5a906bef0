/** Where two JSON values begin to differ, in words; undefined if they do not. */
export function difference(found: unknown, expected: unknown, path = ''): string | undefined {
  if (isObject(found) && isObject(expected)) {
    const keys = new Set([...Object.keys(found), ...Object.keys(expected)])
    for (const key of keys) {
      const deeper = difference(found[key], expected[key], path === '' ? key : `${path}.${key}`)
      if (deeper) return deeper
    }
    return Array.isArray(found) === Array.isArray(expected) ? undefined : `${path}: a list and an object`
  }
  return Object.is(found, expected) ? undefined : `${path || 'the whole'} is ${short(found)}, not ${short(expected)}`
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent'
  return text.length > 120 ? `${text.slice(0, 120)}...` : text
}
