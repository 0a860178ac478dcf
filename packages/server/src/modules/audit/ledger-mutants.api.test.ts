// The checks are checked: for each invariant a planted bug that it must report. And the database refuses what would be one.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { findingsAfter } from '../../../test/planted.ts'
import { type Sql, sql, type Tx } from '../../db/sql.ts'
import { CLAWBACK_CHECKS, STATEMENT_CHECKS } from './store/dispute-checks.ts'
import { DOCUMENT_CHECKS, TAX_CHECKS } from './store/document-checks.ts'
import { BUYER_CHECKS, checkLedger, LEDGER_CHECKS } from './store/ledger-checks.ts'
import { OFFER_CHECKS } from './store/offer-checks.ts'
import { PURCHASE_CHECKS } from './store/purchase-checks.ts'
import { REFERRAL_CHECKS } from './store/referral-checks.ts'
import { SELLER_CHECKS, SET_OFF_CHECKS, TRANSFER_CHECKS } from './store/seller-checks.ts'
import { SETTLEMENT_CHECKS } from './store/settlement-checks.ts'

let service: TestService
let partner: TestPartner
/** One order in each state that the books know, and a quote that is out. */
const orders: Record<string, string> = {}
let quoteId: string
let usedQuoteId: string

const V1 = '/api/partner/v1'
const freshName = async () => (await service.list('sandbox', `mutant-${randomUUID().slice(0, 13)}.test`)).domain

async function sell(...moves: string[]): Promise<string> {
  const body = { domain: await freshName(), expected_price: 100_000, currency: 'USD', external_payment_ref: 'r' }
  const placed = await service.signed(partner, 'POST', `${V1}/orders`, body, {
    headers: { 'idempotency-key': randomUUID() },
  })
  for (const move of moves)
    expect((await service.operator('POST', `/orders/${placed.json.public_id}/${move}`)).status).toBe(200)
  return placed.json.public_id
}

beforeAll(async () => {
  service = await startTestService()
  partner = await service.partner()
  orders.open = await sell()
  orders.delivered = await sell('start_transfer', 'complete_transfer')
  orders.refunded = await sell('refund')
  orders.partly = await sell()
  const part = { order_public_id: orders.partly, reason: 'other', amount_cents: 30_000 }
  expect((await service.signed(partner, 'POST', `${V1}/refunds`, part)).status).toBe(201)
  orders.cancelled = await sell('hold', 'cancel')
  const quoted = await service.signed(partner, 'POST', `${V1}/quotes`, { domain: await freshName() })
  quoteId = quoted.json.quote_id
  const spent = await service.signed(partner, 'POST', `${V1}/quotes`, { domain: await freshName() })
  usedQuoteId = spent.json.quote_id
  await service.signed(
    partner,
    'POST',
    `${V1}/orders`,
    { quote_id: usedQuoteId, external_payment_ref: 'r' },
    { headers: { 'idempotency-key': randomUUID() } },
  )
})

const entry = (journal: string, account: string): Sql => sql`journal = ${journal} and account = ${account}`
const add = (journal: string, lines: [string, string, string, number][]): Sql => sql`
  insert into ledger_entries (journal, line, environment, account, subject, currency, amount_cents)
  select ${journal}, 100 + e.line, 'sandbox', e.account, e.subject, e.currency, e.amount
  from unnest(${lines.map((_, index) => index)}::int[], ${lines.map(([account]) => account)}::text[],
              ${lines.map(([, subject]) => subject)}::text[], ${lines.map(([, , currency]) => currency)}::text[],
              ${lines.map(([, , , amount]) => amount)}::bigint[]) as e(line, account, subject, currency, amount)`

/** Each bug under the check that must name it; others may see it too. */
const MUTANTS: Record<string, Record<string, (tx: Tx) => Promise<unknown>>> = {
  journals_balance: {
    'an entry is missing': (tx) =>
      tx.run(sql`delete from ledger_entries where ${entry(`${orders.open}:recorded`, 'commission_prepaid')}`),
    'an amount is wrong': (tx) =>
      tx.run(
        sql`update ledger_entries set amount_cents = amount_cents + 1 where ${entry(`${orders.open}:recorded`, 'order_deferred')}`,
      ),
    'a journal has no entries': (tx) =>
      tx.run(sql`delete from ledger_entries where journal = ${`${orders.cancelled}:reversed`}`),
    'it balances only across currencies': (tx) =>
      tx.run(
        sql`update ledger_entries set currency = 'EUR' where ${entry(`${orders.open}:recorded`, 'order_deferred')}`,
      ),
    'the entries stand in the other environment': (tx) =>
      tx.run(sql`update ledger_entries set environment = 'live' where journal = ${`${orders.open}:recorded`}`),
  },
  books_are_frozen: {
    'a guard is switched off': (tx) => tx.run(sql`alter table ledger_entries disable trigger ledger_entries_frozen`),
    'a guard is gone': (tx) => tx.run(sql`drop trigger ledger_entries_balance on ledger_entries`),
  },
  orders_add_up: {
    'commission and owed amount are not the price': (tx) =>
      tx.run(sql`update orders set amount_owed_cents = amount_owed_cents - 1 where id = ${orders.open}`),
    'the commission was rounded another way': (tx) =>
      tx.run(
        sql`update orders set commission_cents = commission_cents + 1, amount_owed_cents = amount_owed_cents - 1 where id = ${orders.open}`,
      ),
  },
  deferred_is_price_of_open_orders: {
    'a delivery was never posted': (tx) =>
      tx.run(sql`update orders set status = 'TRANSFER_COMPLETED' where id = ${orders.open}`),
    'an order was deferred in another currency': (tx) =>
      tx.run(sql`update ledger_entries set currency = 'EUR' where journal = ${`${orders.open}:recorded`}`),
    'money is deferred for an order that is not': (tx) =>
      tx.run(
        add(`${orders.open}:recorded`, [
          ['order_deferred', 'ord_ghost', 'USD', -5],
          ['order_deferred', orders.open!, 'USD', 5],
        ]),
      ),
    'the price was changed afterwards': (tx) =>
      tx.run(sql`update orders set sale_price_cents = sale_price_cents + 1 where id = ${orders.open}`),
  },
  prepaid_is_commission_of_open_orders: {
    'the commission of a delivered order stays prepaid': (tx) =>
      tx.run(sql`delete from ledger_entries where ${entry(`${orders.delivered}:delivered`, 'commission_prepaid')}`),
    'a commission was taken twice': (tx) =>
      tx.run(
        add(`${orders.open}:recorded`, [
          ['commission_prepaid', '', 'USD', 15_000],
          ['cash', '', 'USD', -15_000],
        ]),
      ),
  },
  unbilled_is_owed_of_unsettled_orders: {
    'the amount was put on another partner': (tx) =>
      tx.run(
        sql`update ledger_entries set subject = 'ptn_other' where ${entry(`${orders.open}:recorded`, 'partner_unbilled')}`,
      ),
    'a refund left the partner owing': (tx) =>
      tx.run(sql`delete from ledger_entries where ${entry(`${orders.refunded}:reversed`, 'partner_unbilled')}`),
  },
  sales_are_price_of_delivered_orders: {
    'a sale was earned twice': (tx) =>
      tx.run(
        add(`${orders.delivered}:delivered`, [
          ['domain_sales', '', 'USD', -100_000],
          ['cash', '', 'USD', 100_000],
        ]),
      ),
    'the commission was never spent': (tx) =>
      tx.run(sql`delete from ledger_entries where ${entry(`${orders.delivered}:delivered`, 'partner_commission')}`),
  },
  reversed_orders_net_to_zero: {
    'half was taken back': (tx) =>
      tx.run(
        sql`update ledger_entries set amount_cents = amount_cents / 2 where journal = ${`${orders.refunded}:reversed`}`,
      ),
    'it was taken back from the wrong account': (tx) =>
      tx.run(
        sql`update ledger_entries set account = 'cash', subject = '' where ${entry(`${orders.cancelled}:reversed`, 'partner_unbilled')}`,
      ),
  },
  orders_have_their_journals: {
    'an order has no journal': async (tx) => {
      await tx.run(sql`delete from ledger_entries where journal = ${`${orders.open}:recorded`}`)
      await tx.run(sql`delete from ledger_journals where key = ${`${orders.open}:recorded`}`)
    },
    'a delivered order was reversed too': (tx) =>
      tx.run(
        sql`insert into ledger_journals (key, environment, partner_id, kind, at) values (${`${orders.delivered}:reversed`}, 'sandbox', ${partner.partnerId}, 'order_reversed', now())`,
      ),
    "the journal is another partner's": (tx) =>
      tx.run(sql`update ledger_journals set partner_id = 'ptn_other' where key = ${`${orders.open}:recorded`}`),
  },
  timelines_tell_the_status: {
    'a move has no line': (tx) =>
      tx.run(sql`delete from order_timeline where order_id = ${orders.delivered} and line = 3`),
    'a line in the middle is gone': (tx) =>
      tx.run(sql`delete from order_timeline where order_id = ${orders.delivered} and line = 2`),
    'an order has no timeline': (tx) => tx.run(sql`delete from order_timeline where order_id = ${orders.open}`),
    'an event is missing': (tx) =>
      tx.run(
        sql`delete from events where id = (select event_id from order_timeline where order_id = ${orders.open} and line = 1)`,
      ),
    'a timeline belongs to no order': (tx) =>
      tx.run(sql`update order_timeline set order_id = 'ord_ghost' where order_id = ${orders.cancelled}`),
  },
  refunds_match_their_orders: {
    'the refund is gone': (tx) => tx.run(sql`delete from refunds where order_id = ${orders.refunded}`),
    'the refund is of another amount': (tx) =>
      tx.run(sql`update refunds set amount_cents = amount_cents - 1 where order_id = ${orders.refunded}`),
    'the order went on after its refund': (tx) =>
      tx.run(sql`update orders set status = 'TRANSFER_COMPLETED' where id = ${orders.refunded}`),
    'an order that was not refunded has a refund': (tx) =>
      tx.run(sql`update refunds set order_id = ${orders.open} where order_id = ${orders.refunded}`),
  },
  partial_refunds_add_up: {
    'a partial refund is gone': (tx) => tx.run(sql`delete from partial_refunds where order_id = ${orders.partly}`),
    'a partial refund is of another amount': (tx) =>
      tx.run(sql`update partial_refunds set amount_cents = amount_cents - 1 where order_id = ${orders.partly}`),
    'the commission was not taken back': (tx) =>
      tx.run(sql`update orders set clawback_cents = 0 where id = ${orders.partly}`),
    'the journal is gone': async (tx) => {
      const journal = sql`(select id || ':refunded' from partial_refunds where order_id = ${orders.partly})`
      await tx.run(sql`delete from ledger_entries where journal = ${journal}`)
      await tx.run(sql`delete from ledger_journals where key = ${journal}`)
    },
  },
  sold_names_have_one_open_sale: {
    'a name was sold twice': async (tx) => {
      await tx.run(sql`drop index orders_one_sale`)
      await tx.run(
        sql`update orders set listing_id = (select listing_id from orders where id = ${orders.open}) where id = ${orders.delivered}`,
      )
    },
    'a sold name is for sale': (tx) =>
      tx.run(
        sql`update listings set status = 'listed' where id = (select listing_id from orders where id = ${orders.open})`,
      ),
    'a refunded name stays sold': (tx) =>
      tx.run(
        sql`update listings set status = 'sold' where id = (select listing_id from orders where id = ${orders.refunded})`,
      ),
  },
  used_quotes_have_their_order: {
    'a used quote names no order': (tx) => tx.run(sql`update quotes set order_id = null where id = ${usedQuoteId}`),
    'a quote was used but not spent': (tx) =>
      tx.run(sql`update quotes set status = 'released', order_id = null where id = ${usedQuoteId}`),
    'a quote is spent on an order that does not know it': (tx) =>
      tx.run(sql`update quotes set status = 'used', order_id = ${orders.open} where id = ${quoteId}`),
  },
  reservations_have_their_quote: {
    'the quote ended and the name was not freed': (tx) =>
      tx.run(sql`update quotes set status = 'released' where id = ${quoteId}`),
    'the name is held for another partner': (tx) =>
      tx.run(sql`update listings set reserved_by_partner = 'ptn_other' where reserved_by = ${quoteId}`),
    'a sold name is reserved': (tx) =>
      tx.run(
        sql`update listings set reserved_by = 'cs_x', reserved_until = now() where id = (select listing_id from orders where id = ${orders.open})`,
      ),
  },
}

/** Buyers' money, statements and referrals are checked beside what makes them. */
const CHECKED_ELSEWHERE = [
  BUYER_CHECKS,
  PURCHASE_CHECKS,
  SETTLEMENT_CHECKS,
  REFERRAL_CHECKS,
  DOCUMENT_CHECKS,
  TAX_CHECKS,
  SELLER_CHECKS,
  TRANSFER_CHECKS,
  SET_OFF_CHECKS,
  OFFER_CHECKS,
  CLAWBACK_CHECKS,
  STATEMENT_CHECKS,
]
const ELSEWHERE = new Set(CHECKED_ELSEWHERE.flat().map(({ name }) => name))
const OURS = LEDGER_CHECKS.map(({ name }) => name).filter((name) => !ELSEWHERE.has(name))

it('the books hold before any of it', async () => {
  expect(await checkLedger(service.db)).toEqual([])
})

it('has a planted bug for every check, and no other', () => {
  expect(Object.keys(MUTANTS).sort()).toEqual(OURS.sort())
})

for (const [check, bugs] of Object.entries(MUTANTS))
  describe(check, () => {
    for (const [bug, plant] of Object.entries(bugs))
      it(`reports that ${bug}`, async () => {
        expect([...(await findingsAfter(service, plant))]).toContain(check)
      })
  })

describe('a payout taken back in steps', () => {
  /** The first payout, of 50, is taken back up to 30 and, after the second one, up to 40. The second one pays 30 of it and a sale of 10. */
  const plant = (firstStepAt: string) => async (tx: Tx) => {
    await tx.run(sql`
      insert into seller_payouts (id, seller_id, currency, amount_cents, status, destination_kind, destination_hint, requested_by, created_at,
                                  transfer_state, transfer_ref, reversed_cents, reversed_at)
      values ('spo_first', 'usr_x', 'USD', 50, 'paid', 'stripe_connect', 'x', 'seller', '2026-01-01', 'sent', 'tr_1', 40, '2026-01-04'),
             ('spo_second', 'usr_x', 'USD', 40, 'paid', 'stripe_connect', 'x', 'seller', '2026-01-03', 'sent', 'tr_2', 0, null)`)
    await tx.run(sql`
      insert into seller_sales (order_id, seller_id, currency, fee_bps, fee_cents, proceeds_cents, state, sold_at, payable_at, payout_id)
      values ('ord_first', 'usr_x', 'USD', 0, 0, 50, 'payable', '2026-01-01', '2026-01-01', 'spo_first'),
             ('ord_second', 'usr_x', 'USD', 0, 0, 10, 'payable', '2026-01-01', '2026-01-02', 'spo_second')`)
    for (const [upTo, cents, at] of [
      [30, 30, firstStepAt],
      [40, 10, '2026-01-04'],
    ] as const) {
      const key = `spo_first:reversed:${upTo}`
      await tx.run(sql`insert into ledger_journals (key, environment, kind, at) values (${key}, 'live', 'x', ${at})`)
      await tx.run(sql`
        insert into ledger_entries (journal, line, environment, account, subject, currency, amount_cents)
        values (${key}, 1, 'live', 'cash', '', 'USD', ${cents}), (${key}, 2, 'live', 'proceeds_payable', 'usr_x', 'USD', ${-cents})`)
    }
  }
  const CHECK = 'sellers_are_not_overpaid'

  it('lets the next payout pay what had come back by then, and no more', async () => {
    expect([...(await findingsAfter(service, plant('2026-01-02')))]).not.toContain(CHECK)
    expect([...(await findingsAfter(service, plant('2026-01-04')))]).toContain(CHECK)
  })
})

describe('GET /ledger/check', () => {
  it('names what is broken and what is not', async () => {
    const whole = await service.operator('GET', '/ledger/check')
    expect(whole.json).toMatchObject({ ok: true, findings: [] })
    expect(whole.json.invariants.map(({ name }: { name: string }) => name)).toEqual(
      LEDGER_CHECKS.map(({ name }) => name),
    )
    await service.db.run(sql`update orders set amount_owed_cents = amount_owed_cents - 1 where id = ${orders.open}`)
    const broken = await service.operator('GET', '/ledger/check')
    expect(broken.json.ok).toBe(false)
    expect(broken.json.findings).toContainEqual(
      expect.objectContaining({ invariant: 'orders_add_up', subject: orders.open }),
    )
    expect(broken.json.invariants.find(({ name }: { name: string }) => name === 'journals_balance').ok).toBe(true)
    await service.db.run(sql`update orders set amount_owed_cents = amount_owed_cents + 1 where id = ${orders.open}`)
  })
})

describe('the database itself', () => {
  const refuses = (statement: Sql, message: RegExp) => expect(service.db.run(statement)).rejects.toThrow(message)

  it.each([
    ['UPDATE', 'ledger_entries', sql`update ledger_entries set amount_cents = 1`],
    ['UPDATE', 'ledger_journals', sql`update ledger_journals set kind = 'x'`],
    ['UPDATE of no row', 'ledger_entries', sql`update ledger_entries set amount_cents = 1 where false`],
    ['DELETE', 'ledger_entries', sql`delete from ledger_entries`],
    ['DELETE', 'ledger_journals', sql`delete from ledger_journals`],
    ['TRUNCATE', 'ledger_entries', sql`truncate ledger_entries`],
    ['TRUNCATE', 'ledger_journals', sql`truncate ledger_journals cascade`],
    [
      'a merge',
      'ledger_journals',
      sql`insert into ledger_journals select * from ledger_journals limit 1 on conflict (key) do update set kind = 'x'`,
    ],
  ])('refuses %s on %s', async (_, _table, statement) => {
    await refuses(statement, /append-only/)
  })

  it('refuses a journal that does not balance, in any one currency', async () => {
    await refuses(add(`${orders.open}:recorded`, [['cash', '', 'USD', 1]]), /does not balance/)
    await refuses(
      add(`${orders.open}:recorded`, [
        ['cash', '', 'USD', 1],
        ['cash', '', 'EUR', -1],
      ]),
      /does not balance/,
    )
  })

  it('refuses an entry of nothing, an entry without a journal, and the same journal twice', async () => {
    await refuses(add(`${orders.open}:recorded`, [['cash', '', 'USD', 0]]), /amount_cents/)
    await refuses(
      add('ord_ghost:recorded', [
        ['cash', '', 'USD', 1],
        ['cash', '', 'USD', -1],
      ]),
      /foreign key/,
    )
    await refuses(
      sql`insert into ledger_journals (key, environment, kind, at) values (${`${orders.open}:recorded`}, 'sandbox', 'x', now())`,
      /duplicate key/,
    )
  })

  it('refuses a second sale of a name and a second holder, whatever the code does', async () => {
    await refuses(
      sql`insert into orders select (o).* from (select jsonb_populate_record(o, jsonb_build_object('id', 'ord_twin')) as o from orders o where id = ${orders.open}) t`,
      /orders_one_sale/,
    )
    await refuses(
      sql`insert into quotes select (q).* from (select jsonb_populate_record(q, jsonb_build_object('id', 'quo_twin')) as q from quotes q where id = ${quoteId}) t`,
      /quotes_one_holder/,
    )
  })

  it('kept every entry through all of that', async () => {
    expect(await checkLedger(service.db)).toEqual([])
  })
})
