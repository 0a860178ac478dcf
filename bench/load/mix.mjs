// What callers ask for, and how often: mostly whether a name is free and what it costs, seldom an order.
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { makeOrder } from '../orders/money.mjs'

const API = '/api/partner/v1'
const QUERIES = [
  'rent a car abroad',
  'coffee roaster',
  'short name for a bank',
  'bench',
  'garden tools',
  'yoga at home',
]

const sha256 = (text) => createHash('sha256').update(text).digest('hex')

/** The signature of a request that has its query in canonical order already. */
export function signed({ keyId, secret }, method, path, query = '', body = '', headers = {}) {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const nonce = randomUUID()
  const canonical = [method, path, query, timestamp, nonce, sha256(body)].join('\n')
  return {
    method,
    path: query === '' ? path : `${path}?${query}`,
    body: body === '' ? null : body,
    headers: {
      'x-service-key-id': keyId,
      'x-service-timestamp': timestamp,
      'x-service-nonce': nonce,
      'x-service-signature': `v1=${createHmac('sha256', secret).update(canonical).digest('hex')}`,
      ...(body === '' ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
  }
}

const open = (method, path, body) => ({
  method,
  path,
  body: body ? JSON.stringify(body) : null,
  headers: body ? { 'content-type': 'application/json' } : {},
})

/** `sellers` sign; the first `reads` names are read and quoted, those after them are sold one by one. */
export function createMix({ sellers, firstName, reads, forSale }) {
  let sold = 0
  let turn = 0
  const pick = (list) => list[Math.floor(Math.random() * list.length)]
  const someone = () => pick(sellers)
  const someName = () => `bench-${firstName + Math.floor(Math.random() * reads)}.test`
  /** Each seller quotes a few names of its own again and again: no seller meets another's reservation. */
  const quotable = (seller) => `bench-${firstName + sellers.indexOf(seller) * 10 + (turn++ % 10)}.test`

  const kinds = {
    availability: () => signed(someone(), 'GET', `${API}/availability`, `domain=${someName()}`),
    price: () => signed(someone(), 'GET', `${API}/pricing`, `domain=${someName()}`),
    search: () => signed(someone(), 'GET', `${API}/domains/search`, `q=${encodeURIComponent(pick(QUERIES))}`),
    quote: () => {
      const seller = someone()
      return signed(seller, 'POST', `${API}/quotes`, '', JSON.stringify({ domain: quotable(seller) }), {
        'idempotency-key': randomUUID(),
      })
    },
    order: () => {
      if (sold >= forSale) throw new Error(`no more than ${forSale} names were made for sale`)
      const n = firstName + reads + sold++
      return signed(someone(), 'POST', `${API}/orders`, '', JSON.stringify(makeOrder(n)), {
        'idempotency-key': randomUUID(),
      })
    },
    orders: () => signed(someone(), 'GET', `${API}/orders`, 'limit=10'),
    events: () => signed(someone(), 'GET', `${API}/events`, 'limit=10'),
    whois: () => open('POST', '/api/tools/whois', { domain: `taken-load-${Math.floor(Math.random() * 1000)}.com` }),
    market: () => open('GET', '/api/market/listings?sort=newest'),
  }
  const shares = {
    availability: 35,
    price: 20,
    search: 15,
    quote: 10,
    order: 8,
    orders: 4,
    events: 3,
    whois: 3,
    market: 2,
  }
  const table = Object.entries(shares).flatMap(([kind, share]) => Array(share).fill(kind))
  return () => {
    const kind = pick(table)
    return { kind, request: kinds[kind]() }
  }
}
