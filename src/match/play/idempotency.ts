/** Idempotency keys: how a repeated request is told from another request that uses the same key. */
import { createHash } from 'node:crypto'
import { canonicalJson } from '../../log/chain.js'
import { Problem } from '../../platform/problem.js'

/** Equal for equal requests, whatever the order of their fields. */
export const requestHash = (request: object): string => createHash('sha256').update(canonicalJson(request)).digest('base64url')

export const keyReused = (): Problem =>
  new Problem(422, 'IDEMPOTENCY_KEY_REUSED', 'This idempotency key belongs to another request.')
