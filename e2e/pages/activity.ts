// A little business on a fresh service, so that every page has something to show: made through the APIs, as people would.

import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Service } from '../process.ts'
import { asOperator } from './as-operator.ts'
import { type MarketActivity, makeMarketActivity } from './market-activity.ts'
import { namesForSale } from './shop.ts'

const V1 = '/api/partner/v1'

export type Activity = MarketActivity & {
  /** The sandbox partner's. */
  order: string
  heldOrder: string
  orderRun: string
  caseId: string
  progressPath: string
  settlement: string
  delivery: string
  endpoint: string
  failedRequest: string
  message: string
  checkoutPath: string
  /** The buyer's page of a paid order. */
  orderPath: string
  partnerId: string
  listedName: string
  takenName: string
  close(): Promise<void>
}

/** Takes what webhooks bring. */
async function openReceiver(): Promise<{ url: string; close(): Promise<void> }> {
  const server = http.createServer((request, response) => {
    request.resume().on('end', () => response.end('ok'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

type Order = { public_id: string }

async function sell(service: Service, domains: readonly string[]): Promise<Order[]> {
  const sdk = service.sdk()
  const orders: Order[] = []
  for (const domain of domains) {
    const quote = await sdk.post<{ quote_id: string }>(`${V1}/quotes`, { domain })
    const body = {
      quote_id: quote.quote_id,
      external_payment_ref: `cart-${orders.length + 1001}`,
      buyer: { email: `buyer${orders.length + 1}@example.com`, name: 'Ada Buyer' },
    }
    orders.push(await sdk.post<Order>(`${V1}/orders`, body, { idempotencyKey: randomUUID() }))
  }
  return orders
}

async function refer(service: Service, domain: string): Promise<void> {
  const sdk = service.sdk()
  const link = await sdk.post<{ link_id: string; code: string }>(`${V1}/links`, {
    kind: 'generic',
    label: 'Newsletter',
  })
  await sdk.post(`${V1}/links`, { kind: 'domain', domain, label: 'Blog post' })
  for (let visitor = 1; visitor <= 12; visitor++)
    await fetch(`${service.url}/r/${link.code}`, {
      redirect: 'manual',
      headers: { 'user-agent': `Mozilla/5.0 (X11; Linux x86_64; rv:${visitor}.0) Gecko/20100101 Firefox/${visitor}.0` },
    })
  await sdk.post(`${V1}/sandbox/links/${link.link_id}/sale`, { domain })
}

/** A request with a wrong signature, for the signature doctor. */
async function failToSign(service: Service): Promise<string> {
  const response = await fetch(`${service.url}${V1}/orders?limit=5`, {
    headers: {
      'x-service-key-id': service.credentials().partner.key_id,
      'x-service-timestamp': String(Math.floor(Date.now() / 1000)),
      'x-service-nonce': randomUUID(),
      'x-service-signature': '0'.repeat(64),
    },
  })
  return response.headers.get('x-request-id') ?? ''
}

/** A visitor asks us to broker a domain, and gets a message. */
async function requestBrokerage(service: Service, domain: string): Promise<string> {
  const body = { domain, tier: 'managed', buyer_email: 'ada@example.com', budget_cents: 500_000 }
  const response = await fetch(`${service.url}/api/market/brokerage`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${domain}: ${response.status} ${await response.text()}`)
  const { messages } = await asOperator<{ messages: { message_id: string }[] }>(service, 'GET', '/mail')
  return messages[0]?.message_id ?? ''
}

/** Pays with a test card, as a browser would; the page of a paid checkout links to the order. */
export async function payCheckout(service: Service, domain: string): Promise<string> {
  const { pathname, search } = new URL((await openCheckout(service, domain)).checkout_url)
  const url = `${service.url}${pathname}${search}`
  const form = /name="form" value="([^"]+)"/.exec(await (await fetch(url)).text())?.[1] ?? ''
  const card = { number: '4242424242424242', expiry: '12/35', cvc: '123' }
  const body = new URLSearchParams({ form, email: 'ada@example.com', ...card })
  await fetch(url, { method: 'POST', body, redirect: 'manual' })
  return /href="(\/orders\/[^"]+)"/.exec(await (await fetch(url)).text())?.[1] ?? ''
}

export const openCheckout = (service: Service, domain: string): Promise<{ checkout_url: string }> =>
  service.sdk().post(`${V1}/checkout-session`, {
    domain,
    return_url: 'https://shop.example/paid',
    cancel_url: 'https://shop.example/back',
  })

/** A bulk action with an order that accepts it and one that does not. */
async function startTransfers(service: Service, order_ids: string[]): Promise<string> {
  const response = await fetch(`${service.url}/api/operator/v1/orders/bulk`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.credentials().operator.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ action: 'start_transfer', order_ids, idempotency_key: 'activity' }),
  })
  return ((await response.json()) as { run_id: string }).run_id
}

export async function makeActivity(service: Service): Promise<Activity> {
  const sdk = service.sdk()
  const receiver = await openReceiver()
  await sdk.put('/api/partner/webhooks', { url: receiver.url, secret: 'a-secret-of-sixteen-characters' })
  const endpoint = await sdk.webhooks.endpoints.create({
    url: `${receiver.url}/second`,
    secret: 'a-secret-of-sixteen-characters',
  })
  const words = ['coffee', 'travel', 'health', 'garden']
  const names = [...new Set((await Promise.all(words.map((word) => namesForSale(service, word)))).flat())]
  const orders = await sell(service, [...names.slice(0, 6), 'held.test', 'transfer-fails.test'])
  const [first, second, third, fourth, fifth, , held, failing] = orders.map(({ public_id }) => public_id)
  for (const id of [first, second]) {
    await sdk.post(`${V1}/sandbox/orders/${id}/start_transfer`)
    await sdk.post(`${V1}/sandbox/orders/${id}/complete_transfer`)
  }
  await sdk.post(`${V1}/sandbox/orders/${third}/start_transfer`)
  await sdk.post(`${V1}/refunds`, { order_public_id: fourth, reason: 'requested_by_customer' })
  await sdk.post(`${V1}/sandbox/orders/${failing}/start_transfer`)
  await refer(service, names[7] ?? '')
  const opened = await sdk.post<{ case_id: string; progress_url: string }>(`${V1}/brokerage`, {
    domain: 'dream-name.test',
    tier: 'managed',
    buyer_email: 'ada@example.com',
    budget: 500_000,
  })
  await sdk.post(`${V1}/sandbox/brokerage/${opened.case_id}/advance`)
  const session = await openCheckout(service, names[8] ?? '')
  const orderPath = await payCheckout(service, names[9] ?? '')
  await sdk.post(`${V1}/sandbox/settlements/run`)
  const { settlements } = await sdk.get<{ settlements: { settlement_id: string }[] }>(`${V1}/settlements`)
  const { deliveries } = await sdk.get<{ deliveries: { delivery_id: string }[] }>(`${V1}/webhooks/deliveries`)
  const market = (await (await fetch(`${service.url}/api/market/listings?limit=1`)).json()) as {
    items: { domain: string }[]
  }
  const toPath = (url: string): string => new URL(url).pathname + new URL(url).search
  return {
    ...(await makeMarketActivity(service)),
    order: first ?? '',
    heldOrder: held ?? '',
    orderRun: await startTransfers(service, [fifth ?? '', first ?? '']),
    caseId: opened.case_id,
    progressPath: toPath(opened.progress_url),
    settlement: settlements[0]?.settlement_id ?? '',
    delivery: deliveries[0]?.delivery_id ?? '',
    endpoint: endpoint.endpoint_id,
    failedRequest: await failToSign(service),
    message: await requestBrokerage(service, 'taken-wish.com'),
    checkoutPath: toPath(session.checkout_url),
    orderPath,
    partnerId: service.credentials().partner.partner_id,
    listedName: market.items[0]?.domain ?? '',
    takenName: 'taken-example.com',
    close: receiver.close,
  }
}
