// Which RDAP service speaks for which TLD: the IANA list (RFC 9224), as shipped, replaced by a newer one when it can be had.
import { readFileSync } from 'node:fs'
import type { Clock } from '../../kernel/clock.ts'
import type { Outbound } from '../outbound/http.ts'

export type Bootstrap = {
  /** The base address of the service for a name, ending in a slash; null when its TLD has none that can be trusted. */
  findService(domain: string): string | null
  /** Asks IANA; true when it answered with a list. What is known is kept when it did not. */
  refresh(timeoutMs: number): Promise<boolean>
  /** When a list was last taken from IANA; null while the shipped one serves. */
  refreshedAt(): Date | null
}

export const BOOTSTRAP_URL = 'https://data.iana.org/rdap/dns.json'
const SHIPPED = new URL('../../../data/rdap-dns-bootstrap.json', import.meta.url)
const LIST_BYTES_MAX = 1024 * 1024
/** A list much shorter than the shipped one is a broken one. */
const SERVICES_MIN = 300

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

/** Plain http is no witness: anybody on the way could answer that a name is free. */
function serviceAddress(urls: readonly string[]): string | null {
  const url = urls.find((one) => one.startsWith('https://') && URL.canParse(one))
  return url === undefined ? null : url.endsWith('/') ? url : `${url}/`
}

export function readServices(text: string): Map<string, string> | null {
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    return null
  }
  const services = (list as { services?: unknown } | null)?.services
  if (!Array.isArray(services)) return null
  const found = new Map<string, string>()
  for (const service of services as unknown[]) {
    if (!Array.isArray(service)) continue
    const [tlds, urls] = service as unknown[]
    const address = isTexts(tlds) && isTexts(urls) ? serviceAddress(urls) : null
    if (address !== null) for (const tld of tlds as string[]) found.set(tld.toLowerCase(), address)
  }
  return found
}

export function createBootstrap(options: {
  outbound: Outbound
  clock: Clock
  /** The list to start with; the shipped one when left out. */
  services?: Map<string, string>
  servicesMin?: number
}): Bootstrap {
  const { outbound, clock, servicesMin = SERVICES_MIN } = options
  let services = options.services ?? readServices(readFileSync(SHIPPED, 'utf8')) ?? new Map<string, string>()
  let refreshedAt: Date | null = null

  return {
    findService(domain) {
      // The longest entry that the name ends in, as RFC 9224 says; the name itself is no entry.
      for (let dot = domain.indexOf('.'); dot >= 0; dot = domain.indexOf('.', dot + 1)) {
        const service = services.get(domain.slice(dot + 1))
        if (service !== undefined) return service
      }
      return null
    },

    async refresh(timeoutMs) {
      const headers = ['accept', 'application/json', 'accept-encoding', 'identity', 'user-agent', 'Freehold']
      const response = await outbound.request({
        url: BOOTSTRAP_URL,
        method: 'GET',
        headers,
        timeoutMs,
        maxBytes: LIST_BYTES_MAX,
      })
      if (response.failure || response.truncated || response.statusCode !== 200) return false
      const fresh = readServices(response.body.toString('utf8'))
      if (fresh === null || fresh.size < servicesMin) return false
      services = fresh
      refreshedAt = clock.now()
      return true
    },

    refreshedAt: () => refreshedAt,
  }
}
