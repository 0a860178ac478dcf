// Owns the fixed plan used in place of a model: which tools to call, in which order, and how to use the results.
import { setTimeout as wait } from 'node:timers/promises'

/**
 * @typedef {import('./toolbox.js').Toolbox} Toolbox
 * @typedef {{ domain: string, how: 'for sale' | 'available to register', cents: number, price: string, fit: number }} Candidate
 * @typedef {import('@freehold/sdk').MarketPage} MarketPage
 * @typedef {import('@freehold/sdk').DomainSearch} DomainSearch
 * @typedef {import('@freehold/sdk').TldMetadata} TldMetadata
 */

const LISTINGS_PER_WORD = 10

/**
 * Finds listings whose domain contains words of the brief, and unregistered domains that spell the brief.
 * @param {Toolbox} toolbox @param {string} brief @param {number} maxPrice
 * @returns {Promise<Candidate[]>}
 */
export async function findCandidates(toolbox, brief, maxPrice) {
  const words = brief.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
  /** @type {Map<string, Candidate>} */
  const found = new Map()
  for (const word of words) {
    const asked = { q: word, max_price: maxPrice, sort: 'price_asc', limit: LISTINGS_PER_WORD }
    const { items } = /** @type {MarketPage} */ (await toolbox.call('market_listings', asked))
    for (const { domain, price_cents, currency } of items)
      found.set(domain, candidate(words, domain, 'for sale', price_cents, currency))
  }
  if (words.length > 0) {
    const { results } = /** @type {DomainSearch} */ (await toolbox.call('search_domain', { q: words.join('') }))
    for (const { domain, available, price } of results)
      if (available && price && price.cents <= maxPrice)
        found.set(domain, candidate(words, domain, 'available to register', price.cents, price.currency))
  }
  return [...found.values()].sort((one, other) => other.fit - one.fit || one.cents - other.cents)
}

/** @param {string[]} words @param {string} domain @param {Candidate['how']} how @param {number} cents @param {string} currency @returns {Candidate} */
function candidate(words, domain, how, cents, currency) {
  const label = domain.slice(0, domain.indexOf('.'))
  return { domain, how, cents, price: money(cents, currency), fit: words.filter((word) => label.includes(word)).length }
}

/** The best match, then the lowest price. Only a domain that is for sale can be quoted or watched. @param {Candidate[]} candidates @param {{ forSale: boolean }} wanted */
export const pickBest = (candidates, { forSale }) => candidates.find(({ how }) => !forSale || how === 'for sale')

/** The registration rules of the domain's TLD. @param {Toolbox} toolbox @param {string} domain */
export async function readRules(toolbox, domain) {
  const { tld_unicode, term, registrant } = /** @type {TldMetadata} */ (
    await toolbox.call('tld_requirements', { tld: domain.slice(domain.indexOf('.') + 1) })
  )
  const countries = registrant.allowed_countries?.join(', ') ?? 'the country'
  const who = registrant.local_presence_required ? `for residents of ${countries}` : 'open to everyone'
  return `.${tld_unicode}: ${who}, registered for ${term.min_years} to ${term.max_years} years`
}

/**
 * The market state of a domain: the current state, then every change.
 * @param {Toolbox} toolbox @param {string} domain @param {{ seconds: number, signal: AbortSignal }} options
 */
export async function* lookAgain(toolbox, domain, { seconds, signal }) {
  let before
  while (!signal.aborted) {
    const state = await readState(toolbox, domain).catch((error) => `unknown: ${error.message}`)
    if (state !== before) yield state
    before = state
    await wait(seconds * 1000, undefined, { signal }).catch(() => {})
  }
}

/** @param {Toolbox} toolbox @param {string} domain */
async function readState(toolbox, domain) {
  const [label = '', ...tld] = domain.split('.')
  const asked = { q: label, tld: tld.join('.'), limit: 100 }
  const { items } = /** @type {MarketPage} */ (await toolbox.call('market_listings', asked))
  const listing = items.find((item) => item.domain === domain)
  return listing ? `for sale at ${money(listing.price_cents, listing.currency)}` : 'not for sale'
}

/** @param {number} cents @param {string} currency */
function money(cents, currency) {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.format(cents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
