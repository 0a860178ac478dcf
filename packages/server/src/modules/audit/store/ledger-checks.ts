// The invariants of the books, each one statement that finds what breaks it. An empty answer is the proof.
import { type Db, sql } from '../../../db/sql.ts'
import { type Check, most } from './check.ts'
import { CLAWBACK_CHECKS, listJournals, notWithdrawn, STATEMENT_CHECKS } from './dispute-checks.ts'
import { DOCUMENT_CHECKS, TAX_CHECKS } from './document-checks.ts'
import { OFFER_CHECKS } from './offer-checks.ts'
import type { Finding } from './outcome.ts'
import { PURCHASE_CHECKS } from './purchase-checks.ts'
import { REFERRAL_CHECKS } from './referral-checks.ts'
import { SELLER_CHECKS, SET_OFF_CHECKS, TRANSFER_CHECKS } from './seller-checks.ts'
import { billed, restCommission, restOwed, restPrice, SETTLEMENT_CHECKS } from './settlement-checks.ts'

const open = sql`not is_delivered(o.status) and not is_reversed(o.status)`
const delivered = sql`is_delivered(o.status)`
const reversed = sql`is_reversed(o.status)`
const collectedByPartner = sql`o.payment_model = 'partner_collected'`

/** Books as a whole: journals and their entries. */
const JOURNALS: readonly Check[] = [
  {
    name: 'journals_balance',
    promise: 'Every journal has entries in its own environment, and they sum to zero in every currency.',
    statement: sql`
      select j.environment, j.key as subject, coalesce(e.currency, '') as currency, 0::bigint as expected,
             coalesce(e.cents, 1)::bigint as found
      from ledger_journals j left join (
        select journal, environment, currency, sum(amount_cents) as cents from ledger_entries group by journal, environment, currency
      ) e on e.journal = j.key
      where e.cents is distinct from 0 or e.environment <> j.environment ${most}`,
  },
  {
    name: 'books_are_frozen',
    promise: 'The database rejects changing or deleting ledger rows and documents, and journals that do not balance.',
    statement: sql`
      select '' as environment, w.name as subject, '' as currency, 1::bigint as expected, 0::bigint as found
      from (values ('ledger_journals_frozen', 'ledger_journals'), ('ledger_entries_frozen', 'ledger_entries'),
                   ('ledger_entries_balance', 'ledger_entries'), ('audit_log_frozen', 'audit_log'),
                   ('documents_frozen', 'documents'), ('documents_kept', 'documents')) as w(name, relation)
      where not exists (select from pg_trigger t
                        where t.tgname = w.name and t.tgrelid = to_regclass(w.relation) and t.tgenabled in ('O', 'A'))`,
  },
]

/** Accounts against the orders that they tell of. */
const ACCOUNTS: readonly Check[] = [
  {
    name: 'orders_add_up',
    promise:
      'The commission is the price times the commission rate, rounded once. Commission plus amount owed equals the price that the partner collected. Partial refunds take back their share of the commission, rounded once.',
    statement: sql`
      select o.environment, o.id as subject, o.currency, share_of(o.sale_price_cents, o.commission_bps) as expected,
             o.commission_cents as found
      from orders o
      where o.commission_cents <> share_of(o.sale_price_cents, o.commission_bps)
         or o.amount_owed_cents <> case when ${collectedByPartner} then o.sale_price_cents - o.commission_cents else 0 end
         or o.clawback_cents <> div(2::numeric * o.commission_cents * o.refunded_cents + o.sale_price_cents, 2::numeric * o.sale_price_cents)
      ${most}`,
  },
  {
    name: 'deferred_is_price_of_open_orders',
    promise:
      'The deferred revenue of an order equals its price, less partial refunds, until the order is delivered or reversed, then zero.',
    statement: sql`
      select environment, subject, currency, expected, found from (
        select coalesce(o.environment, e.environment) as environment, coalesce(o.id, e.subject) as subject,
               coalesce(o.currency, e.currency) as currency,
               coalesce(case when ${open} then -${restPrice} end, 0) as expected, coalesce(e.cents, 0)::bigint as found
        from orders o full join (
          select environment, subject, currency, sum(amount_cents) as cents from ledger_entries
          where account = 'order_deferred' group by environment, subject, currency
        ) e on e.subject = o.id and e.environment = o.environment and e.currency = o.currency
      ) t where expected <> found ${most}`,
  },
  {
    name: 'prepaid_is_commission_of_open_orders',
    promise: 'Prepaid commission equals the commission of the orders that are not delivered or reversed yet.',
    statement: sql`
      select environment, '' as subject, currency, sum(expected)::bigint as expected, sum(found)::bigint as found from (
        select o.environment, o.currency, ${restCommission} as expected, 0 as found from orders o where ${open}
        union all
        select environment, currency, 0, amount_cents from ledger_entries where account = 'commission_prepaid'
      ) t group by environment, currency having sum(expected) <> sum(found) ${most}`,
  },
  {
    name: 'unbilled_is_owed_of_unsettled_orders',
    promise: "A partner's unbilled amount equals the amount it owes for orders that are not on a closed statement.",
    statement: sql`
      select environment, subject, currency, sum(expected)::bigint as expected, sum(found)::bigint as found from (
        select o.environment, o.partner_id as subject, o.currency, ${restOwed} as expected, 0 as found
        from orders o
        where ${collectedByPartner} and o.status <> 'SETTLED' and not is_reversed(o.status) and not ${billed}
        union all
        select environment, subject, currency, 0, amount_cents from ledger_entries where account = 'partner_unbilled'
      ) t group by environment, subject, currency having sum(expected) <> sum(found) ${most}`,
  },
  {
    name: 'sales_are_price_of_delivered_orders',
    promise:
      "Sales revenue and commission expense equal the prices and commissions of the delivered orders of the marketplace's own domains. Seller fees equal those of delivered sales of sellers. Sales that were taken back do not count.",
    statement: sql`
      select environment, subject, currency, sum(expected)::bigint as expected, sum(found)::bigint as found from (
        select o.environment, t.subject, o.currency, t.expected, 0 as found
        from orders o left join seller_sales s on s.order_id = o.id cross join lateral (
          values ('domain_sales', case when s.order_id is null then -${restPrice} end),
                 ('partner_commission', case when s.order_id is null then ${restCommission} end),
                 ('seller_fees', -s.fee_cents)) as t(subject, expected)
        where ${delivered} and o.clawed_back_at is null and t.expected is not null
        union all
        select environment, account, currency, 0, amount_cents from ledger_entries
        where account in ('domain_sales', 'partner_commission', 'seller_fees')
      ) t group by environment, subject, currency having sum(expected) <> sum(found) ${most}`,
  },
  {
    name: 'reversed_orders_net_to_zero',
    promise:
      "A refunded or canceled order has a zero balance in every account once the buyer's money has been returned.",
    statement: sql`
      select o.environment, o.id as subject, e.account as currency, 0::bigint as expected, sum(e.amount_cents)::bigint as found
      from orders o cross join lateral (
          ${listJournals('recorded', 'paid', 'delivered', 'reversed', 'buyer_refunded', 'taxed', 'tax_reversed')}
          union all
          select r.id || ':refunded' from partial_refunds r where r.order_id = o.id
        ) j join ledger_entries e on e.journal = j.journal
      where ${reversed} and not exists (select from buyer_refunds r where r.subject = o.id and r.status = 'pending')
        and (o.dispute_id is null or not exists (${notWithdrawn}))
      group by o.environment, o.id, e.account, e.subject, e.currency having sum(e.amount_cents) <> 0 ${most}`,
  },
]

/** Money of buyers: what was captured at the checkout, and what goes back. */
export const BUYER_CHECKS: readonly Check[] = [
  {
    name: 'refund_payable_is_refunds_not_sent',
    promise: 'The amount owed to buyers equals the refunds that have not been sent yet.',
    statement: sql`
      select environment, subject, currency, sum(expected)::bigint as expected, sum(found)::bigint as found from (
        select environment, subject, currency, -amount_cents as expected, 0 as found from buyer_refunds where status = 'pending'
        union all
        select environment, subject, currency, 0, amount_cents from ledger_entries where account = 'buyer_refund_payable'
      ) t group by environment, subject, currency having sum(expected) <> sum(found) ${most}`,
  },
  {
    name: 'captured_payments_are_booked',
    promise:
      'Every captured payment has one order or purchase whose price and added tax are the same amount, or a refund to the buyer.',
    statement: sql`
      select s.environment, p.id as subject, p.currency, p.amount_cents as expected,
             coalesce(o.sale_price_cents + o.added_tax_cents, u.total_cents + u.added_tax_cents, r.amount_cents + r.disputed_cents, 0) as found
      from payments p join checkout_sessions s on s.id = p.session_id
        left join orders o on p.status = 'paid' and o.checkout_session_id = s.id and o.id = s.order_id and o.currency = p.currency
        left join domain_purchases u on p.status = 'paid' and u.payment_id = p.id and u.session_id = s.id and u.currency = p.currency
        left join buyer_refunds r on p.status = 'stranded' and r.subject = p.id and r.currency = p.currency
      where p.status in ('paid', 'stranded')
        and p.amount_cents is distinct from
          coalesce(o.sale_price_cents + o.added_tax_cents, u.total_cents + u.added_tax_cents, r.amount_cents + r.disputed_cents) ${most}`,
  },
  {
    name: 'locks_have_their_payment',
    promise: 'A domain held by a checkout has a processing session with a payment in progress.',
    statement: sql`
      select l.environment, l.id as subject, l.currency, 1::bigint as expected, 0::bigint as found
      from listings l left join checkout_sessions s on s.id = l.reserved_by and s.listing_id = l.id and s.status = 'processing'
        left join payments p on p.id = s.payment_id and p.status in ('started', 'requires_action')
      where not is_quote(l.reserved_by) and not is_offer(l.reserved_by) and p.id is null ${most}`,
  },
]

/**
 * What commits together stands together: an order with its rows, and the name it sold. These walk over every order there ever
 * was, so each table is read once and grouped: at a million orders that takes half the time of looking rows up.
 */
const COMPANIONS: readonly Check[] = [
  {
    name: 'orders_have_their_journals',
    promise:
      'Every order has a journal for its sale. Delivered orders also have one for the delivery, reversed orders one for the reversal.',
    statement: sql`
      select o.environment, o.id as subject, o.currency, 1::bigint as expected, 0::bigint as found
      from orders o left join (
        select split_part(key, ':', 1) as order_id,
               bool_or(kind = 'order_recorded') as recorded, bool_or(kind = 'order_paid') as paid,
               bool_or(kind = 'order_delivered') as delivered, bool_or(kind = 'order_reversed') as reversed,
               min(environment || partner_id) as first_owner, max(environment || partner_id) as last_owner
        from ledger_journals where kind in ('order_recorded', 'order_paid', 'order_delivered', 'order_reversed')
        group by split_part(key, ':', 1)
      ) j on j.order_id = o.id
      where (j.recorded, j.paid, j.delivered, j.reversed, j.first_owner, j.last_owner) is distinct from
        (${collectedByPartner}, not ${collectedByPartner}, ${delivered}, ${reversed}, o.environment || o.partner_id, o.environment || o.partner_id)
      ${most}`,
  },
  {
    name: 'timelines_tell_the_status',
    promise:
      'The timeline of every order has no gaps and ends with its current status, and every entry has an event, unless the event expired.',
    statement: sql`
      select coalesce(o.environment, '') as environment, coalesce(o.id, t.order_id) as subject, coalesce(o.currency, '') as currency,
             coalesce(t.last, 0)::bigint as expected, coalesce(t.lines, 0)::bigint as found
      from orders o full join (
        select t.order_id, count(*) as lines, max(t.line) as last, count(*) filter (where e.id is not null or t.event_id < kept.bound) as events,
               substr(max(lpad(t.line::text, 9, '0') || t.status), 10) as status
        from order_timeline t left join events e on e.id = t.event_id
        cross join (select coalesce(max(value #>> '{}'), '') collate "C" as bound from service_state where key = 'events_kept_from') kept
        group by t.order_id
      ) t on t.order_id = o.id
      where o.id is null or t.order_id is null or t.lines <> t.last or t.events <> t.lines or t.status <> o.status ${most}`,
  },
  {
    name: 'refunds_match_their_orders',
    promise:
      'Every refunded order has one refund of its price and commission, less partial refunds. Other orders have no refund, except partial and failed ones.',
    statement: sql`
      select coalesce(o.environment, r.environment) as environment, coalesce(o.id, r.order_id) as subject,
             coalesce(o.currency, r.currency) as currency, coalesce(o.sale_price_cents, 0) as expected, coalesce(r.amount_cents, 0) as found
      from (select * from orders o where o.status = 'REFUNDED' or o.refund_id is not null) o
      full join (select * from refunds where status <> 'failed') r on r.order_id = o.id
      where r.id is null or o.id is null or o.status <> 'REFUNDED' or o.refund_id is distinct from r.id
         or (r.partner_id, r.environment, r.currency, r.amount_cents, r.commission_clawback_cents)
            is distinct from (o.partner_id, o.environment, o.currency, ${restPrice}, ${restCommission}) ${most}`,
  },
  {
    name: 'partial_refunds_add_up',
    promise: 'The partial refunds of an order add up to the refunded amount of the order, and each has its journal.',
    statement: sql`
      select coalesce(o.environment, r.environment) as environment, coalesce(o.id, r.order_id) as subject,
             coalesce(o.currency, r.currency) as currency, coalesce(o.refunded_cents, 0) as expected, coalesce(r.cents, 0)::bigint as found
      from (select * from orders where refunded_cents > 0 or clawback_cents > 0) o
      full join (
        select r.order_id, min(r.environment) as environment, min(r.currency) as currency, sum(r.amount_cents) as cents,
               sum(r.commission_clawback_cents) as clawback, count(*) as refunds, count(j.key) as journals
        from partial_refunds r left join ledger_journals j on j.key = r.id || ':refunded' group by r.order_id
      ) r on r.order_id = o.id
      where (o.refunded_cents, o.clawback_cents) is distinct from (r.cents::bigint, r.clawback::bigint) or r.refunds <> r.journals ${most}`,
  },
  {
    name: 'sold_names_have_one_open_sale',
    promise:
      'Every sold domain has exactly one sale that was not reversed. Other domains have none, except listings that made room for a new one: in the sandbox, or after the delivery.',
    statement: sql`
      select l.environment, l.id as subject, l.currency, (l.status = 'sold')::int::bigint as expected, count(o.id)::bigint as found
      from listings l left join orders o on o.listing_id = l.id and not is_reversed(o.status)
      where l.magic is null and (l.status = 'sold' or o.id is not null)
      group by l.id having count(o.id) <> (l.status = 'sold')::int
        and not (l.status = 'withdrawn' and count(o.id) = 1 and (l.environment = 'sandbox' or bool_and(${delivered}))) ${most}`,
  },
  {
    name: 'used_quotes_have_their_order',
    promise: 'Every used quote has exactly one order, of the same partner and domain. Other quotes have none.',
    statement: sql`
      select coalesce(q.environment, o.environment) as environment, coalesce(q.id, o.quote_id) as subject,
             coalesce(q.currency, o.currency) as currency, 1::bigint as expected, 0::bigint as found
      from (select * from quotes where status = 'used' or order_id is not null) q
      full join (select * from orders where quote_id is not null) o on o.id = q.order_id
      where q.id is null or o.id is null or q.status <> 'used' or o.quote_id <> q.id
         or (o.partner_id, o.environment, o.listing_id) is distinct from (q.partner_id, q.environment, q.listing_id) ${most}`,
  },
  {
    name: 'reservations_have_their_quote',
    promise:
      'A domain reserved by a quote has that active quote of that partner. A domain that is not for sale has no reservation.',
    statement: sql`
      select l.environment, l.id as subject, l.currency, 1::bigint as expected, 0::bigint as found
      from listings l left join quotes q on q.id = l.reserved_by
      where l.reserved_by is not null
        and (l.status = 'sold' or (is_quote(l.reserved_by) and
             (q.listing_id, q.partner_id, q.status, q.exclusive) is distinct from (l.id, l.reserved_by_partner, 'active', true))) ${most}`,
  },
]

export const LEDGER_CHECKS: readonly Check[] = [
  ...JOURNALS,
  ...ACCOUNTS,
  ...BUYER_CHECKS,
  ...PURCHASE_CHECKS,
  ...COMPANIONS,
  ...SETTLEMENT_CHECKS,
  ...REFERRAL_CHECKS,
  ...DOCUMENT_CHECKS,
  ...SELLER_CHECKS,
  ...TRANSFER_CHECKS,
  ...SET_OFF_CHECKS,
  ...OFFER_CHECKS,
  ...CLAWBACK_CHECKS,
  ...STATEMENT_CHECKS,
  ...TAX_CHECKS,
]

export async function checkLedger(db: Db): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { name, statement } of LEDGER_CHECKS) {
    const rows = await db.many<Omit<Finding, 'invariant'>>(statement)
    findings.push(...rows.map((row) => ({ invariant: name, ...row })))
  }
  return findings
}
