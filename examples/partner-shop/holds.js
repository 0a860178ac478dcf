// Owns who of our visitors a name is held for. To the service all of them are us: quoting a name again would take it from the first.
import { PageError } from './web.js'

/** @typedef {import('@freehold/sdk').Quote} Quote */

/** In memory, which is right for one process; with several, keep them where all can see them. @type {Map<string, { visitor: string, until: number }>} */
const holds = new Map()
const ASKING_MS = 60_000

/**
 * Asks for a quote, unless the name is held for another visitor.
 * @param {string} domain @param {string} visitor @param {() => Promise<Quote>} ask
 */
export async function holdFor(domain, visitor, ask) {
  for (const [name, { until }] of holds) if (until <= Date.now()) holds.delete(name)
  if ((holds.get(domain)?.visitor ?? visitor) !== visitor)
    throw new PageError(409, 'Another visitor is buying this name. Try again in ten minutes.')
  // Written down before the service is asked: whoever comes meanwhile finds it.
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
