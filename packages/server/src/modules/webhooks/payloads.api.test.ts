// What the document says of pushed events is what is pushed: every type happens once, and its payload is as described.
import { beforeAll, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { DISPUTED_CARD } from '../../../test/route-samples-disputes.ts'
import { createSales, type Sales } from '../../../test/sales.ts'
import { openShop, V1 } from '../../../test/shop.ts'
import { EVENT_WEBHOOKS } from '../../areas/areas.ts'
import { sql } from '../../db/sql.ts'
import { mismatch } from '../../http/validate.ts'
import { lockOrder, noteOrder } from '../orders/index.ts'
import { EVENT_TYPES, type EventType } from './rules/deliveries.ts'

const findPayload = (type: string) => EVENT_WEBHOOKS.webhooks.find((one) => one.type === type)!.payload

let service: TestService
let sales: Sales
let partner: TestPartner
beforeAll(async () => {
  service = await startTestService()
  sales = createSales(service)
  partner = await service.partner()
})

async function brokeredCase(steps: number): Promise<string> {
  const domain = `event-${steps}.test`
  const input = { domain, tier: 'self_serve', buyer_email: 'ada@example.com', budget: 50_000 }
  const { case_id } = (await service.signed(partner, 'POST', `${V1}/brokerage`, input)).json
  for (let n = 0; n < steps; n++) await service.signed(partner, 'POST', `${V1}/sandbox/brokerage/${case_id}/advance`)
  return case_id
}

/** As the delivery engine says it, which does not run here. */
async function deliveryThatNeedsSomeone(): Promise<void> {
  const id = await sales.sell(partner)
  const note = { event: 'transfer.action_required', actor: 'system', message: 'The auth code is ready.' } as const
  await service.db.tx(async (tx) => noteOrder(service.deps, tx, await lockOrder(tx, null, id), note))
}

it('describes the payload of every type of event as it is sent', async () => {
  await sales.move(await sales.sell(partner), 'hold', 'clear', 'start_transfer', 'fail_transfer', 'refund')
  await sales.deliver(await sales.sellAtCheckout(partner))
  await sales.run(partner)
  await deliveryThatNeedsSomeone()
  await brokeredCase(5)
  const shop = openShop(service)
  const disputed = await shop.session(partner)
  await shop.payForm(disputed.checkout_url, DISPUTED_CARD)
  await shop.session(partner)
  await service.signed(partner, 'POST', `${V1}/sandbox/clock/advance`, { seconds: 8 * 86_400 })
  await service.operator('POST', `/brokerage/${await brokeredCase(1)}/no_deal`)
  await service.background.runJobNow('disputes.lose_overdue')
  const events = await service.db.many<{ type: EventType; payload: string }>(
    sql`select e.type, event_payload(e) as payload from events e`,
  )
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(EVENT_TYPES))
  for (const { type, payload } of events)
    expect([type, mismatch(findPayload(type), JSON.parse(payload))]).toEqual([type, null])
})

it('describes the test event as it is sent, and every type once', async () => {
  const registration = { url: 'http://127.0.0.1:9/hook', secret: 'a secret of sixteen' }
  await service.signed(partner, 'PUT', '/api/partner/webhooks', registration)
  expect((await service.signed(partner, 'POST', `${V1}/webhooks/test`)).status).toBe(202)
  const sent = await service.db.one<{ payload: string }>(
    sql`select payload from webhook_deliveries where payload is not null`,
  )
  expect(mismatch(findPayload('webhook.test'), JSON.parse(sent!.payload))).toBeNull()
  const types = EVENT_WEBHOOKS.webhooks.map(({ type }) => type)
  expect(types.sort()).toEqual([...EVENT_TYPES, 'webhook.test'].sort())
})
