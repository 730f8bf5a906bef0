/** Bodies of requests that are under way: how much of them lies in memory, and who is sent away when it becomes too much. */
import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { addressOf } from './client-address.js'
import { networkOf } from './rates.js'
import { refuseRest, requestTimeout } from './wire.js'

export interface BodyLimits {
  /** Bytes of one network, and of all together. */
  readonly network: number
  readonly all: number
}
const MEBIBYTE = 1024 * 1024
const LIMITS: BodyLimits = { network: 8 * MEBIBYTE, all: 48 * MEBIBYTE }

/** What a piece takes besides its bytes, so that a body sent byte by byte is counted as what it is. */
const A_PIECE = 256

interface Body {
  readonly network: string
  readonly response: ServerResponse
  bytes: number
}

/**
 * An honest body is here within moments, so it is the oldest that goes: those of the same network first, and any if the others hold too much. Whoever
 * sends half a body and then nothing waits for its time-out only as long as there is room.
 */
export function boundBodies(app: FastifyInstance, limits = LIMITS): void {
  const underWay = new Set<Body>()
  const held = new Map<string, number>()
  let all = 0
  const add = (body: Body, bytes: number): void => {
    body.bytes += bytes
    all += bytes
    const ofNetwork = (held.get(body.network) ?? 0) + bytes
    if (ofNetwork > 0) held.set(body.network, ofNetwork)
    else held.delete(body.network)
  }
  const remove = (body: Body): void => {
    if (underWay.delete(body)) add(body, -body.bytes)
  }
  const refuseOldest = (network?: string): void => {
    for (const body of underWay) {
      if (body.bytes === 0 || (network !== undefined && body.network !== network)) continue
      remove(body)
      refuseRest(body.response, requestTimeout())
      break
    }
  }
  app.addHook('preParsing', (request, { raw: response }, payload, done) => {
    const { headers, raw } = request
    const length = headers['content-length']
    if (length === undefined && !('transfer-encoding' in headers)) return done(null, payload)
    // Most bodies are here whole by now, and are read at once.
    if (raw.readableLength === Number(length)) return done(null, payload)
    const body: Body = { network: networkOf(addressOf(request)), response, bytes: 0 }
    underWay.add(body)
    payload.on('data', (piece: Buffer) => {
      if (!underWay.has(body)) return
      add(body, piece.length + A_PIECE)
      if ((held.get(body.network) ?? 0) > limits.network) refuseOldest(body.network)
      if (all > limits.all) refuseOldest()
    })
    payload.once('end', () => remove(body)).once('close', () => remove(body))
    done(null, payload)
  })
}
