// Sales of both kinds for tests of money, made through HTTP, and the figures that must agree with one another.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { checkLedger } from '../src/modules/audit/index.ts'
import type { TestPartner, TestService } from './harness.ts'

const V1 = '/api/partner/v1'

export type Terms = { price?: number; currency?: string }

export function createSales(service: TestService) {
  const get = async (who: TestPartner, path: string) => {
    const response = await service.signed(who, 'GET', `${V1}${path}`)
    expect([path, response.status]).toEqual([path, 200])
    return response.json
  }
  const listed = (who: TestPartner, { price = 100_000, currency = 'USD' }: Terms) =>
    service.list(who.environment, `s-${randomUUID().slice(0, 18)}.com`, { price_cents: price, currency })

  /** A sale that the partner collected. */
  async function sell(who: TestPartner, terms: Terms = {}): Promise<string> {
    const { domain, price_cents } = await listed(who, terms)
    const body = { domain, expected_price: price_cents, currency: terms.currency ?? 'USD', external_payment_ref: 'r' }
    const response = await service.signed(who, 'POST', `${V1}/orders`, body, { headers: { 'idempotency-key': domain } })
    expect([response.status, response.json.error]).toEqual([201, undefined])
    return response.json.public_id
  }

  /** A sale that the service collected; sandbox only. Null when the session expired under the hands of the buyer. */
  async function tryCheckout(who: TestPartner, terms: Terms = {}, extra: object = {}): Promise<string | null> {
    const { domain } = await listed(who, terms)
    const body = { domain, return_url: 'https://shop.example/ok', cancel_url: 'https://shop.example/no', ...extra }
    const session = await service.signed(who, 'POST', `${V1}/checkout-session`, body)
    expect([session.status, session.json.error]).toEqual([201, undefined])
    const paid = await service.signed(who, 'POST', `${V1}/sandbox/checkout-session/${session.json.session_id}/pay`)
    if (paid.status === 409) return null
    expect([paid.status, paid.json.error]).toEqual([200, undefined])
    return (await get(who, `/orders?domain=${domain}`)).orders[0].public_id
  }

  async function sellAtCheckout(who: TestPartner, terms: Terms = {}): Promise<string> {
    const id = await tryCheckout(who, terms)
    expect(id).not.toBeNull()
    return id as string
  }

  async function move(id: string, ...actions: string[]): Promise<void> {
    for (const action of actions) {
      // Buyers at the checkout choose a delivery on the order page; these tests are not about it.
      const input = action === 'start_transfer' ? { without_choice: true } : undefined
      const response = await service.operator('POST', `/orders/${id}/${action}`, input)
      expect([action, response.status, response.json.error]).toEqual([action, 200, undefined])
    }
  }
  const deliver = (id: string) => move(id, 'start_transfer', 'complete_transfer')

  const run = (who: TestPartner) => service.signed(who, 'POST', `${V1}/sandbox/settlements/run`)
  const advance = (who: TestPartner, seconds: number) =>
    service.signed(who, 'POST', `${V1}/sandbox/clock/advance`, { seconds })

  async function booksHold(): Promise<void> {
    expect(await checkLedger(service.db)).toEqual([])
  }

  /** Every page of a list, one after the other. */
  async function everyPage(
    who: TestPartner,
    path: string,
    field: string,
    limit = 100,
  ): Promise<Record<string, unknown>[]> {
    const rows: Record<string, unknown>[] = []
    for (let cursor = ''; ; ) {
      const page = await get(
        who,
        `${path}${path.includes('?') ? '&' : '?'}limit=${limit}${cursor && `&cursor=${cursor}`}`,
      )
      rows.push(...page[field])
      if (!page.has_more) return rows
      cursor = page.next_cursor
    }
  }

  return { get, sell, sellAtCheckout, tryCheckout, move, deliver, run, advance, booksHold, everyPage }
}

export type Sales = ReturnType<typeof createSales>

type Row = {
  type: string
  currency: string
  sale_price_cents: number
  commission_cents: number
  status: string
  payment_model: string
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** The totals that rows must have: the definition in the contract, in other words. */
export function computeTotals(rows: Row[]) {
  return [...new Set(rows.map(({ currency }) => currency))].sort().map((currency) => {
    const own = rows.filter((row) => row.currency === currency)
    return {
      currency,
      count: own.filter(({ type }) => type !== 'refund').length,
      gmv_cents: sum(own.map((row) => row.sale_price_cents)),
      commission_cents: sum(own.map((row) => row.commission_cents)),
      refunded_cents: sum(own.filter(({ type }) => type === 'refund').map((row) => -row.sale_price_cents)),
    }
  })
}

type Entry = { currency: string; category: string; amount_cents: number; running_balance_cents: number }

/** Referral commission from three places: the balance shown, its entries, and the ledger. Answers the entries, newest first. */
export async function expectCommissionTieOut(service: TestService, sales: Sales, who: TestPartner): Promise<Entry[]> {
  const { balance } = await sales.get(who, '/me/commissions?limit=1')
  const entries = (await sales.everyPage(who, '/me/commissions', 'entries')) as Entry[]
  const { total_paid } = await sales.get(who, '/me/payouts')
  for (const one of balance) {
    const own = entries.filter(({ currency }) => currency === one.currency)
    const ledger = await service.db.one<{ cents: number }>(sql`
      select -coalesce(sum(e.amount_cents), 0)::bigint as cents from ledger_entries e
      where e.environment = ${who.environment} and e.currency = ${one.currency} and (
        (e.account in ('referral_accrued', 'referral_pending') and e.subject = ${who.partnerId}) or
        (e.account = 'payout_in_transit' and e.subject in (
          select id from payouts where partner_id = ${who.partnerId} and kind = 'referral')))`)
    const shown = [one.balance_cents, sum(own.map((entry) => entry.amount_cents)), own[0]?.running_balance_cents]
    expect(shown).toEqual([ledger!.cents, ledger!.cents, ledger!.cents])
    const paid = total_paid.find(({ currency }: { currency: string }) => currency === one.currency)
    expect(one.paid_out_cents).toBe(paid?.amount_cents ?? 0)
  }
  return entries
}

/** transactions = analytics = statements = ledger, for one partner, to the cent. */
export async function expectTieOut(service: TestService, sales: Sales, who: TestPartner): Promise<void> {
  const rows = (await sales.everyPage(who, '/transactions', 'transactions')) as Row[]
  const { totals } = await sales.get(who, '/transactions?limit=1')
  expect(totals).toEqual(computeTotals(rows))

  const referral = await expectCommissionTieOut(service, sales, who)
  const earned = referral.filter(({ category }) => category === 'accrued' || category === 'reversed')
  const earnedIn = (currency: string) =>
    sum(earned.filter((entry) => entry.currency === currency).map((entry) => entry.amount_cents))

  const range = 'from=2020-01-01&to=2120-01-01'
  for (const granularity of ['day', 'week', 'month']) {
    const { orders, timeseries } = await sales.get(who, `/analytics?${range}&granularity=${granularity}`)
    expect(orders).toEqual(totals.map(({ commission_cents: _commission, ...rest }: Record<string, number>) => rest))
    for (const { currency, count, gmv_cents, commission_cents } of totals) {
      const own = timeseries.filter((row: { currency: string }) => row.currency === currency)
      expect([
        sum(own.map((row: { orders: number }) => row.orders)),
        sum(own.map((row: { gmv_cents: number }) => row.gmv_cents)),
      ]).toEqual([count, gmv_cents])
      expect(sum(own.map((row: { commission_cents: number }) => row.commission_cents))).toBe(
        commission_cents + earnedIn(currency),
      )
    }
  }

  const statements = (await sales.everyPage(who, '/settlements', 'settlements')) as Record<string, string | number>[]
  const cents = async (account: string, currency: string): Promise<number> => {
    const row = await service.db.one<{ cents: number }>(sql`
      select coalesce(sum(amount_cents), 0)::bigint as cents from ledger_entries
      where environment = ${who.environment} and account = ${account} and subject = ${who.partnerId} and currency = ${currency}`)
    return row?.cents ?? 0
  }
  for (const { currency } of totals) {
    const sold = rows.filter((row) => row.currency === currency && row.type === 'sale')
    const settled = sold.filter(({ status }) => status === 'SETTLED')
    const closed = statements.filter((one) => one.currency === currency && one.status !== 'open')
    const open = statements.filter((one) => one.currency === currency && one.status === 'open')
    const of = (list: Row[], model: string, field: 'sale_price_cents' | 'commission_cents') =>
      sum(list.filter(({ payment_model }) => payment_model === model).map((row) => row[field]))
    const total = (list: typeof statements, field: string) => sum(list.map((one) => Number(one[field])))
    expect(total(closed, 'gross_sold_cents')).toBe(of(settled, 'partner_collected', 'sale_price_cents'))
    expect(total(closed, 'commission_retained_cents')).toBe(of(settled, 'partner_collected', 'commission_cents'))
    expect(total(closed, 'commission_earned_cents')).toBe(of(settled, 'service_collected', 'commission_cents'))
    const waiting = sold.filter(({ status }) => status === 'TRANSFER_COMPLETED')
    expect(total(open, 'orders_count')).toBe(waiting.length)
    expect(total(open, 'gross_sold_cents')).toBe(of(waiting, 'partner_collected', 'sale_price_cents'))
    const unpaid = closed.filter(({ status }) => status === 'closed')
    expect(await cents('partner_receivable', currency)).toBe(total(unpaid, 'amount_owed_cents'))
    const unbilled = sold.filter(({ status }) => !['SETTLED', 'REFUNDED', 'CANCELLED'].includes(status))
    expect(await cents('partner_unbilled', currency)).toBe(
      of(unbilled, 'partner_collected', 'sale_price_cents') - of(unbilled, 'partner_collected', 'commission_cents'),
    )
    expect(0 - (await cents('commission_accrued', currency))).toBe(
      of(unbilled, 'service_collected', 'commission_cents'),
    )
  }
}
