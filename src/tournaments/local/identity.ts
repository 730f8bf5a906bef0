/** What a tournament without a server is called, and where all its chance comes from: the same file gives the same again. */
import { createHash, createHmac } from 'node:crypto'
import { canonicalJson } from '../../platform/canonical-json.js'
import { commitmentOf, uuidFrom } from '../secrets.js'
import type { Planned } from './file.js'

export interface Identity {
  readonly id: string
  readonly secret: Buffer
  readonly commitment: string
}

/** Whoever has the file can work this secret out. One that nobody is to know beforehand is given instead. */
export const secretFrom = (planned: Planned): Buffer =>
  createHash('sha256')
    .update(`chancery tournament\n${canonicalJson(planned)}`)
    .digest()

export function identityOf(planned: Planned, secret = secretFrom(planned)): Identity {
  const id = uuidFrom(
    createHmac('sha256', secret)
      .update(`tournament\n${canonicalJson(planned)}`)
      .digest(),
  )
  return { id, secret, commitment: commitmentOf(secret, id) }
}
