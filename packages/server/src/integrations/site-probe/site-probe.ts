// Looks at a name from outside: does its owner run a site on it? It reaches public machines only.
import { parseUrl } from '../../kernel/text/url.ts'
import { isAllowedAddress } from '../outbound/addresses.ts'
import type { Dial } from '../outbound/connect.ts'
import { addressesIn, createDns, type Dns, resolveWith } from './dns.ts'
import { createPageClient, type PageClient } from './http.ts'
import { isMarketplace, isParkingServer, judgePage, refreshTarget } from './page.ts'

/** `none`: nothing answers. `placeholder`: a default, empty or announcing page. `unknown`: it could not be told. */
export type SiteState = 'none' | 'parked' | 'placeholder' | 'live' | 'unknown'

/** What a use case asks. Null: it could not be told. */
export type Sites = {
  hasActiveSite(domain: string): Promise<boolean | null>
  close(): Promise<void>
}

const REDIRECTS_MAX = 5
/** All pages of one look together. */
const LOOK_TIMEOUT_MS = 10_000
/** Somebody who asks whether a name is eligible opens a case next: one look serves both. */
const REMEMBER_MS = 60_000
const REMEMBERED_MAX = 1000

type Step = { state: SiteState } | { next: string } | 'failed'

function judge(page: Exclude<Awaited<ReturnType<PageClient['get']>>, string>, url: string): Step {
  const { status, location, body, contentType } = page
  const target = status >= 300 && status < 400 ? location : status < 300 ? refreshTarget(body) : null
  if (target !== null) return stepTo(target, url)
  // Somebody keeps visitors out: there is something to keep them out of.
  if (status === 401 || status === 403 || status === 429) return { state: 'live' }
  if (status >= 500 || (status >= 300 && status < 400)) return { state: 'unknown' }
  return { state: status >= 400 ? 'placeholder' : judgePage(body, contentType) }
}

function stepTo(target: string, from: string): Step {
  const url = parseUrl(target, from)
  if (url === null) return { state: 'unknown' }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { state: 'unknown' }
  if (isMarketplace(url.hostname)) return { state: 'parked' }
  url.hash = ''
  return url.href === from ? { state: 'unknown' } : { next: url.href }
}

async function follow(client: PageClient, start: string, signal: AbortSignal): Promise<SiteState | 'failed'> {
  let url = start
  for (let hops = 0; hops <= REDIRECTS_MAX; hops++) {
    const page = await client.get(url, signal)
    // A private address is nobody's public site.
    if (page === 'refused') return 'none'
    if (typeof page === 'string') return hops === 0 ? 'failed' : 'unknown'
    const step = judge(page, url)
    if (step === 'failed' || 'state' in step) return step === 'failed' ? 'failed' : step.state
    url = step.next
  }
  return 'unknown'
}

/** The order of the tests: addresses, then nameservers, then the page itself. The first that tells something ends it. */
export async function lookAtSite(dns: Dns, client: PageClient, domain: string): Promise<SiteState> {
  let host = domain
  let found = await addressesIn(dns, host)
  if (found.state === 'empty') {
    host = `www.${domain}`
    found = await addressesIn(dns, host)
  }
  if (found.state === 'missing' || found.state === 'empty') return 'none'
  if (found.state === 'unknown') return 'unknown'
  if (!found.resolved.every(({ address }) => isAllowedAddress(address, false))) return 'none'
  const servers = await dns('NS', domain)
  if (servers.values.some(isParkingServer)) return 'parked'
  const signal = AbortSignal.timeout(LOOK_TIMEOUT_MS)
  for (const scheme of ['https', 'http']) {
    const state = await follow(client, `${scheme}://${host}/`, signal)
    if (state !== 'failed') return state
  }
  return 'unknown'
}

const IS_ACTIVE: Record<SiteState, boolean | null> = {
  live: true,
  none: false,
  parked: false,
  placeholder: false,
  unknown: null,
}

export type SitesOptions = { dns?: Dns; dial?: Dial; rememberMs?: number }

export function createSites({ dns = createDns(), dial, rememberMs = REMEMBER_MS }: SitesOptions = {}): Sites {
  const client = createPageClient({ resolve: resolveWith(dns), ...(dial ? { dial } : {}) })
  const looks = new Map<string, { state: Promise<SiteState>; until: number }>()

  /** Who asks at the same time shares one look; what could not be told is asked again. */
  function look(domain: string): Promise<SiteState> {
    const known = looks.get(domain)
    if (known && known.until > performance.now()) return known.state
    if (looks.size >= REMEMBERED_MAX) looks.delete(looks.keys().next().value as string)
    const state = lookAtSite(dns, client, domain).catch((): SiteState => 'unknown')
    looks.set(domain, { state, until: performance.now() + rememberMs })
    void state.then((told) => told === 'unknown' && looks.delete(domain))
    return state
  }

  return {
    hasActiveSite: async (domain) => IS_ACTIVE[await look(domain)],
    close: () => client.close(),
  }
}

/** Without a network no name has a site. */
export const createSimulatedSites = (): Sites => ({
  hasActiveSite: async () => false,
  close: async () => {},
})
