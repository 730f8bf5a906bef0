/** Which addresses belong to the public internet. Everything else may be a machine that trusts whoever reaches it. */
import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** The special-purpose registry of IANA: of v4 everything but these is public. */
const CLOSED_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by customers of a provider
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, and the metadata of clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // relays of 6to4
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // measurements
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and the broadcast address
]
/** Of v6 nothing is public but 2000::/3, and of that not these. So v4 in v6 clothes (mapped, NAT64), fc00::/7, fe80::/10 and ff00::/8 are out. */
const CLOSED_V6: readonly (readonly [string, number])[] = [
  ['2001::', 23], // protocol assignments, Teredo among them
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4: any v4 address inside
  ['3fff::', 20], // documentation
]

const closedV4 = new BlockList()
for (const [net, prefix] of CLOSED_V4) closedV4.addSubnet(net, prefix, 'ipv4')
const closedV6 = new BlockList()
for (const [net, prefix] of CLOSED_V6) closedV6.addSubnet(net, prefix, 'ipv6')
const globalV6 = new BlockList()
globalV6.addSubnet('2000::', 3, 'ipv6')

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closedV4.check(address, 'ipv4')
  // A zone names an interface of this machine.
  if (!isIPv6(address) || address.includes('%')) return false
  return globalV6.check(address, 'ipv6') && !closedV6.check(address, 'ipv6')
}
