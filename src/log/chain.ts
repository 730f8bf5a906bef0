/**
 * The hash chain of a match: each entry covers the one before, so a log cannot be altered without changing its head, which
 * every accepted move hands out. Each hash is salted, because an unsalted one over a single hidden tile is guessed at once.
 */
import { createHmac, hash } from 'node:crypto'
import { canonicalJson } from './canonical.js'
import type { UnhashedEntry } from './entry.js'

export interface Genesis {
  readonly match: string
  readonly game: string
  readonly options: unknown
  readonly seats: number
  readonly commitment: string
}

/** SHA-256(secret, match id): published when the match is made, so that nobody can choose the secret afterwards. */
export const commitmentTo = (secret: Uint8Array, match: string): string =>
  sha256(Buffer.concat([secret, Buffer.from(match, 'utf8')]))

/** The hash before the first entry. */
export const genesisHash = ({ match, game, options, seats, commitment }: Genesis): string =>
  sha256(canonical({ match, game, options, seats, commitment }))

export const entryHash = (
  previous: string,
  { version, rules, command, events, rolls, at }: UnhashedEntry,
  secret: Uint8Array,
): string =>
  sha256(
    Buffer.concat([
      Buffer.from(previous, 'hex'),
      salt(secret, version),
      canonical({ version, rules, command, events, rolls, at }),
    ]),
  )

const salt = (secret: Uint8Array, version: number): Buffer => createHmac('sha256', secret).update(`salt\n${version}`).digest()

/** RFC 8785, so that another language hashes the same bytes. */
const canonical = (value: unknown): Buffer => Buffer.from(canonicalJson(value), 'utf8')

const sha256 = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex')
