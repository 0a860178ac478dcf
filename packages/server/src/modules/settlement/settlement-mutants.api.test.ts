// The checks of statements, payouts and sums are checked: for each of them planted bugs that it must report.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { findingsAfter, planted } from '../../../test/planted.ts'
import { createSales, type Sales } from '../../../test/sales.ts'
import { Sql } from '../../db/sql.ts'
import { checkLedger } from '../audit/index.ts'
import { SETTLEMENT_CHECKS } from '../audit/store/settlement-checks.ts'
import { compactSums } from './store/transactions.ts'

const V1 = '/api/partner/v1'
const DAY = 86_400
let service: TestService
let sales: Sales

/** Statements of two months, paid and not; adjustments; sales of both kinds, settled, delivered, open and taken back; payouts. */
beforeAll(async () => {
  service = await startTestService()
  sales = createSales(service)
  const partner = await service.partner()
  const statement = async () => {
    await sales.deliver(await sales.sell(partner))
    await sales.deliver(await sales.sellAtCheckout(partner))
    return (await sales.run(partner)).json.settlements[0].settlement_id as string
  }
  const first = await statement()
  await service.operator('POST', `/settlements/${first}/paid`)
  await service.operator('POST', `/settlements/${first}/adjustments`, { amount_cents: 700, reason: 'x' })
  await sales.advance(partner, 40 * DAY)
  await statement()
  await sales.sellAtCheckout(partner)
  await sales.move(await sales.sell(partner), 'refund')
  await compactSums(service.db, 1000)
  await sales.sell(partner)
  const body = { domain: 'mutant-case.test', tier: 'managed', buyer_email: 'b@b.example', budget: 90_000 }
  const { case_id } = (await service.signed(partner, 'POST', `${V1}/brokerage`, body)).json
  for (let n = 0; n < 5; n++) await service.signed(partner, 'POST', `${V1}/sandbox/brokerage/${case_id}/advance`)
  for (const kind of ['commission', 'brokerage'])
    await service.operator('POST', '/payouts', { partner_id: partner.partnerId, kind, environment: 'sandbox' })
})

/** One row that is so, whichever. */
const matchOne = (table: string, where: string) => `ctid = (select ctid from ${table} where ${where} limit 1)`
const change = (table: string, set: string, where: string): Sql =>
  new Sql(`update ${table} set ${set} where ${matchOne(table, where)}`, [])
const remove = (table: string, where: string): Sql =>
  new Sql(`delete from ${table} where ${matchOne(table, where)}`, [])

const MUTANTS: Record<string, Record<string, Sql>> = {
  statements_sum_their_lines: {
    'a statement counts an order that is not on it': change('settlements', 'orders_count = orders_count + 1', 'true'),
    'a line is missing': remove('settlement_lines', 'true'),
    'earned commission was forgotten': change(
      'settlements',
      'commission_earned_cents = 0',
      'commission_earned_cents > 0',
    ),
    'an adjustment was taken twice': change(
      'settlement_adjustments',
      'amount_cents = amount_cents * 2',
      'settlement_id is not null',
    ),
  },
  lines_are_their_orders: {
    'a settled order names no statement': change('orders', 'settlement_id = null', "status = 'SETTLED'"),
    'an order on a closed statement was not settled': change(
      'orders',
      "status = 'TRANSFER_COMPLETED'",
      "status = 'SETTLED'",
    ),
    'an order was settled on no statement': remove('settlement_lines', 'true'),
    'a line has another commission than its order': change(
      'settlement_lines',
      'commission_cents = commission_cents + 1',
      'true',
    ),
    'an open order names a statement': change(
      'orders',
      'settlement_id = (select id from settlements limit 1)',
      "status = 'PAID'",
    ),
  },
  statements_do_not_overlap: {
    'a period reaches into the one after': change(
      'settlements',
      "period_end = (select max(period_start) from settlements) + interval '1 day'",
      'period_start = (select min(period_start) from settlements)',
    ),
    'a period is longer than its month': change('settlements', "period_end = period_end + interval '40 days'", 'true'),
  },
  receivable_is_owed_of_unpaid_statements: {
    'a statement was paid and not booked': change(
      'settlements',
      "status = 'paid', paid_at = now()",
      "status = 'closed'",
    ),
    'a payment was booked and the statement is not paid': change(
      'settlements',
      "status = 'closed', paid_at = null",
      "status = 'paid'",
    ),
    'the amount was put on another partner': change(
      'ledger_entries',
      "subject = 'ptn_other'",
      "account = 'partner_receivable'",
    ),
  },
  accrued_commission_is_of_unsettled_sales: {
    'a commission was never accrued': remove('ledger_entries', "account = 'commission_accrued' and amount_cents < 0"),
    'a closed statement left it accrued': remove(
      'ledger_entries',
      "account = 'commission_accrued' and amount_cents > 0",
    ),
  },
  pending_commission_is_earned_less_paid_out: {
    'a payout failed and its money is not pending again': change('payouts', "status = 'failed'", "kind = 'commission'"),
    'a deal gave another share': change(
      'brokerage_cases',
      'partner_commission_cents = partner_commission_cents + 1',
      "status = 'completed'",
    ),
    'a payout of brokerage was made of commission': change('payouts', "kind = 'commission'", "kind = 'brokerage'"),
  },
  payouts_in_transit_are_unfinished: {
    'a payout arrived and was not booked': change('payouts', "status = 'paid', paid_at = now()", "status = 'pending'"),
    'a payout carries another amount': change('payouts', 'amount_cents = amount_cents + 1', "status = 'pending'"),
  },
  sums_are_of_their_orders: {
    'a change was lost': remove('order_sum_changes', 'true'),
    'a sum of a day has another price': change('order_sums', 'gmv_cents = gmv_cents + 1', "grain = 'day'"),
    'a sum of a month has another commission': change(
      'order_sums',
      'commission_cents = commission_cents + 1',
      "grain = 'month'",
    ),
    'a sum of an hour has another count': change('order_sums', 'count = count + 1', "grain = 'hour'"),
    'a sale was summed in another hour': change(
      'order_sums',
      "start = start - interval '1 hour'",
      "grain = 'hour' and count <> 0",
    ),
    'an order moved on and its sum did not': change('orders', "status = 'MANUAL_REVIEW'", "status = 'PAID'"),
  },
  reversals_have_their_time: {
    'a refund has no time': change('orders', 'reversed_at = null', "status = 'REFUNDED'"),
    'a refund has no transaction': change('orders', 'reversal_id = null', "status = 'REFUNDED'"),
    'a sale that stands has the time of a reversal': change(
      'orders',
      "reversed_at = now(), reversal_id = 'txn_x'",
      "status = 'PAID'",
    ),
  },
}

it('the books hold before any of it', async () => {
  expect(await checkLedger(service.db)).toEqual([])
})

it('has a planted bug for every check, and no other', () => {
  expect(Object.keys(MUTANTS).sort()).toEqual(SETTLEMENT_CHECKS.map(({ name }) => name).sort())
})

for (const [check, bugs] of Object.entries(MUTANTS))
  describe(check, () => {
    for (const [bug, statement] of Object.entries(bugs))
      it(`reports that ${bug}`, async () => {
        expect([...(await findingsAfter(service, planted(statement)))]).toContain(check)
      })
  })
