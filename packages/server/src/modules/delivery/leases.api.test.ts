// An order that one process has twice, since its lease ended and it leased the order again: only the last lease may act.
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { databaseKind, startTestService, type TestService } from '../../../test/harness.ts'
import { sql } from '../../db/sql.ts'
import type { Environment } from '../../kernel/owner.ts'
import type { Decision } from './rules/steps.ts'
import { settleSteps } from './service/settle.ts'
import { createDeliveryWrites } from './service/write.ts'
import { type LeasedDelivery, leaseDue } from './store/deliveries.ts'
import { steps } from './store/steps.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})

const V1 = '/api/partner/v1'
const STEP = 'push' as const
const PENDING: Decision = { next: 'wait', outcome: 'pending', seconds: 300 }
const UNKNOWN: Decision = { next: 'retry', outcome: 'unknown', seconds: 5, message: 'No response.' }

async function place(): Promise<string> {
  const partner = await service.partner()
  const domain = `leased-${randomUUID()}.com`
  await service.list('sandbox', domain)
  const delivery = { registrar_iana_id: 146, registrar_account: 'ACME-1' }
  const body = { external_payment_ref: 'r', domain, expected_price: 100_000, currency: 'USD', delivery }
  const headers = { 'idempotency-key': randomUUID() }
  const { json } = await service.signed(partner, 'POST', `${V1}/orders`, body, { headers })
  await service.signed(partner, 'POST', `${V1}/sandbox/orders/${json.public_id}/start_transfer`)
  return json.public_id
}

async function lease(id: string, name: string): Promise<LeasedDelivery> {
  await service.db.run(sql`update domain_deliveries set next_attempt_at = now() where order_id = ${id}`)
  return (await leaseDue(service.db, name, false, 50)).find(({ orderId }) => orderId === id)!
}

const begun = (orderId: string, name: string, environment: Environment = 'sandbox') => ({
  ...{ orderId, environment, lease: name, step: STEP, position: 0, authCode: null },
})

/** Each is written as soon as two wait. */
const gatherTwo = () => createDeliveryWrites(service.deps, () => 4)

/** The first lease sent a command, and ended before its outcome was written. The second one sent another. */
async function sendTwice() {
  const id = await place()
  const sent: { leased: LeasedDelivery; lease: string; step: typeof STEP; line: number }[] = []
  for (const name of ['lse_first', 'lse_second']) {
    const leased = await lease(id, name)
    const attempt = await createDeliveryWrites(service.deps, () => 1).begin(begun(id, name))
    sent.push({ leased, lease: name, step: STEP, line: attempt!.line })
  }
  const settle = (decisions: readonly Decision[], lines: readonly boolean[] = [true, true]) =>
    settleSteps(
      service.deps,
      sent.map(({ line, ...one }, index) => ({
        ...one,
        decision: decisions[index]!,
        finished: lines[index]
          ? { line, outcome: decisions[index]!.outcome, message: null, serverTransaction: null }
          : null,
      })),
    )
  const outcomes = async () => (await steps.list(service.db, id)).map(({ outcome }) => outcome)
  const read = () =>
    service.db.one(sql`
      select d.state, d.lease, d.failures,
             (select count(*)::int from order_timeline t
              where t.order_id = d.order_id and t.event = 'transfer.action_required') as calls
      from domain_deliveries d where d.order_id = ${id}`)
  return { id, settle, outcomes, read }
}

it('sends a command for the last lease only, where both are in one write', async () => {
  const id = await place()
  await lease(id, 'lse_first')
  await lease(id, 'lse_second')
  const { begin } = gatherTwo()
  const [first, second] = await Promise.all(['lse_first', 'lse_second'].map((name) => begin(begun(id, name))))
  expect(first).toBeUndefined()
  expect(second).toMatchObject({ line: 1, transaction: `${id}-1` })
  expect(await steps.list(service.db, id)).toHaveLength(1)
})

it('settles by the last lease, and the lost one only says how its own command ended', async () => {
  const { settle, outcomes, read } = await sendTwice()
  expect(await settle([UNKNOWN, PENDING])).toEqual([null, null])
  expect(await outcomes()).toEqual(['unknown', 'pending'])
  expect(await read()).toEqual({ state: 'waiting', lease: null, failures: 0, calls: 0 })
})

it('keeps the command of the last lease open, whatever a lost one saw at the registrar', async () => {
  const { id, outcomes, settle } = await sendTwice()
  const advance: Decision = { next: 'advance', outcome: 'done' }
  await settle([advance, { next: 'retry', outcome: 'failed', seconds: 5, message: 'No session.' }], [false, false])
  expect(await outcomes()).toEqual(['sent', 'sent'])
  await service.db.tx((tx) => steps.settle(tx, id, 'done', service.deps.clock.now()))
  await settle([UNKNOWN, UNKNOWN])
  expect(await outcomes(), 'the registrar was asked meanwhile').toEqual(['done', 'done'])
})

it('tells the operator once that two commands were late', async () => {
  const { id, settle, read } = await sendTwice()
  await service.db.run(sql`update domain_deliveries set state = 'cancelled', lease = null where order_id = ${id}`)
  await settle([UNKNOWN, PENDING])
  expect(await read()).toMatchObject({ state: 'needs_operator', calls: 1 })
})

/** The embedded database has one connection, so nothing waits for a lock in it. */
it.runIf(databaseKind === 'postgres')('writes live deliveries while a sandbox is locked', async () => {
  const [held, free] = [await place(), await place()]
  await lease(held, 'lse_held')
  await lease(free, 'lse_free')
  const { begin } = createDeliveryWrites(service.deps, () => 1)
  let waiting: ReturnType<typeof begin> | undefined
  await service.db.tx(async (tx) => {
    await tx.one(sql`select 1 as one from domain_deliveries where order_id = ${held} for update`)
    waiting = begin(begun(held, 'lse_held'))
    expect(await begin(begun(free, 'lse_free', 'live'))).toMatchObject({ transaction: `${free}-1` })
  })
  expect(await waiting).toMatchObject({ transaction: `${held}-1` })
})
