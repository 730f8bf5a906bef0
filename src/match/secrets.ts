/** The secrets of matches: the only file that reads or writes them, sealed with the operator's key if there is one. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { ClientBase } from 'pg'

export interface Secrets {
  create(client: ClientBase, match: string): Promise<Uint8Array>
  open(sealed: Buffer): Uint8Array
}

const NONCE = 12
const TAG = 16
/** First byte of a sealed secret: how it is sealed. */
const PLAIN = 0
const AES_GCM = 1

/** `key`: 32 bytes, or null to keep the secrets as they are. */
export function secretStore(key: Uint8Array | null): Secrets {
  return {
    async create(client, match) {
      const secret = randomBytes(32)
      await client.query('insert into secret (match_id, sealed) values ($1, $2)', [
        match,
        key ? seal(key, secret) : Buffer.concat([Buffer.of(PLAIN), secret]),
      ])
      return secret
    },
    open(sealed) {
      if (sealed[0] === PLAIN) return sealed.subarray(1)
      if (!key) throw new Error('this match was made with SECRETS_KEY set: set the same key again')
      return unseal(key, sealed)
    },
  }
}

function seal(key: Uint8Array, secret: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([Buffer.of(AES_GCM), nonce, cipher.getAuthTag(), body])
}

function unseal(key: Uint8Array, sealed: Buffer): Uint8Array {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + NONCE))
  decipher.setAuthTag(sealed.subarray(1 + NONCE, 1 + NONCE + TAG))
  return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE + TAG)), decipher.final()])
}
