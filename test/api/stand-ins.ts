/** Replaces what is new in every run (ids, tokens, times, cursors, hashes) by values that stay the same as long as the calls do. */
import { createHash } from 'node:crypto'

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
const letters = (text: string): string => createHash('sha256').update(text).digest('base64url')

const uuid = (name: string): string => digest(name).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')

type StandIn = (name: string) => string
const KINDS: readonly (readonly [pattern: RegExp, standIn: StandIn])[] = [
  [/\bi\.[0-9a-z]{1,16}(?:\.\d+\.[0-9a-f-]{36}\.\d+){1,2}/, (name) => `i.1.1800000000000000.${uuid(name)}.0`],
  // The code of the engine and the signature of a state.
  [/\bworld1 kingdoms [\w-]{16} [\w-]{43}/, (name) => `world1 kingdoms ${letters(name).slice(0, 16)} ${letters(name)}`],
  [/\bchy_[\w-]{43}/, (name) => `chy_${letters(name)}`],
  [/\bwhsec_[\w+/]{43}=/, (name) => `whsec_${createHash('sha256').update(name).digest('base64')}`],
  [/\bmsg_[\w-]{32}/, (name) => `msg_${letters(name).slice(0, 32)}`],
  [/\bcht_[\w-]{43}/, (name) => `cht_${letters(name)}`],
  [/\berased [0-9a-f]{12}\b/, (name) => `erased ${digest(name).slice(0, 12)}`],
  // A time and an id, in base64url: every time of this century begins so.
  [/\bMjA[\w-]{60,100}/, (name) => Buffer.from(`2026-01-01T12:00:00.000Z\n${uuid(name)}`).toString('base64url')],
  [/\b[0-9a-f]{64}\b/, digest],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/, uuid],
]
/** A cursor comes first, for it holds an id. */
const ANY = new RegExp(KINDS.map(([{ source }]) => source).join('|'), 'g')
const standInFor = (found: string): StandIn => KINDS.find(([pattern]) => pattern.test(found))?.[1] ?? String

/** A day, or the moment at which it begins: as many days ahead of the day of all examples. */
const DAY = /\b\d{4}-\d\d-\d\d(?="|T00:00:00\.000Z)/g
const dayFor = (day: string, asked: number): string => {
  const ahead = Date.parse(day) - Date.parse(new Date(asked).toISOString().slice(0, 10))
  return new Date(MOMENT + ahead).toISOString().slice(0, 10)
}

const TIME = /\b\d{4}-\d\d-\d\dT(?!00:00:00\.000)\d\d:\d\d:\d\d\.\d{3}Z/g
const MOMENT = Date.parse('2026-01-01T12:00:00.000Z')
const STEP_MS = 10_000
const HALF_HOUR_MS = 1_800_000
/** What is farther away, to the minute: how long ago it was set depends on how busy the machine is. */
const LONG_STEP_MS = 60_000

/** Of whatever has happened, the same moment; of what is to come, a moment that is as far away. */
const timeFor = (time: string, asked: number): string => {
  const distance = Date.parse(time) - asked
  const step = distance < HALF_HOUR_MS ? STEP_MS : LONG_STEP_MS
  const ahead = Math.round(distance / step) * step
  return new Date(MOMENT + Math.max(0, ahead)).toISOString()
}

/** The value as it is recorded. New ones are named after the call, so that another call before it changes nothing. */
export type StandIns = <T>(value: T, call: string, asked: number) => T

export function standIns(): StandIns {
  const known = new Map<string, string>()
  return (value, call, asked) => {
    let count = 0
    const days = JSON.stringify(value).replaceAll(DAY, (day) => dayFor(day, asked))
    const text = days.replaceAll(TIME, (time) => timeFor(time, asked))
    const replaced = text.replaceAll(ANY, (found) => {
      const made = known.get(found) ?? standInFor(found)(`${call} ${++count}`)
      known.set(found, made)
      return made
    })
    return JSON.parse(replaced)
  }
}
