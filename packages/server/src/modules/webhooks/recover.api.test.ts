// After an outage: one delivery with what it carried, and everything that failed for good sent again.
import { afterAll, expect, it } from 'vitest'
import { startTestService, type TestPartner } from '../../../test/harness.ts'
import { startReceiver, until } from '../../../test/receiver.ts'
import { sql } from '../../db/sql.ts'
import type { Owner } from '../../kernel/owner.ts'
import { emitEvents } from './index.ts'

const service = await startTestService({}, { background: true })
const target = await startReceiver()
afterAll(() => target.stop())
const V1 = '/api/partner/v1/webhooks'

async function registered(): Promise<TestPartner> {
  const partner = await service.partner()
  await service.signed(partner, 'PUT', '/api/partner/webhooks', { url: target.url, secret: 'sixteen-or-longer' })
  return partner
}

const emit = ({ partnerId, environment }: TestPartner, at = service.clock.now()) =>
  service.db.tx((tx) =>
    emitEvents(
      tx,
      { partnerId, environment } as Owner,
      [{ type: 'order.recorded', data: { order: { public_id: 'ord_ü' } } }],
      at,
      service.clock.now(),
    ),
  )

const list = async (partner: TestPartner, query = '') =>
  (await service.signed(partner, 'GET', `${V1}/deliveries?limit=100${query}`)).json.deliveries
const recover = (partner: TestPartner, since: string) => service.signed(partner, 'POST', `${V1}/recover`, { since })
const settled = (partner: TestPartner, count: number) =>
  until('all have arrived', async () => (await list(partner, '&status=succeeded')).length === count)

it('shows a delivery with the very bytes that were sent', async () => {
  const partner = await registered()
  const [eventId] = await emit(partner)
  await settled(partner, 1)
  const [listed] = await list(partner)
  const { status, json } = await service.signed(partner, 'GET', `${V1}/deliveries/${listed.delivery_id}`)
  const { payload, ...rest } = json
  expect([status, rest]).toEqual([200, listed])
  expect(JSON.parse(payload)).toMatchObject({
    id: eventId,
    type: 'order.recorded',
    data: { order: { public_id: 'ord_ü' } },
  })
  expect(target.received.map(({ body }) => body)).toContain(payload)
  const test = await service.signed(partner, 'POST', `${V1}/test`)
  const shown = await service.signed(partner, 'GET', `${V1}/deliveries/${test.json.delivery_id}`)
  expect(JSON.parse(shown.json.payload)).toMatchObject({ type: 'webhook.test' })
})

it('sends again what failed for good since then, and nothing else', async () => {
  const [partner, neighbour] = [await registered(), await registered()]
  const now = service.clock.now().getTime()
  const daysAgo = (days: number) => new Date(now - days * 86_400_000)
  for (const days of [10, 2, 1, 0]) await emit(partner, daysAgo(days))
  await emit(neighbour)
  await settled(partner, 4)
  await settled(neighbour, 1)
  // Three of them had been given up; so had the neighbour's.
  await service.db.run(sql`
    update webhook_deliveries d set status = 'failed' from events v
    where v.id = d.event_id and (d.partner_id = ${neighbour.partnerId}
      or (d.partner_id = ${partner.partnerId} and v.created_at < ${daysAgo(0.5)}))`)
  const response = await recover(partner, daysAgo(3).toISOString())
  expect([response.status, response.json]).toEqual([202, { recovered: 2 }])
  await settled(partner, 3)
  expect([await list(partner, '&status=failed'), await list(neighbour, '&status=failed')]).toMatchObject([[{}], [{}]])
  expect((await recover(partner, '2999-01-01')).json).toEqual({ recovered: 0 })
})

it('needs a registration, and a time that is one', async () => {
  const partner = await service.partner()
  expect((await recover(partner, '2026-01-01')).status).toBe(404)
  const ready = await registered()
  for (const since of ['', 'yesterday', '2026-02-30', '2026-01-01T00:00:00'])
    expect((await recover(ready, since)).json.error.code).toBe('validation_error')
})
