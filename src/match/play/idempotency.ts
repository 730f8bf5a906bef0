/** Idempotency keys: how a repeated request is told from another request that uses the same key. */
import { createHash } from 'node:crypto'
import { canonicalJson } from '../../log/chain.js'

/** Equal for equal requests, whatever the order of their fields. */
export const requestHash = (request: object): string => createHash('sha256').update(canonicalJson(request)).digest('base64url')
