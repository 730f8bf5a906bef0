/** Idempotency keys: how a repeated request is told from another request that uses the same key. */
import { hash } from 'node:crypto'
import { canonicalJson } from '../../platform/canonical-json.js'

/** Of the hash of a request, what is written with its entry: 132 bits tell two of them apart as well, and every move has them. */
const WRITTEN = 22

export const writtenHash = (request: object): string => requestHash(request).slice(0, WRITTEN)

/** Entries of earlier versions of the server have the whole hash. */
export const isOfRequest = (stored: string, written: string | null): boolean => stored.slice(0, WRITTEN) === written

/** Equal for equal requests, whatever the order of their fields. */
export const requestHash = (request: object): string => hash('sha256', canonicalJson(request), 'base64url')
