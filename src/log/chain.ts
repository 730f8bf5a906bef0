/**
 * The hash chain of a match: each entry covers the one before, so a log cannot be altered without changing its head, which
 * every accepted move hands out. Each hash is salted, because an unsalted one over a single hidden tile is guessed at once.
 */
import { createHmac, hash } from 'node:crypto'
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

export const entryHash = (
  previous: string,
  { version, rules, command, events, rolls, at }: UnhashedEntry,
  secret: Uint8Array,
): string =>
  hash(
    'sha256',
    Buffer.concat([
      Buffer.from(previous, 'hex'),
      createHmac('sha256', secret).update(`salt\n${version}`).digest(),
      Buffer.from(canonicalJson({ version, rules, command, events, rolls, at })),
    ]),
    'hex',
  )
