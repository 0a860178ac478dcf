// Tracks which visitor a domain is reserved for. The service sees one partner: a second quote would release the first visitor's.
import { PageError } from './web.js'

/** @typedef {import('@freehold/sdk').Quote} Quote */

/** In memory, for one process. With several processes, use a shared store. @type {Map<string, { visitor: string, until: number }>} */
const holds = new Map()
const ASKING_MS = 60_000

/**
 * Requests a quote unless the domain is reserved for another visitor.
 * @param {string} domain @param {string} visitor @param {() => Promise<Quote>} ask
 */
export async function holdFor(domain, visitor, ask) {
  for (const [name, { until }] of holds) if (until <= Date.now()) holds.delete(name)
  if ((holds.get(domain)?.visitor ?? visitor) !== visitor)
    throw new PageError(409, 'Another visitor is buying this domain. Try again in ten minutes.')
  // Set before the request, so that a concurrent visitor sees it.
  const hold = { visitor, until: Date.now() + ASKING_MS }
  holds.set(domain, hold)
  try {
    const quote = await ask()
    hold.until = Date.now() + quote.expires_in * 1000
    return quote
  } catch (error) {
    holds.delete(domain)
    throw error
  }
}

/** @param {string} domain */
export const endHold = (domain) => holds.delete(domain)
