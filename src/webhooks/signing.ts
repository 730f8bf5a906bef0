/** The secrets of webhooks and what they sign, after the Standard Webhooks specification. */
import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

const KEY_BYTES = 32
const PREFIX = 'whsec_'

export const newKey = (): Buffer => randomBytes(KEY_BYTES)

/** As its owner is shown it. */
export const secretText = (key: Uint8Array): string => PREFIX + Buffer.from(key).toString('base64')

interface Message {
  readonly id: string
  readonly at: Date
  readonly body: string
}

/** One signature for each key: a receiver that knows either of them is content. */
export const signedHeaders = ({ id, at, body }: Message, keys: readonly Uint8Array[]): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'Chancery-Webhooks/1',
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': keys.map((key) => new Webhook(secretText(key)).sign(id, at, body)).join(' '),
})
