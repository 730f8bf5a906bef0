/** A request as one short text: the same idempotency key with another request is refused by it. */
import { createHash } from 'node:crypto'
import { canonicalJson } from '../log/canonical.js'

export const requestHash = (request: object): string => createHash('sha256').update(canonicalJson(request)).digest('base64url')
