/** Idempotency keys: how a repeated request is told from another request that uses the same key. */
import { hash } from 'node:crypto'
import { canonicalJson } from '../../platform/canonical-json.js'

/** Equal for equal requests, whatever the order of their fields. */
export const requestHash = (request: object): string => hash('sha256', canonicalJson(request), 'base64url')
