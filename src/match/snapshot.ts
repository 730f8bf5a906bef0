/** A snapshot as it lies in the table: with a digest, so that a damaged one is taken for none. */
import { createHash } from 'node:crypto'
import type { Awaiting } from '../log/log.js'

/** All of a live match that the log makes. */
export interface Snapshot {
  readonly head: string
  readonly state: unknown
  readonly awaiting: readonly Awaiting[]
  /** By seat: the version at which it left, or null. */
  readonly leftAt: readonly (number | null)[]
}

export interface StoredSnapshot {
  readonly digest: string
  readonly kept: Snapshot
}

/** Of this match at this version: a row that was moved is as wrong as one that was changed. */
const digestOf = (match: string, version: number, text: string): string =>
  createHash('sha256').update(`${match} ${version} ${text}`).digest('base64url')

export function storeSnapshot(match: string, version: number, { head, state, awaiting, leftAt }: Snapshot): string {
  const text = JSON.stringify({ head, state, awaiting, leftAt })
  return `{"digest":"${digestOf(match, version, text)}","kept":${text}}`
}

/** Undefined if it is not what was stored. */
export function readSnapshot(match: string, version: number, { digest, kept }: StoredSnapshot): Snapshot | undefined {
  return kept !== undefined && digestOf(match, version, JSON.stringify(kept)) === digest ? kept : undefined
}
