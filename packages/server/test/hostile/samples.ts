// Good requests in place of samples of routes: what would disturb the others, and the live environment.
import { sql } from '../../src/db/sql.ts'
import type { TestService } from '../harness.ts'
import { newPerson } from '../person.ts'
import { beginPurchase, findReceipt, freshDomain, newOrder, newPartner, type World } from '../route-sample-records.ts'
import { FACTOR_SAMPLES } from '../route-samples-factors.ts'
import { postNotice } from '../stripe-double.ts'
import { started } from './checkout-samples.ts'
import { receiptLinks } from './hosted-samples.ts'
import type { Sample, Stage } from './stage.ts'

type MakeRouteSample = (world: World, service: TestService, stage: Stage) => Sample | Promise<Sample>

/** A live name that the world's person bought on our own pages and paid with Stripe. */
const purchase: MakeRouteSample = async ({ person }, service, stage) => {
  const { sessionId, intent } = await started(stage, await beginPurchase(service), person.email, person.cookie)
  const timestamp = Math.floor(service.clock.now().getTime() / 1000)
  await postNotice(service, stage.stripe!.notice('payment_intent.succeeded', intent.id, { timestamp }))
  const session = await service.db.one<{ orderId: string }>(
    sql`select order_id from checkout_sessions where id = ${sessionId}`,
  )
  return { params: { public_id: session!.orderId } }
}

/** In place of samples that would change what all the others count on, or that pay with a card of the sandbox. */
export const OWN_SAMPLES: Record<string, MakeRouteSample> = {
  'operator.partners.change': async (_, service) => ({
    ...(await newPartner(service)),
    body: { name: 'Hostile', commission_bps: 1200, merchant_of_record: false, affiliate: true },
  }),
  'account.password': async (_, service) => {
    const { headers, password } = await newPerson(service)
    return { caller: headers, body: { current_password: password, new_password: password } }
  },
  'account.email': async (_, service) => {
    const { headers, email, password } = await newPerson(service)
    return { caller: headers, body: { new_email: `new-${email}`, current_password: password } }
  },
  'account.delete': async (_, service) => {
    const { headers, password } = await newPerson(service)
    return { caller: headers, body: { password } }
  },
  'account.order': purchase,
  'account.document': async (world, service, stage) => {
    const { params } = await purchase(world, service, stage)
    return findReceipt(service, params!.public_id!)
  },
  'operator.orders.claim_link': async (_, __, stage) => ({
    params: { public_id: `ord_${(await receiptLinks(stage)).order.replace('fh_or_', '').slice(0, 26)}` },
  }),
  ...Object.fromEntries(
    Object.entries(FACTOR_SAMPLES).map(([id, make]) => [
      id,
      async (_: World, service: TestService) => {
        const { headers: caller, ...sample } = await make(service)
        return { ...sample, caller }
      },
    ]),
  ),
}

/** The same partner with its live key: whatever is listed for it is listed in live. */
export const inLive = ({ world, service }: Stage): { world: World; service: TestService } => ({
  world: { ...world, partner: world.live },
  service: { ...service, list: (_, domain, terms) => service.list('live', domain, terms) },
})

/** A delivered order is on the open statement of its month. */
async function liveStatement(world: World, service: TestService): Promise<string> {
  await newOrder(world, service, 'start_transfer', 'complete_transfer')
  const { json } = await service.signed(world.partner, 'GET', '/api/partner/v1/settlements')
  return json.settlements[0].settlement_id
}

/** In the sandbox cases are about names that nobody can have. */
const brokered = () => ({
  domain: `taken-${freshDomain()}`,
  tier: 'managed',
  buyer_email: 'b@c.example',
  budget: 50_000,
  currency: 'USD',
  notes: 'x',
})

/** In place of samples that need a helper of the sandbox, or a name that only the sandbox takes. */
export const LIVE_SAMPLES: Record<string, MakeRouteSample> = {
  'settlements.list': async (world, service) => {
    await liveStatement(world, service)
    return { query: 'limit=2' }
  },
  'settlements.get': async (world, service) => ({ params: { settlement_id: await liveStatement(world, service) } }),
  'brokerage.eligibility': () => ({ query: 'domain=taken-matrix.com' }),
  'brokerage.open': () => ({ body: brokered() }),
  'brokerage.get': async ({ partner }, service) => {
    const { json } = await service.signed(partner, 'POST', '/api/partner/v1/brokerage', brokered())
    return { params: { case_id: json.case_id } }
  },
}
