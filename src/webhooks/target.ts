/**
 * Where a webhook may be posted to. The name is looked up once for each attempt, every address of the answer is checked, and exactly these are dialled: an answer that changes
 * in between changes nothing.
 */
import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { Problem } from '../platform/problem.js'
import { isPublicAddress } from './addresses.js'

/** The addresses of a host name. */
export type Resolve = (host: string) => Promise<string[]>

export interface TargetSettings {
  readonly resolve: Resolve
  /** Any address and port, and plain http too. */
  readonly allowsPrivate: boolean
}

export interface Target {
  readonly url: URL
  /** All checked. */
  readonly addresses: readonly string[]
}

/** Why a webhook may not go there; the sentence is for whoever registered it. */
export class RefusedTarget extends Error {}

/** Throws a `RefusedTarget`, or what the look-up threw. */
export async function targetOf(text: string, { resolve, allowsPrivate }: TargetSettings): Promise<Target> {
  const url = readAddress(text)
  if (!allowsPrivate) requirePublicForm(url)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await resolve(host)
  if (addresses.length === 0) throw new RefusedTarget(`${host} has no address.`)
  if (!allowsPrivate && !addresses.every(isPublicAddress))
    throw new RefusedTarget(`${host} has an address that is not of the public internet.`)
  return { url, addresses }
}

function readAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw new RefusedTarget('It is no address that begins with https:// or http://.')
  if (url.username !== '' || url.password !== '') throw new RefusedTarget('It holds a user or a password.')
  return url
}

/** Below 1024 live services that have nothing to do with the web, and some do what a stranger's line tells them. */
function requirePublicForm({ protocol, port }: URL): void {
  if (protocol !== 'https:') throw new RefusedTarget('Only https is allowed here.')
  if (port !== '' && Number(port) < 1024) throw new RefusedTarget('Of the ports below 1024 only 443 is allowed.')
}

/** For the one who registers it. */
export async function requireTarget(url: string, settings: TargetSettings): Promise<void> {
  await targetOf(url, settings).catch((error: unknown) => {
    if (error instanceof RefusedTarget) throw refused(error.message)
    throw refused('Its host name cannot be looked up.')
  })
}

const refused = (why: string): Problem => new Problem(422, 'WEBHOOK_URL_REFUSED', `Webhooks are not sent to this address: ${why}`)

const LOOKING_UP = { timeout: 1500, tries: 2, maxTimeout: 3000 }
const LOCAL = ['127.0.0.1', '::1']

/**
 * Asks the name servers itself: the system's own look-up runs in few threads that files and hashes need as well, and one slow name server would hold them all up. So
 * the file of hosts does not count.
 */
export const lookUp: Resolve = async (host) => {
  if (/^(.+\.)?localhost\.?$/.test(host)) return LOCAL
  const resolver = new Resolver(LOOKING_UP)
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const failed = answers.find((answer) => answer.status === 'rejected')
  if (found.length === 0 && failed) throw failed.reason
  return found
}
