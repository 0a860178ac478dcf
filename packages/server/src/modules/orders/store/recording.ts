// SQL of recording a sale.
import { type Db, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Owner } from '../../../kernel/owner.ts'
import type { SaleTerms } from '../rules.ts'
import type { Move } from './order.ts'

export type Recording = {
  owner: Owner
  key: string
  fingerprint: Buffer
  orderId: Id<'order'>
  eventIds: string[]
  deliveryIds: string[]
  now: Date
  real: Date
  quoteId: string | null
  domain: string | null
  expectedPriceCents: number | null
  currency: string | null
  externalPaymentRef: string
  buyer: object | null
  returnUrl: string | null
  cancelUrl: string | null
}

export const recordOrder = (
  db: Db,
  r: Recording,
): Promise<{ replayed: boolean; status: number; body: string } | undefined> =>
  db.one(sql`
    select replayed, status, body from record_order(
      ${r.owner.partnerId}, ${r.owner.environment}, ${r.key}, ${r.fingerprint}, ${r.orderId}, ${r.eventIds}, ${r.deliveryIds},
      ${r.now}, ${r.real}, ${r.quoteId}, ${r.domain}, ${r.expectedPriceCents}, ${r.currency}, ${r.externalPaymentRef},
      ${r.buyer === null ? null : JSON.stringify(r.buyer)}, ${r.returnUrl}, ${r.cancelUrl})`)

export type PaidOrder = {
  id: Id<'order'>
  owner: Owner
  listing: { id: string; domain: string; domainUnicode: string; magic: string | null }
  terms: SaleTerms
  checkoutSessionId: string | null
  buyer: object | null
  returnUrl: string | null
  cancelUrl: string | null
  at: Date
}

/** A sale that the service collected. Returns whether it waits for a manual review. */
export async function insertPaidOrder(tx: Tx, { id, owner, listing, terms, ...sale }: PaidOrder): Promise<boolean> {
  const buyer = sale.buyer === null ? null : JSON.stringify(sale.buyer)
  const row = await tx.one<{ held: boolean }>(sql`
    insert into orders (
      id, partner_id, environment, listing_id, exclusive, magic, domain, domain_unicode, payment_model, status,
      sale_price_cents, currency, commission_bps, commission_cents, amount_owed_cents, quote_id, checkout_session_id, buyer,
      return_url, cancel_url, created_at, updated_at)
    values (
      ${id}, ${owner.partnerId}, ${owner.environment}, ${listing.id}, ${listing.magic === null}, ${listing.magic},
      ${listing.domain}, ${listing.domainUnicode}, 'service_collected',
      case when is_held(${terms.priceCents}, ${listing.magic}, ${buyer}::json) then 'MANUAL_REVIEW' else 'PAID' end,
      ${terms.priceCents}, ${terms.currency}, ${terms.commissionBps}, ${terms.commissionCents}, 0, ${terms.quoteId},
      ${sale.checkoutSessionId}, ${buyer}::json, ${sale.returnUrl}, ${sale.cancelUrl}, ${sale.at}, ${sale.at})
    returning status = 'MANUAL_REVIEW' as held`)
  return row?.held ?? false
}

export type TimelineLine = Pick<Move, 'status' | 'event' | 'eventId' | 'actor' | 'message'>

export async function insertTimeline(tx: Tx, orderId: string, lines: readonly TimelineLine[], at: Date): Promise<void> {
  await tx.run(sql`
    insert into order_timeline (order_id, line, at, status, event, event_id, actor, message)
    select ${orderId}, t.line, ${at}, t.status, t.event, t."eventId", t.actor, t.message
    from jsonb_to_recordset(${JSON.stringify(lines.map((line, index) => ({ line: index + 1, ...line })))}::jsonb)
      as t(line integer, status text, event text, "eventId" text, actor text, message text)`)
}
