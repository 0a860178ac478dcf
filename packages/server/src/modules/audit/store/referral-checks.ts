// The invariants of referral commission and of brokered deals, in the form of the other checks of the books.
import { sql } from '../../../db/sql.ts'
import { type Check, equal, most } from './check.ts'

/** What a partner's referral accounts hold, with what payouts of referral carry. */
const referralLiability = sql`
  select environment, subject, currency, 0 as expected, -amount_cents as found
  from ledger_entries where account in ('referral_accrued', 'referral_pending')
  union all
  select t.environment, p.partner_id, t.currency, 0, -t.amount_cents
  from ledger_entries t join payouts p on p.id = t.subject and p.kind = 'referral' where t.account = 'payout_in_transit'`

export const REFERRAL_CHECKS: readonly Check[] = [
  {
    name: 'commission_entries_are_the_ledger',
    promise:
      "A partner's commission entries add up to the amount owed to it in the ledger: accrued, payable and in transit.",
    statement: equal(sql`
      select environment, partner_id as subject, currency, amount_cents as expected, 0 as found from commission_entries
      union all ${referralLiability}`),
  },
  {
    name: 'accrued_referrals_are_of_ripening_sales',
    promise: 'Accrued referral commission equals the commission of the referred sales that are not payable yet.',
    statement: equal(sql`
      select environment, partner_id as subject, currency, commission_cents as expected, 0 as found
      from referral_sales where category = 'accrued'
      union all
      select environment, subject, currency, 0, -amount_cents from ledger_entries where account = 'referral_accrued'`),
  },
  {
    name: 'referral_accounts_sum_their_entries',
    promise: "The totals of a partner's referral account equal the sums of its commission entries.",
    statement: equal(sql`
      select environment, partner_id || ' ' || k.what as subject, currency, k.cents as expected, 0 as found
      from referral_accounts cross join lateral (values
        ('balance', accrued_cents + pending_cents), ('paid_out', paid_out_cents), ('reversed', reversed_cents)) as k(what, cents)
      union all
      select environment, partner_id || ' ' || k.what, currency, 0, k.cents
      from commission_entries cross join lateral (values
        ('balance', amount_cents),
        ('paid_out', case when category = 'paid_out' then -amount_cents else 0 end),
        ('reversed', case when category = 'reversed' then -amount_cents else 0 end)) as k(what, cents)`),
  },
  {
    name: 'running_balances_run',
    promise: 'The balance after each commission entry equals the previous balance plus the entry.',
    statement: sql`
      select environment, id as subject, currency, expected, running_balance_cents as found from (
        select environment, id, currency, running_balance_cents,
               sum(amount_cents) over (partition by partner_id, environment, currency order by line)::bigint as expected
        from commission_entries) t where expected <> running_balance_cents ${most}`,
  },
  {
    name: 'referral_payouts_have_their_entry',
    promise: 'Every paid referral payout has one commission entry for its amount. Other payouts have none.',
    statement: equal(sql`
      select environment, id as subject, currency, -amount_cents as expected, 0 as found from payouts where kind = 'referral' and status = 'paid'
      union all
      select environment, payout_id, currency, 0, amount_cents from commission_entries where category = 'paid_out'`),
  },
  {
    name: 'referred_sales_follow_their_orders',
    promise:
      'Before delivery, the commission of a referred sale is reversed if its order was refunded or canceled, and only then.',
    statement: sql`
      select s.environment, s.id as subject, s.currency, is_reversed(o.status)::int::bigint as expected,
             (s.category = 'reversed')::int::bigint as found
      from referral_sales s join orders o on o.id = s.order_id
      where s.category is not null and s.delivered_at is null
        and is_reversed(o.status) <> (s.category = 'reversed') ${most}`,
  },
  {
    name: 'deals_are_in_the_ledger',
    promise: 'A completed case has a journal with price, fee and partner share. A case without a deal has none.',
    statement: equal(sql`
      select c.environment, c.id || ' ' || k.account as subject, c.currency, k.cents as expected, 0 as found
      from brokerage_cases c cross join lateral (values
        ('cash', c.deal_price_cents), ('seller_payable', -(c.deal_price_cents - c.fee_cents)), ('brokerage_fees', -c.fee_cents),
        ('brokerage_share', c.partner_commission_cents), ('brokerage_pending', -c.partner_commission_cents)) as k(account, cents)
      where c.status = 'completed'
      union all
      select e.environment, split_part(e.journal, ':', 1) || ' ' || e.account, e.currency, 0, e.amount_cents
      from ledger_entries e join ledger_journals j on j.key = e.journal
      where j.kind = 'brokerage_completed'
        -- A sandbox that was reset has no cases any more, and its books are closed by another journal.
        and (e.environment = 'live' or exists (select from brokerage_cases c where c.id = split_part(e.journal, ':', 1)))`),
  },
]
