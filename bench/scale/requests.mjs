// The operations that the capacity model counts, as requests. Each is one kind; a load mixes them.
import { randomUUID } from 'node:crypto'
import { signed } from '../load/mix.mjs'
import { makeOrder } from '../orders/money.mjs'

const API = '/api/partner/v1'
const QUERIES = [
  'rent a car abroad',
  'coffee roaster',
  'short name for a bank',
  'garden tools',
  'yoga at home',
  'solar',
]
const VISITORS = 5000

const open = (path, headers = {}) => ({ method: 'GET', path, body: null, headers })

/** `names` are read and quoted; those after them are sold one by one. */
export function createRequests({ sellers, firstName, names, forSale, code }) {
  let sold = 0
  let visit = 0
  const pick = (list) => list[Math.floor(Math.random() * list.length)]
  const someName = () => `bench-${firstName + Math.floor(Math.random() * names)}.test`
  return {
    signedRead: () => signed(pick(sellers), 'GET', `${API}/pricing`, `domain=${someName()}`),
    search: () => signed(pick(sellers), 'GET', `${API}/domains/search`, `q=${encodeURIComponent(pick(QUERIES))}`),
    publicRead: () => open('/api/market/listings?sort=newest'),
    click: () => {
      const visitor = visit++ % VISITORS
      // A visitor is a network: each has an IP address from the range for benchmarks (RFC 2544).
      return open(`/r/${code}`, {
        'x-forwarded-for': `198.18.${Math.floor(visitor / 250)}.${visitor % 250}`,
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
      })
    },
    order: () => {
      if (sold >= forSale) throw new Error(`no more than ${forSale} names were made for sale`)
      const n = firstName + names + sold++
      return signed(pick(sellers), 'POST', `${API}/orders`, '', JSON.stringify(makeOrder(n)), {
        'idempotency-key': randomUUID(),
      })
    },
  }
}
