// Which reads a change touches, and the pace of reading again.
import type { Change } from '@freehold/sdk/types'
import { describe, expect, it } from 'vitest'
import { GAP_MS, isTouched, nextGapMs } from './touched-reads.ts'

const change = (kind: Change['kind'], id: string | null): Change => ({
  kind,
  id,
  partner_id: 'ptn_1',
  environment: 'live',
})

describe('a changed order', () => {
  const changes = [change('order.updated', 'ord_1')]
  const one = 'GET /api/operator/v1/orders/{public_id}'

  it.each([
    'GET /api/operator/v1/orders',
    'GET /api/operator/v1/queue',
    'GET /api/partner/v1/orders',
    'GET /api/partner/v1/analytics',
  ])('touches %s', (operation) => expect(isTouched({ operation }, changes)).toBe(true))

  it.each(['GET /api/operator/v1/listings', 'GET /api/operator/v1/audit', 'GET /api/portal/v1/members'])(
    'does not touch %s',
    (operation) => expect(isTouched({ operation }, changes)).toBe(false),
  )

  it('touches the read of this order only', () => {
    expect(isTouched({ operation: one, params: { public_id: 'ord_1' } }, changes)).toBe(true)
    expect(isTouched({ operation: one, params: { public_id: 'ord_2' } }, changes)).toBe(false)
  })
})

it('touches every delivery when deliveries changed together', () =>
  expect(
    isTouched(
      { operation: 'GET /api/partner/v1/webhooks/deliveries/{delivery_id}', params: { delivery_id: 'dlv_1' } },
      [change('webhook_deliveries.updated', null)],
    ),
  ).toBe(true))

it.each([
  ['dispute.updated', 'GET /api/operator/v1/disputes'],
  ['offer.updated', 'GET /api/operator/v1/offers'],
  ['registry_command.updated', 'GET /api/operator/v1/registry-commands'],
  ['listing.updated', 'GET /api/operator/v1/listings'],
  ['seller_payout.updated', 'GET /api/operator/v1/seller-payouts'],
] as const)('%s touches %s and the queue', (kind, operation) => {
  for (const read of [operation, 'GET /api/operator/v1/queue'])
    expect(isTouched({ operation: read }, [change(kind, 'x_1')])).toBe(true)
})

it('touches a group of the queue and the parts of a seller, whose parameters name another record', () => {
  const group = { operation: 'GET /api/operator/v1/queue/{group}', params: { group: 'offers_to_review' } }
  expect(isTouched(group, [change('offer.updated', 'off_1')])).toBe(true)
  const listings = { operation: 'GET /api/operator/v1/sellers/{user_id}/listings', params: { user_id: 'usr_1' } }
  expect(isTouched(listings, [change('listing.updated', 'lst_1')])).toBe(true)
})

it('ignores a kind of a newer server', () =>
  expect(
    isTouched({ operation: 'GET /api/operator/v1/queue' }, [change('comet.updated' as Change['kind'], null)]),
  ).toBe(false))

describe('the gap between reads', () => {
  it('grows while changes do not stop', () => {
    const gaps = [GAP_MS.least]
    for (let read = 0; read < 5; read++) gaps.push(nextGapMs(gaps.at(-1)!, gaps.at(-1)!))
    expect(gaps).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000])
  })

  it('is short again after a quiet time', () => expect(nextGapMs(30_000, 61_000)).toBe(2000))
})
