/** Any view, readably: for games that have no board of their own. */
import { asWords, inColumns } from '../play/layout.js'
import type { Draw } from './sheet.js'

export const drawAnything: Draw<unknown> = (view) => lines(view, '')

function lines(value: unknown, indent: string): string[] {
  if (!isObject(value)) return [`${indent}${inWords(value)}`]
  if (Array.isArray(value)) return ofList(value, indent)
  return Object.entries(value).flatMap(([key, part]) => {
    if (isEmpty(part)) return []
    const name = `${indent}${asWords(key)}`
    if (!isObject(part)) return [`${name}: ${inWords(part)}`]
    return isPlainList(part) ? [`${name}: ${part.map(inWords).join(', ')}`] : [`${name}:`, ...lines(part, `${indent}  `)]
  })
}

/** Rows with plain values are a table; others follow each other. */
function ofList(list: readonly unknown[], indent: string): string[] {
  if (!list.some(isObject)) return [`${indent}${list.map(inWords).join(', ')}`]
  if (!list.every(isRow)) return list.flatMap((one) => [`${indent}-`, ...lines(one, `${indent}  `)])
  const columns = [...new Set(list.flatMap((row) => Object.keys(row)))].filter((key) =>
    list.some((row) => !isEmpty(Reflect.get(row, key))),
  )
  const rows = list.map((row) => columns.map((key) => cell(Reflect.get(row, key))))
  return inColumns([columns.map(asWords), ...rows]).map((line) => indent + line)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const isPlainList = (value: unknown): value is readonly unknown[] => Array.isArray(value) && !value.some(isObject)
const isRow = (value: unknown): value is object =>
  isObject(value) && !Array.isArray(value) && Object.values(value).every((part) => !isObject(part) || isPlainList(part))
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (isObject(value) && Object.keys(value).length === 0)

const cell = (value: unknown): string =>
  isEmpty(value) ? '-' : isPlainList(value) ? value.map(inWords).join(' ') : inWords(value)

function inWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? asWords(value) : String(value)
}
