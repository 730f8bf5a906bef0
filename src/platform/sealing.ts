/** What must not lie open in the database: encrypted with the operator's key, if there is one. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

export interface Sealing {
  seal(secret: Uint8Array): Buffer
  /** Throws if another key was used. */
  open(stored: Buffer): Uint8Array
}

const NONCE = 12
const TAG = 16
/** First byte of what is stored: how it is kept. */
const PLAIN = 0
export const AES_GCM = 1

/** `key`: 32 bytes, or null to store secrets unencrypted. */
export const sealing = (key: Uint8Array | null): Sealing => ({
  seal: (secret) => (key ? seal(key, secret) : Buffer.concat([Buffer.of(PLAIN), secret])),
  open(stored) {
    if (stored[0] === PLAIN) return stored.subarray(1)
    if (!key) throw new Error('this was stored with SECRETS_KEY set: set the same key again')
    return unseal(key, stored)
  },
})

export function seal(key: Uint8Array, secret: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([Buffer.of(AES_GCM), nonce, cipher.getAuthTag(), body])
}

export function unseal(key: Uint8Array, stored: Buffer): Uint8Array {
  const decipher = createDecipheriv('aes-256-gcm', key, stored.subarray(1, 1 + NONCE))
  decipher.setAuthTag(stored.subarray(1 + NONCE, 1 + NONCE + TAG))
  return Buffer.concat([decipher.update(stored.subarray(1 + NONCE + TAG)), decipher.final()])
}
