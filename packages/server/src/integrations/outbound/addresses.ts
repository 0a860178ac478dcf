// Which addresses and names the service may speak to. Everything that is not plainly public is refused.
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type Resolved = { address: string; family: 4 | 6 }

const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::')

/** `process` unwraps IPv4 inside IPv6; of the rest of IPv6 only 2000::/3 is handed out, minus what ranges in it are special. */
function classifyAddress(address: string): string {
  const [plain = ''] = address.split('%', 1)
  if (!isIP(plain)) return 'malformed'
  const parsed = ipaddr.process(plain)
  const range = parsed.range()
  if (parsed.kind() === 'ipv6' && range === 'unicast' && !parsed.match(GLOBAL_UNICAST, 3)) return 'reserved'
  return range
}

export function isAllowedAddress(address: string, allowLoopback: boolean): boolean {
  const range = classifyAddress(address)
  return range === 'unicast' || (allowLoopback && range === 'loopback')
}

/** Names that never mean a machine on the public network (RFC 6761, RFC 8375, RFC 9476 and customary ones). */
const LOCAL_SUFFIXES = [
  'localhost',
  'local',
  'localdomain',
  'internal',
  'intranet',
  'lan',
  'home.arpa',
  'onion',
  'arpa',
]

export const isLocalhost = (hostname: string): boolean => hostname === 'localhost' || hostname.endsWith('.localhost')

/** Lower case, without the brackets of an IPv6 literal and without the dot that ends a full name. */
export function bareHost(hostname: string): string {
  const host = hostname.toLowerCase()
  return host.startsWith('[') ? host.slice(1, -1) : host.replace(/\.$/, '')
}

/** What speaks against a host as it is written, before anything is looked up; null when nothing does. */
export function checkHost(host: string, allowLoopback: boolean): string | null {
  if (isIP(host)) return isAllowedAddress(host, allowLoopback) ? null : 'must have a public IP address or hostname'
  if (allowLoopback && isLocalhost(host)) return null
  if (!host.includes('.')) return 'must have a full hostname, such as hooks.example.com'
  if (LOCAL_SUFFIXES.some((suffix) => host === suffix || host.endsWith(`.${suffix}`)))
    return 'must have a public hostname'
  return null
}

/** One bad address among several is enough: which of them is dialled is not ours to choose. */
export const checkResolved = (resolved: readonly Resolved[], allowLoopback: boolean): string | null =>
  resolved.every(({ address }) => isAllowedAddress(address, allowLoopback))
    ? null
    : 'resolves to an IP address that is not public'
