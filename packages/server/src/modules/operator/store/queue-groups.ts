// The groups of the queue as SQL: what waits for a human. Each walks along an index that holds little else.
import { type Sql, sql } from '../../../db/sql.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import type { Environment } from '../../../kernel/owner.ts'
import {
  AWAITING_TRANSFER,
  type QueueGroupName,
  STUCK_PAYMENT_SECONDS,
  WAITING_PAYOUT_SECONDS,
} from '../rules/queue.ts'

export type QueueItem = {
  id: string
  title: string
  partnerId: string
  partnerName: string
  environment: Environment
  status: string
  amountCents: number | null
  currency: string | null
  since: Date
  /** Of disputes. */
  processor?: 'sandbox' | 'stripe'
  /** Of orders that can be moved. */
  paidOrder?: {
    paymentModel: 'partner_collected' | 'service_collected'
    disputeOpen: boolean
    isPartlyReturned: boolean
  }
  /** What the group is ordered by before the ID, in microseconds. */
  placeAt: number
}
export type Waiting = {
  from: Sql
  /** Which rows: one condition for each stretch of the index, so that the head of each is enough. */
  stretches(environment: Environment, now: Date): Sql[]
  /** The time of which the earliest comes first. Null: the ID, which is by age. */
  by: Sql | null
  /** Rows without a time come last. */
  mayLackTime?: boolean
  id: Sql
  /** Of the row `w` and its partner `p`. */
  columns: Sql
}

const ORDERS = {
  from: sql`orders`,
  by: null,
  id: sql`id`,
  columns: sql`w.id, w.domain_unicode as title, w.status, w.sale_price_cents as amount_cents, w.currency, w.updated_at as since,
    json_build_object('paymentModel', w.payment_model, 'disputeOpen', w.dispute_open,
      'isPartlyReturned', w.dispute_id is not null and is_partly_returned(w.id)) as paid_order`,
}

/** What else is true of open orders is said in full: the planner then sees their index. */
const ordersIn = (environment: Environment, status: string): Sql =>
  sql`environment = ${environment} and status = ${status} and status not in ('SETTLED', 'REFUNDED', 'CANCELLED')`

const payoutsIn = (status: 'pending' | 'in_transit'): Waiting => ({
  from: sql`payouts`,
  stretches: (environment) => [
    sql`environment = ${environment} and status = ${status} and status in ('pending', 'in_transit')`,
  ],
  by: null,
  id: sql`id`,
  columns: sql`w.id, w.kind as title, w.status, w.amount_cents, w.currency, w.created_at as since`,
})

/** What belongs to no partner is the marketplace's own. A subquery is executed once, a function alone for each row. */
const HOUSE = sql`(select house_partner())`

/** Sellers sell on the live market only. Payouts of frozen sellers wait by an operator's choice, those with a disputed sale for the dispute's end. */
const SELLER_PAYOUTS = sql`(
  select p.*, u.email, ${HOUSE} as partner_id,
         exists (select from sellers s where s.user_id = p.seller_id and s.frozen_at is not null) as is_frozen,
         seller_payout_hold(p.id) as hold
  from seller_payouts p join users u on u.id = p.seller_id
) y`

export const GROUPS: Record<QueueGroupName, Waiting> = {
  held_orders: { ...ORDERS, stretches: (environment) => [ordersIn(environment, 'MANUAL_REVIEW')] },
  // The list of orders can be filtered by these two, with the same functions.
  transfers_to_start: {
    ...ORDERS,
    stretches: (environment) =>
      AWAITING_TRANSFER.map((status) => sql`${ordersIn(environment, status)} and waits_for_start(orders)`),
  },
  transfers_to_confirm: {
    ...ORDERS,
    stretches: (environment) => [
      sql`${ordersIn(environment, 'TRANSFER_IN_PROGRESS')} and waits_for_confirmation(orders)`,
    ],
  },
  failed_transfers: {
    ...ORDERS,
    stretches: (environment) => [
      sql`environment = ${environment} and transfer_state = 'failed' and is_awaiting_transfer(status)`,
    ],
  },
  deliveries_to_secure: {
    from: sql`(
      select o.*, d.updated_at as flagged_at from domain_deliveries d join orders o on o.id = d.order_id
      where d.state = 'needs_operator' and is_reversed(o.status)
    ) y`,
    stretches: (environment) => [sql`environment = ${environment}`],
    by: null,
    id: sql`id`,
    columns: sql`
      w.id, w.domain_unicode as title, w.status, w.sale_price_cents as amount_cents, w.currency, w.flagged_at as since`,
  },
  registry_commands: {
    from: sql`(select c.*, ${HOUSE} as partner_id from registry_commands c where c.state = 'needs_operator') y`,
    // People's domains are live, all of them.
    stretches: (environment) => [sql`${environment === 'live'}`],
    by: null,
    id: sql`id`,
    columns: sql`
      w.id, w.domain as title, w.kind as status, w.price_cents as amount_cents,
      case when w.price_cents is not null then 'USD' end as currency, w.updated_at as since`,
  },
  withdrawn_listings: {
    from: sql`(
      select l.*, y.reason, y.detail, y.withdrawn_at, ${HOUSE} as partner_id
      from listing_withdrawals y join listings l on l.id = y.listing_id where y.closed_at is null
    ) y`,
    stretches: (environment) => [sql`environment = ${environment}`],
    by: sql`withdrawn_at`,
    id: sql`id`,
    columns: sql`
      w.id, w.domain_unicode || ': ' || w.detail as title, w.reason as status, w.price_cents as amount_cents, w.currency,
      w.withdrawn_at as since`,
  },
  offers_to_review: {
    from: sql`(
      select o.*, ${HOUSE} as partner_id from offers o where o.seller_id is null and o.status in ('open', 'countered_by_buyer')
    ) y`,
    // Offers are made on the live market only.
    stretches: (environment) => [sql`${environment === 'live'}`],
    by: sql`expires_at`,
    id: sql`id`,
    columns: sql`w.id, w.domain_unicode as title, w.status, w.amount_cents, w.currency, w.updated_at as since`,
  },
  brokerage_cases: {
    from: sql`brokerage_cases`,
    stretches: (environment) => [sql`environment = ${environment} and closed_at is null`],
    // Not the time of the last change: a case that moves between two pages would be in both or in none.
    by: sql`created_at`,
    id: sql`id`,
    columns: sql`w.id, w.domain_unicode as title, w.status, w.budget_cents as amount_cents, w.currency, w.updated_at as since`,
  },
  partner_applications: {
    from: sql`(select id as partner_id, live_requested_at, approved_at, suspended_at from partners) applying`,
    // They ask for live access, all of them.
    stretches: (environment) => [
      sql`${environment === 'live'} and live_requested_at is not null and approved_at is null and suspended_at is null`,
    ],
    by: sql`live_requested_at`,
    id: sql`partner_id`,
    columns: sql`p.id, p.name as title, 'requested' as status, null::bigint as amount_cents, null as currency, w.live_requested_at as since`,
  },
  failing_webhooks: {
    from: sql`webhook_receivers`,
    stretches: (environment) => [
      sql`environment = ${environment} and (not active or failing_since is not null) and is_failing(webhook_receivers)`,
    ],
    by: sql`coalesce(failing_since, updated_at)`,
    id: sql`id`,
    columns: sql`
      w.id, w.url as title, case when w.active then 'failing' else 'switched_off' end as status, null::bigint as amount_cents,
      null as currency, coalesce(w.failing_since, w.updated_at) as since`,
  },
  settlements_to_pay: {
    from: sql`settlements`,
    stretches: (environment) => [sql`environment = ${environment} and status = 'closed' and amount_owed_cents <> 0`],
    by: sql`due_at`,
    mayLackTime: true,
    id: sql`id`,
    columns: sql`
      w.id, to_char(w.period_start at time zone 'UTC', 'YYYY-MM') as title, w.status, w.amount_owed_cents as amount_cents, w.currency,
      w.due_at as since`,
  },
  payouts_to_send: payoutsIn('pending'),
  payouts_to_confirm: payoutsIn('in_transit'),
  seller_payouts_to_send: {
    from: SELLER_PAYOUTS,
    stretches: (environment) => [
      sql`${environment === 'live'} and status = 'pending' and transfer_state is null and not is_frozen and hold is distinct from 'disputed'`,
    ],
    by: null,
    id: sql`id`,
    columns: sql`w.id, w.email as title, coalesce(w.hold, w.status) as status, w.amount_cents, w.currency, w.created_at as since`,
  },
  refused_payouts: {
    from: SELLER_PAYOUTS,
    stretches: (environment, now) => [
      sql`${environment === 'live'} and status = 'pending' and transfer_state = 'refused'`,
      sql`${environment === 'live'} and status = 'pending' and transfer_state in ('queued', 'sending') and not is_frozen
        and created_at <= ${addSeconds(now, -WAITING_PAYOUT_SECONDS)}`,
      sql`${environment === 'live'} and status = 'paid' and bank_failed_at is not null`,
    ],
    by: null,
    id: sql`id`,
    columns: sql`
      w.id, w.email as title, coalesce(w.bank_failure, w.transfer_error, w.transfer_state) as status, w.amount_cents, w.currency,
      coalesce(w.bank_failed_at, w.created_at) as since`,
  },
  disputed_payments: {
    from: sql`(
      select d.*, coalesce(o.domain_unicode, d.provider_ref) as name from disputes d left join orders o on o.id = d.order_id
      where d.response is null
    ) y`,
    stretches: (environment) => [sql`environment = ${environment} and status = 'needs_response'`],
    by: sql`respond_by`,
    mayLackTime: true,
    id: sql`id`,
    columns: sql`
      w.id, w.name as title, w.status, w.amount_cents, w.currency, coalesce(w.respond_by, w.opened_at) as since, w.provider as processor`,
  },
  stuck_payments: {
    from: sql`(
      select y.*, s.partner_id, s.environment, s.domain_unicode from payments y join checkout_sessions s on s.id = y.session_id
    ) y`,
    stretches: (environment, now) => [
      sql`environment = ${environment} and status in ('started', 'requires_action')
        and created_at <= ${addSeconds(now, -STUCK_PAYMENT_SECONDS)} and lock_until <= ${now}`,
    ],
    by: sql`created_at`,
    id: sql`id`,
    columns: sql`w.id, w.domain_unicode as title, w.status, w.amount_cents, w.currency, w.created_at as since`,
  },
  failing_refunds: {
    from: sql`buyer_refunds`,
    stretches: (environment) => [sql`environment = ${environment} and status = 'pending' and failures > 0`],
    by: sql`created_at`,
    id: sql`subject`,
    columns: sql`
      w.subject as id, coalesce(w.last_error, 'The processor gave no reason.') as title, w.status, w.amount_cents, w.currency,
      w.created_at as since`,
  },
}
