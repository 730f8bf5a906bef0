/** Any JSON as lines that are read rather than parsed: `gold: 50`, lists of things alike as tables, long things indented below their name. */

/** Of a line, and of what stands in one column of a table. */
const SHORT = 110
const WIDE = 250
const STEP = '  '

export const inWords = (value: unknown): string => block(value, '').join('\n')

function block(value: unknown, indent: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => listed(item, indent))
  return isObject(value) ? Object.entries(value).flatMap(([name, held]) => member(name, held, indent)) : [indent + inline(value)]
}

function member(name: string, value: unknown, indent: string): string[] {
  const line = `${indent}${spaced(name)}: ${inline(value)}`
  if (fits(value, line)) return [line]
  const rows = tableOf(value)
  if (!rows) return [`${indent}${spaced(name)}:`, ...block(value, indent + STEP)]
  const [head, ...others] = rows
  return [`${indent}${spaced(name)}, each as ${head}:`, ...others.map((row) => indent + STEP + row)]
}

function listed(item: unknown, indent: string): string[] {
  const line = `${indent}- ${inline(item)}`
  if (fits(item, line)) return [line]
  const [first = '', ...others] = block(item, indent + STEP)
  return [`${indent}- ${first.trimStart()}`, ...others]
}

/** Names alone may run on; what has parts is told line by line unless it is short. */
const fits = (value: unknown, line: string): boolean =>
  line.length <= SHORT || !isObject(value) || (Array.isArray(value) && !value.some(isObject))

/** The names of the columns, and a line for each; undefined if these are not things alike. */
function tableOf(value: unknown): string[] | undefined {
  if (!Array.isArray(value) || value.length < 2 || !value.every(isObject)) return undefined
  const names = Object.keys(value[0] ?? {})
  if (names.length === 0 || value.some((item) => Object.keys(item).join() !== names.join())) return undefined
  const rows = value.map((item) => Object.values(item).map(inline))
  if (rows.flat().some((cell) => cell.length > WIDE)) return undefined
  return [names.map(spaced), ...rows].map((cells) => cells.join(' | '))
}

function inline(value: unknown): string {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(part).join(', ')
  if (isObject(value)) return pairs(value)
  return typeof value === 'string' ? oneLine(value) : String(value)
}

/** Within something else, what has parts of its own stands in brackets. */
const part = (value: unknown): string => (isObject(value) ? `(${inline(value)})` : inline(value))

const pairs = (value: object): string =>
  Object.entries(value)
    .map(([name, held]) => `${spaced(name)} ${part(held)}`)
    .join(', ') || 'none'

/** A text that others wrote must not look like lines of ours. */
const oneLine = (text: string): string => (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) ? JSON.stringify(text) : text)

const spaced = (name: string): string => oneLine(name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase())

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
