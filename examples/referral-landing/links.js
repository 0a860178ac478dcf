// Owns the tracked links: one per domain, created when a visitor first follows it.

/**
 * @typedef {import('@freehold/sdk').Freehold} Freehold
 * @typedef {import('@freehold/sdk').ReferralLink} ReferralLink
 */

const MARKET = '/market'
/** @param {string} domain */
const toPagePath = (domain) => `/domains/${domain}`

/** @param {Freehold} freehold */
export async function openLinks(freehold) {
  /** By destination path. @type {Map<string, Promise<ReferralLink>>} */
  const links = new Map()
  for await (const link of freehold.links.list({ limit: 100 }))
    links.set(new URL(link.destination_url).pathname, Promise.resolve(link))

  /** Concurrent visitors share one link. A link that could not be created is retried. @param {string} path @param {() => Promise<ReferralLink>} make */
  function once(path, make) {
    const before = links.get(path)
    if (before) return before
    const made = make()
    links.set(path, made)
    made.catch(() => links.delete(path))
    return made
  }

  return {
    toMarket: () => once(MARKET, () => freehold.links.create({ kind: 'product', product: 'marketplace' })),

    /**
     * A link of kind `domain` needs a listing in the credential's own environment. This link goes to the market page instead, so a
     * sandbox key also counts clicks on live listings. Throws if the domain is not listed.
     * @param {string} domain
     */
    toName: (domain) =>
      once(toPagePath(domain), async () => {
        await freehold.public.market.listing(domain)
        return freehold.links.create({ kind: 'generic', destination_url: toPagePath(domain), label: domain })
      }),
  }
}
