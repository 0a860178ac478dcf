// A sandbox clock that moves while a delivery is being worked on: the delivery is due by the new clock, in whatever order both are written.
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeEach, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { sql, type Tx } from '../../db/sql.ts'
import { advanceSandboxClock } from '../partners/index.ts'
import { ageDomainDeliveries } from './index.ts'
import type { Settling } from './service/settle.ts'
import { settleSteps } from './service/settle.ts'
import { type LeasedDelivery, leaseDue, lockDeliveries } from './store/deliveries.ts'

const WAIT_SECONDS = 3600
const LEASE = 'lse_clock_race'

let service: TestService
let partner: TestPartner
let leased: LeasedDelivery
beforeEach(async () => {
  service = await startTestService({ DELIVERY: 'simulated' })
  partner = await service.partner()
  const domain = `clock-${process.pid}-${randomUUID().slice(0, 8)}.com`
  await service.list('sandbox', domain)
  const body = {
    external_payment_ref: 'r',
    domain,
    expected_price: 100_000,
    currency: 'USD',
    delivery: { method: 'auth_code' },
  }
  const headers = { 'idempotency-key': randomUUID() }
  const sold = await service.signed(partner, 'POST', '/api/partner/v1/orders', body, { headers })
  await service.signed(partner, 'POST', `/api/partner/v1/sandbox/orders/${sold.json.public_id}/start_transfer`)
  const due = await leaseDue(service.db, LEASE, false, 1000)
  leased = due.find(({ orderId }) => orderId === sold.json.public_id)!
  expect(leased).toBeDefined()
})

const toWait = (): Settling => ({
  leased,
  lease: LEASE,
  step: 'unlock',
  decision: { next: 'wait', outcome: 'pending', seconds: WAIT_SECONDS },
  finished: null,
})
const settle = () => settleSteps(service.deps, [toWait()])
const advance = async (tx: Tx) => {
  await advanceSandboxClock(tx, partner.partnerId, 6 * 86_400)
  await ageDomainDeliveries(tx, { partnerId: leased.partnerId, environment: 'sandbox' }, 6 * 86_400)
}
const isDue = async (): Promise<boolean> =>
  (await service.db.one<{ due: boolean }>(
    sql`select next_attempt_at <= clock_timestamp() as due from domain_deliveries where order_id = ${leased.orderId}`,
  ))!.due

it('is due after a clock that moves before the step is written', async () => {
  let settled: Promise<unknown> = Promise.resolve()
  await service.db.tx(async (tx) => {
    await lockDeliveries(tx, [leased.orderId])
    settled = settle()
    // The step has read its order, and waits for the delivery.
    await delay(300)
    await advance(tx)
  })
  await settled
  expect(await isDue()).toBe(true)
})

it('is due after a clock that moves while the step is being written', async () => {
  let advanced: Promise<unknown> = Promise.resolve()
  await service.db.tx(async (tx) => {
    await tx.run(sql`
      update domain_deliveries set lease = null, next_attempt_at = clock_timestamp() + make_interval(secs => ${WAIT_SECONDS})
      where order_id = ${leased.orderId}`)
    advanced = service.db.tx(advance)
    await delay(300)
  })
  await advanced
  expect(await isDue()).toBe(true)
})
