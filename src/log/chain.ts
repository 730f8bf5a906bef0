/**
 * The hash chain of a match: each entry covers the one before, so a log cannot be altered without changing its head, which
 * every accepted move hands out. Each hash is salted, because an unsalted one over a single hidden tile is guessed at once.
 */
import { hash } from 'node:crypto'
import { hmac } from '../dice/hmac.js'
import { canonicalJson } from '../platform/canonical-json.js'
import type { UnhashedEntry } from './entry.js'

export interface Genesis {
  readonly match: string
  readonly game: string
  readonly options: unknown
  readonly seats: number
  readonly commitment: string
  /** Only of a match that has one: the hash of any other is what it was before there were clocks. */
  readonly clock?: object | null | undefined
}

/** SHA-256(secret, match id): published when the match is made, so that nobody can choose the secret afterwards. */
export const commitmentTo = (secret: Uint8Array, match: string): string =>
  hash('sha256', Buffer.concat([secret, Buffer.from(match, 'utf8')]), 'hex')

/** The hash before the first entry. */
export const genesisHash = ({ match, game, options, seats, commitment, clock }: Genesis): string =>
  hash('sha256', canonicalJson({ match, game, options, seats, commitment, ...(clock && { clock }) }), 'hex')

/** Hash of the entry before and salt, 32 bytes each. */
const BEFORE = 64
/** What is hashed is laid out here: most entries are a few hundred bytes, and room of their own for each would have to be collected again. */
const room = Buffer.alloc(16 * 1024)
const BYTES_A_UNIT = 3

/** What an entry holds of the game, as it is hashed. It is stored as the same texts: to write it down a second time would cost as much again. */
export interface Texts {
  readonly command: string
  readonly events: string
  readonly rolls: string
}

export const textsOf = ({ command, events, rolls }: Pick<UnhashedEntry, keyof Texts>): Texts => ({
  command: canonicalJson(command),
  events: canonicalJson(events),
  // As most moves take no chance.
  rolls: rolls.length === 0 ? '[]' : canonicalJson(rolls),
})

export function entryHash(previous: string, entry: UnhashedEntry, secret: Uint8Array, texts = textsOf(entry)): string {
  const text = canonicalEntry(entry, texts)
  const most = BEFORE + BYTES_A_UNIT * text.length
  const bytes = most <= room.length ? room : Buffer.alloc(most)
  bytes.write(previous, 0, 32, 'hex')
  bytes.write(hmac(secret, `salt\n${entry.version}`, 'binary'), 32, 32, 'latin1')
  return hash('sha256', bytes.subarray(0, BEFORE + bytes.write(text, BEFORE, 'utf8')), 'hex')
}

/** The canonical JSON of the whole, put together from its parts in the order of their names. */
const canonicalEntry = ({ at, rules, version }: UnhashedEntry, { command, events, rolls }: Texts): string =>
  `{"at":${JSON.stringify(at)},"command":${command},"events":${events},"rolls":${rolls},"rules":${rules},"version":${version}}`
