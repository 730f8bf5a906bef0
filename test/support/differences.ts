/** In which facts two states differ. */
import type { Viewer } from '../../src/games/contract.js'

type Parts = Readonly<Record<string, unknown>>

const isParts = (value: unknown): value is Parts => typeof value === 'object' && value !== null && !Array.isArray(value)
const isTable = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.some(isParts)

/**
 * The names of the facts in which two states differ: `players.1.clan`, `spyings.*.card`. A list of plain values is one fact, and so is
 * one of things that a player has, in whatever order. Options are left out: they are told with the match, and may be spelt out or not.
 */
export function differences(one: Parts, other: Parts): string[] {
  const found: string[] = []
  for (const key of keysOf(one, other)) if (key !== 'options') compare(one[key], other[key], key, found)
  return found
}

function compare(one: unknown, other: unknown, name: string, found: string[]): void {
  if (Object.is(one, other)) return
  if (isParts(one) && isParts(other)) {
    for (const key of keysOf(one, other)) compare(one[key], other[key], `${name}.${key}`, found)
  } else if (!name.includes('.') && isTable(one) && isTable(other) && one.length === other.length) {
    one.forEach((row, index) => {
      compare(row, other[index], `${name}.${name === 'players' ? index : '*'}`, found)
    })
  } else if (!isSameList(one, other) && textOf(one) !== textOf(other)) found.push(name)
}

const keysOf = (one: Parts, other: Parts): string[] => {
  const keys = Object.keys(one)
  return keys.every((key) => key in other) && Object.keys(other).length === keys.length ? keys : Object.keys({ ...one, ...other })
}

/** Most of what is compared are equal lists of numbers or names, for which no text need be written. */
const isSameList = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) && Array.isArray(other) && one.length === other.length && one.every((item, index) => item === other[index])

const textOf = (value: unknown): string =>
  JSON.stringify(isTable(value) ? value.map((item) => JSON.stringify(item)).sort() : value)

/** The name of a fact as a viewer would call it: about itself, or about others. */
export const asCalledBy = (viewer: Viewer, fact: string): string =>
  fact.replace(/^players\.(\d+)/, (_, seat) => (Number(seat) === viewer ? 'players.own' : 'players.other'))
