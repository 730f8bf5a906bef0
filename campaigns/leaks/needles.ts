/** Looks for what must not be there in bytes, whatever they mean: secrets, salts, ranks of cards, ids of hidden pieces, tokens. */
import { createHmac } from 'node:crypto'
import { rankInPile } from '../../src/dice/labelled.js'
import type { Transcript } from '../../src/match/offline/transcript.js'
import type { Portion } from './recorder.js'

/** A text that may be seen from a moment on, or never (Infinity). */
export interface Needle {
  readonly what: string
  readonly from: number
}

export type Needles = ReadonlyMap<string, Needle>

/** Everything that only the secret gives away, in the ways in which bytes are usually written. */
export function needlesOf(logs: readonly Transcript[]): Map<string, Needle> {
  const needles = new Map<string, Needle>()
  for (const log of logs) {
    const secret = Buffer.from(log.secret, 'hex')
    const end = log.entries.at(-1)?.at
    const from = end ? Date.parse(end) : Number.POSITIVE_INFINITY
    const add = (what: string, bytes: Buffer): void => {
      for (const encoding of ['hex', 'base64', 'base64url'] as const)
        needles.set(bytes.toString(encoding).replace(/=+$/, ''), { what: `${what} of match ${log.match}`, from })
    }
    add('the secret', secret)
    for (const { version, rolls } of log.entries) {
      add(`the salt of version ${version}`, createHmac('sha256', secret).update(`salt\n${version}`).digest())
      for (const roll of rolls)
        if ('pile' in roll)
          for (const card of roll.from)
            add(`the rank of ${card} in ${roll.pile}`, Buffer.from(rankInPile(secret, roll.pile, card), 'hex'))
    }
  }
  return needles
}

/** 32 bytes are 64 characters in hex and 43 in base64. */
const LENGTHS = [64, 43] as const
const RUN = /[A-Za-z0-9+/_-]{43,}/g

/** Every needle that stands in the text before its time. */
export function findNeedles(text: string, at: number, needles: Needles): string[] {
  const found: string[] = []
  for (const [run] of text.matchAll(RUN))
    for (const length of LENGTHS)
      for (let start = 0; start + length <= run.length; start++) {
        const piece = run.slice(start, start + length)
        const needle = needles.get(piece) ?? needles.get(piece.toLowerCase())
        if (needle && at < needle.from) found.push(needle.what)
      }
  return found
}

/** The texts of one connection with the moments at which they began to arrive; cuts between portions do not cut a text. */
export function texts(portions: readonly Portion[]): { at: number; text: string }[] {
  const OVERLAP = 100
  return portions.map(({ at, bytes }, index) => {
    const before = portions[index - 1]?.bytes
    return { at, text: (before ? before.subarray(-OVERLAP).toString('latin1') : '') + bytes.toString('latin1') }
  })
}

/** Strings that occur in rolls and events and in nothing that a viewer may be shown: whoever sends one has sent the truth. */
export function canaries(logs: readonly Transcript[], allowed: readonly string[]): string[] {
  const strings = new Set<string>()
  const gather = (value: unknown): void => {
    if (typeof value === 'string') strings.add(value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(gather)
  }
  for (const { entries } of logs) for (const { rolls, events } of entries) gather([rolls, events])
  const shown = allowed.join('\n')
  return [...strings].filter((text) => text.length >= MEANINGFUL && !shown.includes(text))
}

/** Shorter strings occur by accident. */
const MEANINGFUL = 6
