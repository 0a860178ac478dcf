// A buyer without an account: pays on the marketplace's own pages, and the order is moved on.
import { openBrowser, overInject } from './browser.ts'
import type { TestService } from './harness.ts'
import { GOOD_CARD, openShop } from './shop.ts'

let serial = 0
export const freshEmail = (name = 'guest'): string => `${name}-${process.pid}-${serial++}@mail.example`

export type Bought = { orderId: string; domain: string; email: string }

/** Buys a fresh domain, or the one that is named. `browser` is the buyer's: with a session in it, they are signed in. */
export async function buyDomain(
  service: TestService,
  {
    email = freshEmail(),
    browser = openBrowser(overInject(service)),
    domain: named,
    card = GOOD_CARD,
  }: { email?: string; browser?: ReturnType<typeof openBrowser>; domain?: string; card?: string } = {},
): Promise<Bought & { returnTo: string; path: string }> {
  const shop = openShop(service)
  const domain = named ?? (await shop.freshName({}, 'live')).domain
  await service.house()
  const begun = await browser.open(`/domains/${domain}`)
  if (begun.status !== 200) throw new Error(`no page for ${domain}`)
  const checkout = await browser.post(`/domains/${domain}/buy`, {})
  const path = String(checkout.headers.location)
  const page = await browser.open(path)
  const form = /name="form" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  const paid = await browser.post(path, { form, email, ...shop.cardFields(card) })
  const { json } = await service.operator('GET', `/orders?domain=${domain}`)
  const [order] = json.orders
  if (!order) throw new Error(`not bought: ${paid.status} ${paid.text}`)
  return { orderId: order.public_id, domain, email, returnTo: String(paid.headers.location), path }
}

export async function deliver(service: TestService, orderId: string): Promise<void> {
  for (const action of ['start_transfer', 'complete_transfer']) {
    const { status, text } = await service.operator(
      'POST',
      `/orders/${orderId}/${action}`,
      action === 'start_transfer' ? { without_choice: true } : {},
    )
    if (status !== 200) throw new Error(`${action}: ${text}`)
  }
}
