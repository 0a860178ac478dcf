// A run that is cut off at any statement and repeated gives what one undisturbed run gives; so do runs at the same time.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { createSales, type Sales } from '../../../test/sales.ts'
import { type Database, type Db, sql, type Tx } from '../../db/sql.ts'
import { type Run, runSettlement } from './service/settle.ts'
import { setBatchSize } from './service/size-batches.ts'

let service: TestService
let sales: Sales
beforeAll(async () => {
  service = await startTestService()
  sales = createSales(service)
})

class Cut extends Error {}

/** The database, until the n-th statement from now: that one, and all after it, never arrive. */
function cutAfter(db: Database, statements: number): Database & { used(): number } {
  let used = 0
  const count = <T>(then: () => T): T => {
    used += 1
    if (used > statements) throw new Cut()
    return then()
  }
  const counted = <D extends Db>(inner: D): D => ({
    ...inner,
    many: async (statement) => count(() => inner.many(statement)),
    one: async (statement) => count(() => inner.one(statement)),
    run: async (statement) => count(() => inner.run(statement)),
  })
  return {
    ...counted(db),
    tx: (work) =>
      db.tx(async (tx) => {
        const result = await work(counted<Tx>(tx))
        // The commit is one too.
        return count(() => result)
      }),
    used: () => used,
  }
}

const ORDERS = 7

/** A partner with orders of two currencies, delivered in two months, an adjustment waiting, and one order undelivered. */
async function prepare(): Promise<TestPartner> {
  const partner = await service.partner()
  await sales.deliver(await sales.sell(partner, { price: 5000 }))
  const [first] = (await sales.run(partner)).json.settlements
  await service.operator('POST', `/settlements/${first.settlement_id}/adjustments`, { amount_cents: 321, reason: 'x' })
  for (let n = 0; n < ORDERS; n++)
    await sales.deliver(await (n % 3 === 0 ? sales.sellAtCheckout : sales.sell)(partner, { price: 1000 + n }))
  await sales.deliver(await sales.sell(partner, { price: 900, currency: 'EUR' }))
  await sales.sell(partner, { price: 77 })
  return partner
}

const makeRun = (partner: TestPartner): Run => ({
  owner: { partnerId: partner.partnerId as never, environment: 'sandbox' },
  month: null,
  cut: true,
})

/** What a run did, in words that two partners share. */
async function outcome(partner: TestPartner) {
  const { settlements } = await sales.get(partner, '/settlements')
  const statements = []
  for (const {
    settlement_id,
    currency,
    status,
    orders_count,
    gross_sold_cents,
    adjustments_cents,
    amount_owed_cents,
    commission_earned_cents,
  } of settlements) {
    const { lines } = await sales.get(partner, `/settlements/${settlement_id}`)
    statements.push([
      currency,
      status,
      orders_count,
      gross_sold_cents,
      adjustments_cents,
      amount_owed_cents,
      commission_earned_cents,
      lines.map((line: { sale_price_cents: number }) => line.sale_price_cents),
    ])
  }
  await service.historyShown()
  const { events } = await sales.get(partner, '/events?limit=200')
  const orders = (await sales.get(partner, '/orders?limit=100')).orders.map((order: Record<string, unknown>) => [
    order.status,
    order.sale_price_cents,
    order.settlement_id !== null,
  ])
  const balances = await service.db.many(sql`
    select account, currency, sum(amount_cents)::bigint as cents from ledger_entries where subject = ${partner.partnerId} group by 1, 2 order by 1, 2`)
  // Two currencies of one period have no order between them.
  statements.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  return {
    statements,
    settled: events.filter(({ type }: { type: string }) => type === 'order.settled').length,
    orders,
    balances,
  }
}

describe('a run that is cut off', () => {
  it('at 50 moments, at every kind of statement, and repeated gives the same as one undisturbed', async () => {
    const restore = setBatchSize(3)
    try {
      const undisturbed = await prepare()
      const whole = cutAfter(service.db, Number.POSITIVE_INFINITY)
      await runSettlement({ ...service.deps, db: whole }, makeRun(undisturbed))
      const expected = await outcome(undisturbed)
      expect(expected.statements.map(([currency, status, count]) => [currency, status, count]).sort()).toEqual([
        ['EUR', 'closed', 1],
        ['USD', 'closed', 1],
        ['USD', 'closed', 7],
      ])
      const moments = whole.used()
      expect(moments).toBeGreaterThan(30)

      let cuts = 0
      for (let round = 0; cuts < 50; round++) {
        const partner = await prepare()
        // Cut again and again, each time somewhere else, until the run gets through.
        for (let tries = 0; ; tries++) {
          const db = cutAfter(service.db, round === 0 ? tries : 1 + Math.floor(Math.random() * moments * 0.4))
          const done = await runSettlement({ ...service.deps, db }, makeRun(partner)).then(
            () => true,
            (error: unknown) => {
              if (error instanceof Cut) return false
              throw error
            },
          )
          await sales.booksHold()
          if (done) break
          cuts += 1
        }
        expect(await outcome(partner)).toEqual(expected)
      }
    } finally {
      restore()
    }
  }, 600_000)

  it('leaves an operator nothing to repair: any later run of anybody finishes it', async () => {
    const restore = setBatchSize(2)
    try {
      const partner = await prepare()
      const db = cutAfter(service.db, 44)
      await expect(runSettlement({ ...service.deps, db }, makeRun(partner))).rejects.toThrow(Cut)
      await sales.booksHold()
      const open = await service.db.one(
        sql`select 1 as one from settlements where partner_id = ${partner.partnerId} and (status = 'open' or settled_count < orders_count)`,
      )
      expect(open).toBeDefined()
      expect((await service.operator('POST', '/settlements/run')).status).toBe(200)
      const unfinished = await service.db.one(
        sql`select 1 as one from settlements where partner_id = ${partner.partnerId} and (status = 'open' or settled_count < orders_count)`,
      )
      expect(unfinished).toBeUndefined()
      await sales.booksHold()
    } finally {
      restore()
    }
  })
})

describe('runs at the same time', () => {
  it('settle each order once, on one statement', async () => {
    const restore = setBatchSize(2)
    try {
      const [alone, crowded] = [await prepare(), await prepare()]
      await runSettlement(service.deps, makeRun(alone))
      await Promise.all(Array.from({ length: 6 }, () => runSettlement(service.deps, makeRun(crowded))))
      expect(await outcome(crowded)).toEqual(await outcome(alone))
      const lines = await service.db.many<{ orderId: string }>(sql`
        select l.order_id from settlement_lines l join settlements s on s.id = l.settlement_id where s.partner_id = ${crowded.partnerId}`)
      expect(new Set(lines.map(({ orderId }) => orderId)).size).toBe(lines.length)
      await sales.booksHold()
    } finally {
      restore()
    }
  })
})
