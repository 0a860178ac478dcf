// The network a client calls from, which is what limits count: an IPv4 address, or the /64 that one IPv6 customer controls.
import { createHmac } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'
import type { SecretBox } from '../secret-box.ts'

/** `::ffff:192.0.2.1`: an IPv4 client on a socket that also accepts IPv6. */
const MAPPED_PREFIX = '::ffff:'
const NETWORK_GROUPS = 4

/** The first four groups of an IPv6 address, written in full. `::` stands for as many zeros as are missing. */
function firstGroups(address: string): string[] {
  const [bare = ''] = address.split('%', 1)
  const [head = '', tail] = bare.split('::', 2)
  const before = head === '' ? [] : head.split(':')
  if (tail === undefined) return before.slice(0, NETWORK_GROUPS)
  const after = tail === '' ? [] : tail.split(':')
  // A dotted IPv4 ending takes the place of two groups.
  const afterLength = after.length + (after.at(-1)?.includes('.') ? 1 : 0)
  const zeros = Array<string>(Math.max(0, 8 - before.length - afterLength)).fill('0')
  return [...before, ...zeros, ...after].slice(0, NETWORK_GROUPS)
}

/** The same text for every address that one client can easily choose from. Anything that is not an address stays as it is. */
export function toNetwork(address: string): string {
  const text = address.toLowerCase()
  if (text.startsWith(MAPPED_PREFIX) && isIPv4(text.slice(MAPPED_PREFIX.length)))
    return text.slice(MAPPED_PREFIX.length)
  if (!isIPv6(text)) return text
  return `${firstGroups(text)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** Deriving a key takes long enough to do it once. */
const keys = new WeakMap<Pick<SecretBox, 'deriveKey'>, Buffer>()

/** What is stored of a network: the same network gives the same text, and without the key nobody can tell which one it is. */
export function digestNetwork(secrets: Pick<SecretBox, 'deriveKey'>, address: string): string {
  const key = keys.get(secrets) ?? secrets.deriveKey('client-network')
  keys.set(secrets, key)
  return createHmac('sha256', key).update(toNetwork(address)).digest('base64url')
}
