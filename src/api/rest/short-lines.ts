/** JSON for readers: what fits on a line stands on one. With a line for every value, half of a large document would be spaces. */
const LINE = 120

export function inShortLines(value: unknown, indent = ''): string {
  const text = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || indent.length + text.length <= LINE) return text
  const inner = `${indent} `
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map((item: unknown) => inShortLines(item, inner))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => `${JSON.stringify(key)}: ${inShortLines(item, inner)}`)
  const [open, close] = isList ? '[]' : '{}'
  return `${open}\n${parts.map((part) => `${inner}${part}`).join(',\n')}\n${indent}${close}`
}
