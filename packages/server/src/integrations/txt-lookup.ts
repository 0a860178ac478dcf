// Reads the TXT records of a domain, for proofs of control.
import { Resolver } from 'node:dns/promises'

/** `missing`: no such record. `unavailable`: no nameserver gave a usable response. */
export type TxtAnswer =
  | { state: 'found'; texts: string[] }
  | { state: 'missing'; texts: [] }
  | { state: 'unavailable'; texts: [] }
export type TxtLookup = (name: string) => Promise<TxtAnswer>

const TIMEOUT_MS = 3000
const TRIES = 2
/** A zone can have any number of records; a proof is among the first. */
const TEXTS_MAX = 100

/** `servers` as `address` or `address:port`; the machine's own when null. */
export function createTxtLookup(servers: readonly string[] | null): TxtLookup {
  return async (name) => {
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
    if (servers) resolver.setServers(servers)
    try {
      const records = await resolver.resolveTxt(name)
      // A record longer than 255 bytes comes in parts.
      return { state: 'found', texts: records.slice(0, TEXTS_MAX).map((parts) => parts.join('')) }
    } catch (error) {
      const { code } = error as { code?: string }
      return { state: code === 'ENOTFOUND' || code === 'ENODATA' ? 'missing' : 'unavailable', texts: [] }
    }
  }
}
