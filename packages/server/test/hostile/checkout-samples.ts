// Checkouts to be paid: sessions, forms, and what Stripe sends about them.
import type { TestResponse } from '../harness.ts'
import { freshDomain } from '../route-sample-records.ts'
import { GOOD_CARD, openShop } from '../shop.ts'
import type { Sample, Stage } from './stage.ts'

const CHALLENGED_CARD = '4000002500003155'

export async function openCheckout({
  service,
  world,
}: Stage): Promise<{ params: Record<string, string>; query: string; page: TestResponse; total: string }> {
  const shop = openShop(service)
  const { domain } = await service.list('sandbox', freshDomain())
  const { session_id, checkout_url, price_cents } = await shop.session(world.partner, domain)
  const query = new URL(checkout_url).search.slice(1)
  return { params: { session_id }, query, page: await shop.open(checkout_url), total: String(price_cents) }
}

const PAID = 'https://shop.example/paid'

export async function checkout(stage: Stage, number = GOOD_CARD): Promise<Sample & { form: Record<string, string> }> {
  const { params, query, page, total } = await openCheckout(stage)
  const shop = openShop(stage.service)
  const card = { ...shop.cardFields(number), email: 'ada@example.com', name: 'Ada', country: 'DE', total }
  return { params, query, form: { form: shop.formToken(page), ...card }, leadsTo: PAID }
}

/** A session whose buyer is asked by the bank. */
export async function challenged(stage: Stage): Promise<Sample> {
  const { params, query, form } = await checkout(stage, CHALLENGED_CARD)
  await openShop(stage.service).post(`/checkout/${params!.session_id}?${query}`, form)
  return { params: params!, query: query!, form: { answer: 'yes' }, leadsTo: PAID }
}

/** A live session whose buyer sees Stripe's form, and its intent. */
export async function started({ service, stripe }: Stage, checkoutUrl: string, email: string, cookie = '') {
  await openShop(service).payForm(checkoutUrl, GOOD_CARD, { email }, cookie === '' ? {} : { cookie })
  const sessionId = /\/checkout\/([^?]+)/.exec(checkoutUrl)![1]!
  const intent = [...stripe!.intents.values()].find(({ metadata }) => metadata.payment_id === `${sessionId}.1`)!
  return { sessionId, intent }
}

export const NOTICE_TYPES = ['succeeded', 'payment_failed', 'canceled'].map((what) => `payment_intent.${what}`)

/** What Stripe would send; it is signed as it goes out. */
export async function newNotice(stage: Stage, type: string): Promise<Sample> {
  const session = await openShop(stage.service).session(stage.world.live)
  const { intent } = await started(stage, session.checkout_url, 'ada@example.com')
  return { body: JSON.parse(stage.stripe!.notice(type, intent.id).body) }
}
