// What the nameservers say of a name: its addresses, its nameservers, and whether there is such a name at all.
import { Resolver } from 'node:dns/promises'
import type { Resolved } from '../outbound/addresses.ts'
import type { Resolve } from '../outbound/connect.ts'

/** `missing`: there is no such name. `empty`: there is, without such a record. `unknown`: nobody gave a usable answer. */
export type DnsAnswer = { state: 'found' | 'empty' | 'missing' | 'unknown'; values: string[] }
export type DnsKind = 'A' | 'AAAA' | 'NS' | 'SOA'
export type Dns = (kind: DnsKind, name: string) => Promise<DnsAnswer>

const TIMEOUT_MS = 1500
const TRIES = 2

function toState(error: unknown): DnsAnswer['state'] {
  const code = (error as { code?: string }).code
  return code === 'ENOTFOUND' ? 'missing' : code === 'ENODATA' ? 'empty' : 'unknown'
}

/** `servers` as `address:port`; the machine's own when left out. */
export function createDns(servers?: readonly string[]): Dns {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (servers) resolver.setServers(servers)
  const ask: Record<DnsKind, (name: string) => Promise<string[]>> = {
    A: (name) => resolver.resolve4(name),
    AAAA: (name) => resolver.resolve6(name),
    NS: (name) => resolver.resolveNs(name),
    SOA: async (name) => [(await resolver.resolveSoa(name)).nsname],
  }
  return async (kind, name) => {
    try {
      const values = await ask[kind](name)
      return { state: values.length > 0 ? 'found' : 'empty', values: values.map((value) => value.toLowerCase()) }
    } catch (error) {
      return { state: toState(error), values: [] }
    }
  }
}

export type Addresses = { state: DnsAnswer['state']; resolved: Resolved[] }

/** Both families; one that answers is enough, one that does not leaves the question open. */
export async function addressesIn(dns: Dns, name: string): Promise<Addresses> {
  const [four, six] = await Promise.all([dns('A', name), dns('AAAA', name)])
  const resolved: Resolved[] = [
    ...four.values.map((address): Resolved => ({ address, family: 4 })),
    ...six.values.map((address): Resolved => ({ address, family: 6 })),
  ]
  if (resolved.length > 0) return { state: 'found', resolved }
  const states = [four.state, six.state]
  return { state: states.includes('unknown') ? 'unknown' : states.includes('missing') ? 'missing' : 'empty', resolved }
}

/** For the connector, which checks every address again. */
export const resolveWith =
  (dns: Dns): Resolve =>
  async (name) =>
    (await addressesIn(dns, name)).resolved
