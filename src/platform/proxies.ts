/** Which proxies are believed when they tell a client's address, as TRUST_PROXY says it. */
import { BlockList, isIP, isIPv6 } from 'node:net'

/** Whether the one at this address, so many hops before the server (0 is the socket itself), tells the truth about who came to it. */
export type TrustsProxy = (address: string, hop: number) => boolean

const MOST_HOPS = 16

export const EXPECTED_PROXIES = `no, the number of proxies in front (1 to ${MOST_HOPS}), or their addresses such as 10.0.0.7, 10.1.0.0/16`

/** Undefined if the text is none of that. `yes` is one proxy. */
export function readProxies(text: string): TrustsProxy | undefined {
  if (text === 'no') return () => false
  if (text === 'yes') return (_, hop) => hop < 1
  if (!/^\d+$/.test(text)) return atAddresses(text.split(/[\s,]+/).filter(Boolean))
  const hops = Number(text)
  return hops >= 1 && hops <= MOST_HOPS ? (_, hop) => hop < hops : undefined
}

function atAddresses(texts: readonly string[]): TrustsProxy | undefined {
  const known = new BlockList()
  if (texts.length === 0 || !texts.every((text) => add(known, text))) return undefined
  return (address) => isIP(address) !== 0 && known.check(address, familyOf(address))
}

const familyOf = (address: string): 'ipv6' | 'ipv4' => (isIPv6(address) ? 'ipv6' : 'ipv4')

function add(known: BlockList, text: string): boolean {
  const [, address = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const bits = { 4: 32, 6: 128 }[isIP(address)]
  if (bits === undefined || Number(length ?? bits) > bits) return false
  known.addSubnet(address, Number(length ?? bits), familyOf(address))
  return true
}
