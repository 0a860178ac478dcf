// Owns our tracked links: one for each name that somebody wanted to see, made when it is first followed.

/**
 * @typedef {import('@freehold/sdk').Freehold} Freehold
 * @typedef {import('@freehold/sdk').ReferralLink} ReferralLink
 */

const MARKET = '/market'
/** @param {string} domain */
const pageOf = (domain) => `/domains/${domain}`

/** @param {Freehold} freehold */
export async function openLinks(freehold) {
  /** By the path that they lead to. @type {Map<string, Promise<ReferralLink>>} */
  const links = new Map()
  for await (const link of freehold.links.list({ limit: 100 }))
    links.set(new URL(link.destination_url).pathname, Promise.resolve(link))

  /** Two who come at once share one link; one that could not be made is tried anew. @param {string} path @param {() => Promise<ReferralLink>} make */
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
     * The kind `domain` looks for the name in the credential's own inventory. Ours leads to the market's page of it, so that the
     * sandbox key of a first try counts clicks on names that visitors really see; a name that is not there is an error.
     * @param {string} domain
     */
    toName: (domain) =>
      once(pageOf(domain), async () => {
        await freehold.public.market.listing(domain)
        return freehold.links.create({ kind: 'generic', destination_url: pageOf(domain), label: domain })
      }),
  }
}
