/** Cheap forms of `expect` for the laws, which make millions of comparisons: a passing one costs a few nanoseconds. */
import { AssertionError } from 'node:assert'
import { expect } from 'vitest'

/** `expect(holds).toBe(true)`; what was expected is put into words only if it does not hold. */
export function demand(holds: boolean, expected: () => string): void {
  if (!holds) throw new AssertionError({ message: `expected: ${expected()}`, stackStartFn: demand })
}

/** `toEqual`, which is asked only where the much faster comparison below does not agree at once. */
export function expectSame(found: unknown, wanted: unknown, what?: string): void {
  if (!isSame(found, wanted) && !isEqual(found, wanted)) expect(found, what).toEqual(wanted)
}

/** `toEqual`, and the same text as JSON: not even the order of fields tells them apart. No text is written where all is alike. */
export function expectSameText(found: unknown, wanted: unknown, what?: string): void {
  if (isSame(found, wanted)) return
  expect(found, what).toEqual(wanted)
  expect(JSON.stringify(found), what).toBe(JSON.stringify(wanted))
}

/** The value is what JSON makes of it: no undefined, no NaN, no dates, no classes. */
export function expectJson(value: unknown, what?: string): void {
  if (!isJson(value)) expect(JSON.parse(JSON.stringify(value)), what).toEqual(value)
}

/** What a reader of its JSON has: equal, and no part of it is one that the writer holds. */
export function readAgain(value: unknown): unknown {
  return isJson(value) ? copied(value) : JSON.parse(JSON.stringify(value))
}

function copied(value: unknown): unknown {
  if (!isObject(value)) return value
  if (Array.isArray(value)) return value.map(copied)
  const copy: Record<string, unknown> = {}
  for (const key in value) copy[key] = copied(value[key])
  return copy
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** What was found about a value that can never change again. States share most of their parts with the states before, so most answers are here. */
interface Found {
  isJson: boolean
  /** Another such value that is the same. */
  same: object | undefined
}

/** One table for all: a lookup here is most of the cost of a comparison. */
let frozen = new WeakMap<object, Found>()

/** For the start of another match, which shares next to nothing with those before: lookups in a small table are faster. */
export function forgetFound(): void {
  frozen = new WeakMap()
}

/** Freezes a value and all it holds: rules that change a state in place throw, and what was found about it stays true. */
export function freeze<T>(value: T): T {
  if (isObject(value)) freezeAll(value)
  return value
}

/** Every part is visited here, so whether it is JSON is found on the same way. A value that the rules have frozen themselves may hold parts that are not. */
function freezeAll(value: Readonly<Record<string, unknown>>): boolean {
  const known = frozen.get(value)
  if (known !== undefined) return known.isJson
  const found: Found = { isJson: false, same: undefined }
  frozen.set(Object.freeze(value), found)
  let areJson = true
  for (const part of Array.isArray(value) ? value : Object.values(value))
    if (!(isObject(part) ? freezeAll(part) : isJsonScalar(part))) areJson = false
  found.isJson = areJson && isJsonItself(value)
  return found.isJson
}

function isSame(found: unknown, wanted: unknown): boolean {
  if (Object.is(found, wanted)) return true
  if (!isObject(found) || !isObject(wanted)) return false
  const known = frozen.get(found)
  if (known !== undefined && known.same === wanted) return true
  if (!haveSameParts(found, wanted)) return false
  if (known !== undefined && frozen.has(wanted)) known.same = wanted
  return true
}

/** Fields in another order are left to `toEqual`, so what is the same here is the same as JSON, too. Of lists JSON knows items only. */
function haveSameParts(found: Readonly<Record<string, unknown>>, wanted: Readonly<Record<string, unknown>>): boolean {
  if (Array.isArray(found)) return Array.isArray(wanted) && haveSameItems(found, wanted)
  if (!isPlain(found) || !isPlain(wanted)) return false
  const keys = Object.keys(found)
  const others = Object.keys(wanted)
  if (keys.length !== others.length) return false
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] as string // within its length
    if (key !== others[at] || !isSame(found[key], wanted[key])) return false
  }
  return true
}

/** The same but for the order of fields, as a schema and its rules may write them. Like `toEqual`, and never more lenient. */
function isEqual(found: unknown, wanted: unknown): boolean {
  if (Object.is(found, wanted)) return true
  if (!isObject(found) || !isObject(wanted)) return false
  if (Array.isArray(found)) return Array.isArray(wanted) && haveEqualItems(found, wanted)
  if (!isPlain(found) || !isPlain(wanted)) return false
  const keys = Object.keys(found)
  if (keys.length !== Object.keys(wanted).length) return false
  for (const key of keys) if (!Object.hasOwn(wanted, key) || !isEqual(found[key], wanted[key])) return false
  return true
}

function haveEqualItems(found: readonly unknown[], wanted: readonly unknown[]): boolean {
  if (found.length !== wanted.length) return false
  for (let at = 0; at < found.length; at++) if (!isEqual(found[at], wanted[at])) return false
  return true
}

function haveSameItems(found: readonly unknown[], wanted: readonly unknown[]): boolean {
  if (found.length !== wanted.length) return false
  for (let at = 0; at < found.length; at++) if (!isSame(found[at], wanted[at])) return false
  return true
}

const isPlain = (value: object): boolean => Object.getPrototypeOf(value) === Object.prototype

function isJson(value: unknown): boolean {
  if (!isObject(value)) return isJsonScalar(value)
  const known = frozen.get(value)
  if (known !== undefined) return known.isJson
  if (!isJsonItself(value)) return false
  for (const part of Array.isArray(value) ? value : Object.values(value)) if (!isJson(part)) return false
  return true
}

/** A list without holes and names, or a plain object; nothing that JSON would leave out or write otherwise. */
function isJsonItself(value: Readonly<Record<string, unknown>>): boolean {
  if ('toJSON' in value || Object.getOwnPropertySymbols(value).length > 0) return false
  return Array.isArray(value) ? Object.keys(value).length === value.length : isPlain(value)
}

const isJsonScalar = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || (Number.isFinite(value) && !Object.is(value, -0))
