/** Where a request comes from. Each proxy adds to `X-Forwarded-For` who came to it, so the list is read from its end, as far as those who wrote it are trusted. */
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TrustsProxy } from '../../platform/proxies.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** Nobody is trusted without it. */
    trustsProxy?: TrustsProxy
  }
}

export const believeProxies = (app: FastifyInstance, trusts: TrustsProxy): void => {
  app.decorate('trustsProxy', trusts)
}

/** Not `request.ip`: Fastify takes whatever stands in the header, address or not, and counts no proxies. */
export const addressOf = ({ raw, server }: FastifyRequest): string => clientAddress(raw, server.trustsProxy)

/** Empty for a client that has hung up. What is no address is not taken for one: then it is that of the proxy who told it. */
export function clientAddress({ headers, socket }: IncomingMessage, trusts: TrustsProxy = () => false): string {
  let address = socket.remoteAddress ?? ''
  if (!trusts(address, 0)) return address
  const told = String(headers['x-forwarded-for'] ?? '').split(',')
  for (let hop = 0; trusts(address, hop); hop++) {
    const before = told.pop()?.trim() ?? ''
    if (isIP(before) === 0) break
    address = before
  }
  return address
}
