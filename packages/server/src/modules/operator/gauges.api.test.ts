// The numbers of the whole service on /metrics: right, whichever process is asked, and told even when the database is away.
import { afterAll, expect, it } from 'vitest'
import { startTestService } from '../../../test/harness.ts'
import { respondWith, startReceiver, until } from '../../../test/receiver.ts'
import { createMetrics } from '../../http/metrics.ts'
import { createGaugeRefresh } from './service/measure.ts'

const service = await startTestService({}, { background: true })
const receiver = await startReceiver(respondWith(503))
afterAll(() => receiver.stop())
const failing = () => Promise.reject(new Error('away'))
const nothing = async () => undefined

/** A process that was just started: each call is a scrape of it. */
function startProcess(db = service.db): () => Promise<Map<string, number>> {
  const metrics = createMetrics({ process: false })
  metrics.onScrape(createGaugeRefresh({ ...service.deps, db, metrics }))
  return async () => {
    const lines = (await metrics.scrape()).split('\n').filter((line) => /^freehold/.test(line))
    return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
  }
}

const scrape = (db = service.db): Promise<Map<string, number>> => startProcess(db)()

it('tells what waits, what is open, and how the periodic work goes', async () => {
  const partner = await service.partner()
  await service.signed(partner, 'PUT', '/api/partner/webhooks', {
    url: receiver.url,
    secret: 'a secret of the receiver',
  })
  await service.list('sandbox', 'counted.test')
  const order = { domain: 'counted.test', expected_price: 100_000, currency: 'USD', external_payment_ref: 'counted' }
  await service.signed(partner, 'POST', '/api/partner/v1/orders', order, { headers: { 'idempotency-key': 'counted' } })
  await service.background.runJobNow('ledger.check')
  await until('an attempt failed', () => receiver.received.length > 0)
  // Nobody collects traces here, so none is passed on.
  expect(service.deps.tracer).toBeNull()
  expect(receiver.received[0]?.headers).not.toHaveProperty('traceparent')
  const told = await scrape()
  expect(told.get('freehold_webhook_deliveries_waiting')).toBe(1)
  expect(told.get('freehold_webhook_delivery_lag_seconds')).toBeLessThan(60)
  expect(told.get('freehold_orders_open{environment="sandbox",status="EXTERNALLY_PAID"}')).toBe(1)
  expect(told.get('freehold_ledger_findings')).toBe(0)
  expect(told.get('freehold_ledger_check_age_seconds')).toBeLessThan(60)
  expect(told.get('freehold_job_failing{task="ledger.check"}')).toBe(0)
  expect(told.get('freehold_job_age_seconds{task="ledger.check"}')).toBeLessThan(60)
  // How many wait is a matter of the moment: the background works beside the scrape, and the embedded database has one connection.
  expect(told.get('freehold_database_connections{state="waiting"}')).toBeGreaterThanOrEqual(0)
})

it('tells how long the oldest delivery has been due', async () => {
  service.clock.advance(3600)
  expect((await scrape()).get('freehold_webhook_delivery_lag_seconds')).toBeGreaterThan(3000)
})

it('without a database tells the numbers of the process', async () => {
  const told = await scrape({ ...service.db, one: failing, many: failing })
  expect(told.get('freehold_database_connections{state="busy"}')).toBeGreaterThanOrEqual(0)
})

it('waits a moment only for a database that says nothing', async () => {
  const silent = () => new Promise<never>(() => {})
  const told = await scrape({ ...service.db, one: silent, many: silent })
  expect(told.get('freehold_database_connections{state="busy"}')).toBeGreaterThanOrEqual(0)
})

it.each([
  ['nobody has checked the books yet', { ...service.db, one: nothing }],
  ['the database has been away from the start', { ...service.db, one: failing, many: failing }],
])('tells its own age for that of the check while %s', async (_case, db) => {
  const told = startProcess(db)
  service.clock.advance(10_800)
  expect((await told()).get('freehold_ledger_check_age_seconds')).toBeGreaterThan(7200)
})

it('goes on counting from the last check when the database goes away', async () => {
  await service.background.runJobNow('ledger.check')
  const db = { ...service.db }
  const told = startProcess(db)
  expect((await told()).get('freehold_ledger_check_age_seconds')).toBeLessThan(60)
  Object.assign(db, { one: failing, many: failing })
  service.clock.advance(7200)
  // Longer than several scrapes share an answer.
  await new Promise((resolve) => setTimeout(resolve, 2100))
  expect((await told()).get('freehold_ledger_check_age_seconds')).toBeGreaterThanOrEqual(7200)
})

it('begins what alarms wait for at nothing, so that the first one is a rise', async () => {
  const told = await scrape()
  expect(told.get('freehold_errors_total{code="internal_error"}')).toBe(0)
  expect(told.get('freehold_jobs_total{kind="webhook_delivery",outcome="failed"}')).toBe(0)
})
