// SQL of checkout sessions.
import { type Db, sql, type Tx } from '../../../db/sql.ts'
import type { CheckoutProduct } from '../../../kernel/contracts/checkout-products.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Environment, Owner } from '../../../kernel/owner.ts'
import type { SessionStatus } from '../rules/sessions.ts'

/** Stored as the API shows it. Company and VAT ID only where the checkout asked for them. */
export type Buyer = {
  email: string
  name: string | null
  country: string | null
  company?: string
  vat_id?: string
}

export type Session = {
  id: Id<'checkoutSession'>
  partnerId: Id<'partner'>
  environment: Environment
  /** Null for a purchase that no listing stands for. */
  listingId: Id<'listing'> | null
  product: CheckoutProduct | null
  purchaseId: Id<'purchase'> | null
  /** The accepted offer whose price the session has. */
  offerId: Id<'offer'> | null
  domain: string
  domainUnicode: string
  status: SessionStatus
  priceCents: number
  currency: string
  buyer: Buyer | null
  returnUrl: string
  cancelUrl: string
  linkId: string | null
  /** The referral link that the buyer's browser remembers. */
  visitorCode: string | null
  /** The account that the buyer was signed in with when they paid. */
  buyerUserId: string | null
  metadata: Record<string, unknown> | null
  attempts: number
  paymentId: string | null
  lastError: string | null
  orderId: Id<'order'> | null
  createdAt: Date
  updatedAt: Date
  expiresAt: Date
}

/**
 * A session with what its partner and its listing are now. A purchase without a listing keeps its price, and is always for sale. A
 * session of an offer keeps the agreed price.
 */
export type SessionInContext = Session & {
  partnerName: string
  partnerSuspended: boolean
  commissionBps: number
  /** How far the partner's sandbox clock runs ahead; 0 for live sessions. */
  offsetSeconds: number
  listingStatus: 'listed' | 'sold' | 'withdrawn'
  listingPriceCents: number
  listingCurrency: string
  /** The listing is a person's, not the marketplace's own. */
  isForOwner: boolean
  /** Of the order, once there is one: its rate was frozen with it. */
  orderCommissionCents: number | null
  /** Until when the payment under way holds the domain, on real time; null when it does not hold it. */
  heldUntil: Date | null
  /** Whether the payment under way has held the domain at all. */
  wasHeld: boolean
}

const inContext = sql`
  select s.*, p.name as partner_name, p.suspended_at is not null as partner_suspended, p.commission_bps,
         clock_offset(s.environment, p.sandbox_offset_seconds) as offset_seconds,
         coalesce(l.status, 'listed') as listing_status,
         case when s.offer_id is null then coalesce(l.price_cents, s.price_cents) else s.price_cents end as listing_price_cents,
         case when s.offer_id is null then coalesce(l.currency, s.currency) else s.currency end as listing_currency,
         l.seller_id is not null as is_for_owner, o.commission_cents as order_commission_cents,
         case when l.reserved_by = s.id then h.held_until end as held_until, h.held_at is not null as was_held
  from checkout_sessions s join partners p on p.id = s.partner_id left join listings l on l.id = s.listing_id
       left join orders o on o.id = s.order_id left join payment_holds h on h.payment_id = s.payment_id`

export const findSession = (db: Db, id: string): Promise<SessionInContext | undefined> =>
  db.one<SessionInContext>(sql`${inContext} where s.id = ${id}`)

export const findOwnSession = (db: Db, owner: Owner, id: string): Promise<SessionInContext | undefined> =>
  db.one<SessionInContext>(sql`
    ${inContext} where s.id = ${id} and s.partner_id = ${owner.partnerId} and s.environment = ${owner.environment}`)

/** Called by service/lock.ts only, which keeps the order of locks. */
export const lockSessionRow = (tx: Tx, id: string): Promise<SessionInContext | undefined> =>
  tx.one<SessionInContext>(sql`${inContext} where s.id = ${id} for update of s`)

export async function insertSession(tx: Tx, session: Session): Promise<void> {
  await tx.run(sql`
    insert into checkout_sessions (id, partner_id, environment, listing_id, domain, domain_unicode, status, price_cents,
                                   currency, buyer, return_url, cancel_url, link_id, metadata, product, purchase_id, offer_id,
                                   buyer_user_id, created_at, updated_at, expires_at)
    values (${session.id}, ${session.partnerId}, ${session.environment}, ${session.listingId}, ${session.domain},
            ${session.domainUnicode}, ${session.status}, ${session.priceCents}, ${session.currency},
            ${session.buyer === null ? null : JSON.stringify(session.buyer)}, ${session.returnUrl}, ${session.cancelUrl},
            ${session.linkId}, ${session.metadata === null ? null : JSON.stringify(session.metadata)}::jsonb,
            ${session.product}, ${session.purchaseId}, ${session.offerId}, ${session.buyerUserId}, ${session.createdAt}, ${session.updatedAt}, ${session.expiresAt})`)
}

export type SessionChange = {
  status: SessionStatus
  at: Date
  paymentId?: string | null
  orderId?: string | null
  lastError?: string | null
  attempts?: number
  priceCents?: number
  currency?: string
  buyer?: Buyer | null
  visitorCode?: string | null
  buyerUserId?: string | null
}

/**
 * What is not given stays, but the payment: it is at work only while the change says so. A buyer who is not signed in is given as
 * null: the account of an earlier attempt must not get what someone else pays for.
 */
export async function changeSession(tx: Tx, id: string, change: SessionChange): Promise<void> {
  await tx.run(sql`
    update checkout_sessions set
      status = ${change.status}, updated_at = ${change.at}, payment_id = ${change.paymentId ?? null},
      order_id = coalesce(${change.orderId ?? null}, order_id),
      last_error = ${change.lastError ?? null},
      attempts = coalesce(${change.attempts ?? null}, attempts),
      price_cents = coalesce(${change.priceCents ?? null}, price_cents),
      currency = coalesce(${change.currency ?? null}, currency),
      visitor_code = coalesce(${change.visitorCode ?? null}, visitor_code),
      buyer_user_id = case when ${change.buyerUserId === undefined} then buyer_user_id else ${change.buyerUserId ?? null} end,
      buyer = coalesce(${change.buyer ? JSON.stringify(change.buyer) : null}::json, buyer)
    where id = ${id}`)
}

export type EndedSession = Pick<
  Session,
  | 'id'
  | 'partnerId'
  | 'environment'
  | 'domain'
  | 'status'
  | 'priceCents'
  | 'currency'
  | 'linkId'
  | 'metadata'
  | 'orderId'
  | 'expiresAt'
> & { commissionCents: number }

type Settled = Session & { commissionBps: number }

/** Notes what time and sales have done to open sessions, of one owner or of all. `real` is real time. */
export const settleOpenSessions = (tx: Tx, owner: Owner | null, real: Date, limit: number): Promise<Settled[]> =>
  tx.many<Settled>(sql`
    with due as (
      select s.id, p.commission_bps, n.now,
             s.expires_at <= n.now as expired
      from checkout_sessions s join partners p on p.id = s.partner_id left join listings l on l.id = s.listing_id,
           lateral (select ${real}::timestamptz
             + make_interval(secs => clock_offset(s.environment, p.sandbox_offset_seconds)) as now) n
      where s.status = 'open' and (s.expires_at <= n.now or l.status <> 'listed')
        and (${owner?.partnerId ?? null}::text is null or
             (s.partner_id = ${owner?.partnerId ?? null} and s.environment = ${owner?.environment ?? null}))
      limit ${limit} for update of s skip locked
    )
    update checkout_sessions s set status = case when due.expired then 'expired' else 'unavailable' end, updated_at = due.now
    from due where s.id = due.id and s.status = 'open'
    returning s.*, due.commission_bps`)

/**
 * Sessions that visitors of the marketplace's own pages began, with the house as seller, and nobody paid in. A referral link's stay:
 * its statistics count them.
 */
export const purgeSessions = (db: Db, house: string, before: Date, limit: number): Promise<number> =>
  db.run(sql`
    delete from checkout_sessions where id in (
      select s.id from checkout_sessions s
      where s.status in ('expired', 'cancelled', 'unavailable') and s.link_id is null and s.updated_at < ${before}
        and s.partner_id = ${house}
        and not exists (select from payments p where p.session_id = s.id)
      order by s.updated_at limit ${limit} for update skip locked)`)

/** Links belong to referrals; that there is one in this environment is all that a session needs to know. */
export const linkExists = async (db: Db, environment: Environment, id: string): Promise<boolean> =>
  (await db.run(sql`select from referral_links where id = ${id} and environment = ${environment}`)) > 0

/** Of the sessions that led to these orders, and of those that the person began while signed in. */
export async function pseudonymizeBuyer(
  tx: Tx,
  { userId, orderIds, pseudonym }: { userId: string; orderIds: readonly string[]; pseudonym: string },
): Promise<void> {
  await tx.run(sql`
    update checkout_sessions s set buyer_user_id = null,
      buyer = json_build_object('email', ${pseudonym}::text, 'name', null, 'country', s.buyer -> 'country')
    where s.buyer is not null and (s.buyer_user_id = ${userId} or s.order_id = any(${orderIds})
      or s.purchase_id in (select id from domain_purchases where user_id = ${userId}))`)
}

/** The offer whose price was paid. */
export async function settleOffer(tx: Tx, offerId: string, orderId: string, at: Date): Promise<void> {
  await tx.run(sql`select settle_offer(${offerId}, ${orderId}, ${at})`)
}

/** Of a sandbox that is reset, with the payments and their holds. */
export async function clearSessions(tx: Tx, { partnerId, environment }: Owner): Promise<void> {
  const sessions = sql`select id from checkout_sessions where partner_id = ${partnerId} and environment = ${environment}`
  const payments = sql`select id from payments where session_id in (${sessions})`
  await tx.run(sql`delete from payment_holds where payment_id in (${payments})`)
  await tx.run(sql`delete from sandbox_charges where payment_id in (${payments})`)
  await tx.run(sql`delete from payments where session_id in (${sessions})`)
  await tx.run(sql`delete from checkout_sessions where partner_id = ${partnerId} and environment = ${environment}`)
}
