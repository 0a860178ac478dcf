// Hosts as they may stand in addresses that others give us: what else URL lets through (`;`, `,`, `'`) would end up in headers.
import { BlockList, isIPv4, isIPv6 } from 'node:net'

const PLAIN_HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*\.?|\[[0-9a-f:.]+\])$/i

/** A host name of letters, digits, hyphens and dots, or an address in brackets. */
export const isPlainHost = (hostname: string): boolean => hostname.length <= 253 && PLAIN_HOST.test(hostname)

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/** `localhost`, 127.0.0.0/8 or ::1 in any spelling, with or without brackets: only this machine reaches it. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  if (isIPv4(host)) return LOOPBACK.check(host, 'ipv4')
  if (isIPv6(host)) return LOOPBACK.check(host, 'ipv6')
  return host === 'localhost'
}
