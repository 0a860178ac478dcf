// A good input for every route of disputes.
import type { TestPartner, TestService } from './harness.ts'
import type { MakeSample, World } from './route-sample-records.ts'
import { openShop } from './shop.ts'

export const DISPUTED_CARD = '4000000000000259'

/** A sale of the partner whose payment is disputed. */
async function newDispute(service: TestService, partner: TestPartner): Promise<{ dispute_id: string }> {
  const shop = openShop(service)
  const { checkout_url, session_id } = await shop.session(partner)
  await shop.payForm(checkout_url, DISPUTED_CARD)
  const { order_public_id: id } = await shop.show(partner, session_id)
  const { json } = await service.signed(partner, 'GET', `/api/partner/v1/orders/${id}`)
  return { dispute_id: json.dispute.dispute_id }
}

/** A delivered sale that the marketplace collected. */
async function newDelivered({ partner }: World, service: TestService): Promise<{ public_id: string }> {
  const shop = openShop(service)
  const { checkout_url, session_id } = await shop.session(partner)
  await shop.payForm(checkout_url)
  const { order_public_id: id } = await shop.show(partner, session_id)
  for (const action of ['start_transfer', 'complete_transfer'])
    await service.operator('POST', `/orders/${id}/${action}`)
  return { public_id: id }
}

export const DISPUTE_SAMPLES: Record<string, MakeSample> = {
  'sandbox.disputes.close': async ({ partner }, service) => ({
    params: await newDispute(service, partner),
    body: { outcome: 'won' },
  }),
}

export const OPERATOR_DISPUTE_SAMPLES: Record<string, MakeSample> = {
  'operator.disputes.list': () => ({ query: 'status=needs_response,won&environment=sandbox&limit=2' }),
  'operator.disputes.get': async ({ partner }, service) => ({ params: await newDispute(service, partner) }),
  'operator.disputes.submit': async ({ partner }, service) => ({
    params: await newDispute(service, partner),
    body: { text: 'The domain was delivered.' },
  }),
  'operator.disputes.accept': async ({ partner }, service) => ({ params: await newDispute(service, partner) }),
  'operator.disputes.close': async ({ partner }, service) => ({
    params: await newDispute(service, partner),
    body: { outcome: 'lost' },
  }),
  'operator.orders.refund_after_delivery': async (world, service) => ({
    params: await newDelivered(world, service),
    body: { reason: 'matrix' },
  }),
}
