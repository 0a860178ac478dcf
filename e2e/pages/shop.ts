// The partner's side of a purchase: a checkout for a fresh name, and a page of the partner's own to come back to.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import type { Service } from '../process.ts'

export type Checkout = { session_id: string; checkout_url: string; domain: string; price_cents: number }

export type Shop = {
  url: string
  open(domain: string): Promise<Checkout>
  close(): Promise<void>
}

export async function openShop(service: Service): Promise<Shop> {
  const server = http.createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Shop</title><h1>Back at the shop</h1>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    open: async (domain) => {
      const session = await service.sdk().post<Checkout>('/api/partner/v1/checkout-session', {
        domain,
        return_url: `${url}/paid`,
        cancel_url: `${url}/back`,
      })
      // The service calls itself localhost; the tests come by its address.
      return { ...session, checkout_url: session.checkout_url.replace(/^http:\/\/[^/]+/, service.url) }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Names that the sandbox sells. */
export async function namesForSale(service: Service, words: string): Promise<string[]> {
  const { results } = await service
    .sdk()
    .get<{ results: { domain: string }[] }>('/api/partner/v1/domains/search', { q: words })
  return results.map(({ domain }) => domain)
}

export async function fillCard(page: Page, number: string, email = 'ada@example.com'): Promise<void> {
  await page.getByLabel('Your email address').fill(email)
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry date').fill('12/35')
  await page.getByLabel('CVC').fill('123')
}
