/** Cheap forms of `expect` for the laws, which make millions of comparisons: a passing one costs a few nanoseconds. */
import { AssertionError } from 'node:assert'
import { expect } from 'vitest'

/** `expect(holds).toBe(true)`; what was expected is put into words only if it does not hold. */
export function demand(holds: boolean, expected: () => string): void {
  if (!holds) throw new AssertionError({ message: `expected: ${expected()}`, stackStartFn: demand })
}

/** `toEqual`, which is asked only where the much faster comparison below does not agree at once. */
export function expectSame(found: unknown, wanted: unknown, what?: string): void {
  if (!isSame(found, wanted)) expect(found, what).toEqual(wanted)
}

/** The value is what JSON makes of it: no undefined, no NaN, no dates, no classes. */
export function expectJson(value: unknown, what?: string): void {
  if (!isJson(value)) expect(JSON.parse(JSON.stringify(value)), what).toEqual(value)
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** Values that can never change again. */
const frozen = new WeakSet<object>()

/** Freezes a value and all it holds: rules that change a state in place throw, and what was found about it stays true. */
export function freeze<T>(value: T): T {
  if (!isObject(value) || frozen.has(value)) return value
  for (const part of Object.values(value)) freeze(part)
  frozen.add(Object.freeze(value))
  return value
}

/** Frozen values that were found equal. States share most of their parts with the states before, so most answers are here. */
const equals = new WeakMap<object, object>()

function isSame(found: unknown, wanted: unknown): boolean {
  if (Object.is(found, wanted)) return true
  if (!isObject(found) || !isObject(wanted)) return false
  if (equals.get(found) === wanted) return true
  if (!haveSameParts(found, wanted)) return false
  if (frozen.has(found) && frozen.has(wanted)) equals.set(found, wanted)
  return true
}

function haveSameParts(found: Readonly<Record<string, unknown>>, wanted: Readonly<Record<string, unknown>>): boolean {
  if (!isPlain(found) || !isPlain(wanted) || Array.isArray(found) !== Array.isArray(wanted)) return false
  const keys = Object.keys(found)
  if (keys.length !== Object.keys(wanted).length || found.length !== wanted.length) return false
  return keys.every((key) => Object.hasOwn(wanted, key) && isSame(found[key], wanted[key]))
}

const isPlain = (value: object): boolean => Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype

/** Frozen values that were found to be JSON. */
const jsons = new WeakSet<object>()

function isJson(value: unknown): boolean {
  if (!isObject(value)) return isJsonScalar(value)
  if (jsons.has(value)) return true
  if (!isPlain(value) || 'toJSON' in value || Object.getOwnPropertySymbols(value).length > 0) return false
  const parts = Object.values(value)
  if (Array.isArray(value) && parts.length !== value.length) return false
  if (!parts.every(isJson)) return false
  if (frozen.has(value)) jsons.add(value)
  return true
}

const isJsonScalar = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || (Number.isFinite(value) && !Object.is(value, -0))
