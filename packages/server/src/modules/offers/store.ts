// SQL of offers and of their history. settle-offer.sql notes a payment.
// Writes fire the triggers of modules/changes/note-change.sql, which write record_changes.
import { afterLast, inOrder, type Keyset } from '../../db/keyset.ts'
import { type Db, joinConditions, type Sql, sql, type Tx } from '../../db/sql.ts'
import type { Id } from '../../kernel/ids.ts'
import type { OfferClosedReason, OfferCounts, OfferMoveName, OfferMover, OfferSide, OfferStatus } from './rules.ts'

export type Offer = {
  id: Id<'offer'>
  listingId: Id<'listing'>
  domain: string
  domainUnicode: string
  buyerId: Id<'user'>
  /** Null: the marketplace's own domain. */
  sellerId: Id<'user'> | null
  amountCents: number
  currency: string
  status: OfferStatus
  closedReason: OfferClosedReason | null
  /** When the service compares the amount with the floor; null: it does not, or has done it. */
  decideAt: Date | null
  expiresAt: Date
  sessionId: Id<'checkoutSession'> | null
  orderId: Id<'order'> | null
  createdAt: Date
  updatedAt: Date
}

export type OfferMove = {
  offerId: Id<'offer'>
  number: number
  side: OfferMover
  action: OfferMoveName
  amountCents: number | null
  message: string | null
  automatic: boolean
  at: Date
}

const IN_PROGRESS = sql`status in ('open', 'countered_by_seller', 'countered_by_buyer', 'accepted')`

/** The buyer, held until the end of the transaction: one new offer of an account at a time. Undefined: the account is gone. */
export const lockBuyer = (tx: Tx, userId: string): Promise<{ email: string } | undefined> =>
  tx.one(sql`select email from users where id = ${userId} for no key update`)

export async function countOffers(tx: Tx, buyerId: string, domain: string, since: Date): Promise<OfferCounts> {
  const row = await tx.one<OfferCounts>(sql`
    select count(*) filter (where ${IN_PROGRESS})::int as open,
           count(*) filter (where domain = ${domain} and created_at > ${since})::int as for_domain
    from offers where buyer_id = ${buyerId}`)
  return row!
}

/** How many amounts the buyer of an offer has named for its domain, in all offers. */
export const countAmounts = async (tx: Tx, { buyerId, domain }: Offer, since: Date): Promise<number> =>
  (await tx.one<{ n: number }>(sql`
    select count(*)::int as n from offers o join offer_moves m on m.offer_id = o.id
    where o.buyer_id = ${buyerId} and o.domain = ${domain} and m.side = 'buyer' and m.action in ('make', 'counter')
      and m.at > ${since}`))!.n

/** Whether the service accepted an offer for a listing that is not paid: the floor has shown itself once. */
export const hasUnpaidAcceptance = async (tx: Tx, listingId: string, since: Date): Promise<boolean> =>
  (await tx.one(sql`
    select 1 as one from offers o join offer_moves m on m.offer_id = o.id
    where o.listing_id = ${listingId} and o.status <> 'paid' and m.action = 'accept' and m.automatic and m.at > ${since}
    limit 1`)) !== undefined

export async function insertOffer(tx: Tx, offer: Offer): Promise<void> {
  await tx.run(sql`
    insert into offers (id, listing_id, domain, domain_unicode, buyer_id, seller_id, amount_cents, currency, status, decide_at,
                        expires_at, created_at, updated_at)
    values (${offer.id}, ${offer.listingId}, ${offer.domain}, ${offer.domainUnicode}, ${offer.buyerId}, ${offer.sellerId},
            ${offer.amountCents}, ${offer.currency}, ${offer.status}, ${offer.decideAt}, ${offer.expiresAt}, ${offer.createdAt},
            ${offer.updatedAt})`)
}

export async function saveOffer(tx: Tx, offer: Offer): Promise<void> {
  await tx.run(sql`
    update offers set amount_cents = ${offer.amountCents}, status = ${offer.status}, closed_reason = ${offer.closedReason},
      decide_at = ${offer.decideAt}, expires_at = ${offer.expiresAt}, session_id = ${offer.sessionId}, updated_at = ${offer.updatedAt}
    where id = ${offer.id}`)
}

/** Without a trace in the offer itself: nobody can tell that the floor was looked at. */
export async function setDecision(tx: Tx, id: string, at: Date | null): Promise<void> {
  await tx.run(sql`update offers set decide_at = ${at} where id = ${id}`)
}

export const findOffer = (db: Db, id: string): Promise<Offer | undefined> =>
  db.one<Offer>(sql`select * from offers where id = ${id}`)

/** The caller has locked the listing: the listing comes before its offers, always. */
export const lockOffer = (tx: Tx, id: string): Promise<Offer | undefined> =>
  tx.one<Offer>(sql`select * from offers where id = ${id} for update`)

/** The accepted offer of a listing that the caller has locked. */
export const lockAccepted = (tx: Tx, listingId: string): Promise<Offer | undefined> =>
  tx.one<Offer>(sql`select * from offers where listing_id = ${listingId} and status = 'accepted' for update`)

/** The offer at whose agreed price a domain is reserved for the buyer. */
export const findAcceptedOffer = (db: Db, buyerId: string, domain: string): Promise<Offer | undefined> =>
  db.one<Offer>(sql`select * from offers where buyer_id = ${buyerId} and domain = ${domain} and status = 'accepted'`)

/** The caller has locked the offer, or has just made it. */
export async function insertMove(tx: Tx, move: Omit<OfferMove, 'number'>): Promise<void> {
  await tx.run(sql`
    insert into offer_moves (offer_id, number, side, action, amount_cents, message, automatic, at)
    select ${move.offerId}, coalesce(max(number), 0) + 1, ${move.side}, ${move.action}, ${move.amountCents}::bigint,
           ${move.message}::text, ${move.automatic}::boolean, ${move.at}::timestamptz
    from offer_moves where offer_id = ${move.offerId}`)
}

export const listMoves = (db: Db, offerId: string): Promise<OfferMove[]> =>
  db.many<OfferMove>(sql`select * from offer_moves where offer_id = ${offerId} order by number`)

/** What a side offered or asked for last; null if it has not named an amount. */
export const findLastAmount = async (tx: Tx, offerId: string, side: OfferSide): Promise<number | null> =>
  (
    await tx.one<{ amountCents: number }>(sql`
      select amount_cents from offer_moves where offer_id = ${offerId} and side = ${side} and amount_cents is not null
      order by number desc limit 1`)
  )?.amountCents ?? null

export const countMoves = async (db: Db, offerId: string): Promise<number> =>
  (await db.one<{ n: number }>(sql`select count(*)::int as n from offer_moves where offer_id = ${offerId}`))?.n ?? 0

// ---------------------------------------------------------------- lists

/** Of a buyer, of a seller, of the marketplace's own domains, or of everybody. */
export type OfferOwner =
  | { side: 'buyer'; userId: string }
  | { side: 'seller'; userId: string }
  | { side: 'marketplace' }
  | { side: 'all' }

const ownedBy = (owner: OfferOwner): Sql | false => {
  if (owner.side === 'buyer') return sql`buyer_id = ${owner.userId}`
  if (owner.side === 'seller') return sql`seller_id = ${owner.userId}`
  return owner.side === 'marketplace' && sql`seller_id is null`
}

export type OfferFilter = {
  owner: OfferOwner
  statuses: readonly OfferStatus[] | undefined
  domain: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

const BY_AGE = { created: null }

export const listOffers = (
  db: Db,
  { owner, statuses, domain, from, to }: OfferFilter,
  keyset: Keyset<'created'>,
  limit: number,
): Promise<Offer[]> =>
  db.many<Offer>(sql`
    select * from offers
    where ${joinConditions([
      sql`true`,
      ownedBy(owner),
      statuses !== undefined && sql`status = any(${statuses})`,
      domain !== undefined && sql`domain = ${domain}`,
      from !== undefined && sql`created_at >= ${from}`,
      to !== undefined && sql`created_at < ${to}`,
      afterLast(keyset, BY_AGE, sql`id`),
    ])}
    order by ${inOrder(keyset, BY_AGE, sql`id`)} limit ${limit}`)

/** Everything that a person offered, or was offered, with the history. */
export async function exportOffers(db: Db, userId: string): Promise<(Offer & { moves: OfferMove[] })[]> {
  const offers = await db.many<Offer>(
    sql`select * from offers where buyer_id = ${userId} or seller_id = ${userId} order by id`,
  )
  const moves = await db.many<OfferMove>(sql`
    select * from offer_moves where offer_id = any(${offers.map(({ id }) => id)}) order by offer_id, number`)
  return offers.map((offer) => ({ ...offer, moves: moves.filter(({ offerId }) => offerId === offer.id) }))
}

// ---------------------------------------------------------------- jobs

/** Offers that the floor decides about now. */
export const listToDecide = (db: Db, now: Date, limit: number): Promise<{ id: Id<'offer'> }[]> =>
  db.many(sql`select id from offers where decide_at <= ${now} order by decide_at, id limit ${limit}`)

/** Offers whose time is over, after the last one seen. An accepted offer waits for the end of its reservation. */
export const listExpired = (db: Db, now: Date, after: string, limit: number): Promise<{ id: Id<'offer'> }[]> =>
  db.many(sql`
    select id from offers where ${IN_PROGRESS} and expires_at <= ${now} and id > ${after} order by id limit ${limit}`)

/** Offers for listings that are off the market, or priced in another currency. */
export const listStranded = (db: Db, after: string, limit: number): Promise<{ id: Id<'offer'> }[]> =>
  db.many(sql`
    select o.id from offers o join listings l on l.id = o.listing_id
    where o.status in ('open', 'countered_by_seller', 'countered_by_buyer') and o.id > ${after}
      and (l.status <> 'listed' or l.currency <> o.currency)
    order by o.id limit ${limit}`)

/** The buyer of the offer bought the domain at its price, signed in or with the account's confirmed address. */
export const hasBought = async (tx: Tx, { listingId, buyerId }: Offer): Promise<boolean> =>
  (await tx.one(sql`
    select 1 as one from orders o join purchases p on p.order_id = o.id join users u on u.id = ${buyerId}
    where o.listing_id = ${listingId} and not is_reversed(o.status)
      and (p.account_id = u.id or (p.account_id is null and u.email_confirmed_at is not null and p.buyer_email = u.email))
    limit 1`)) !== undefined

// ---------------------------------------------------------------- privacy

export const listInProgress = (tx: Tx, buyerId: string): Promise<{ id: Id<'offer'> }[]> =>
  tx.many(sql`select id from offers where buyer_id = ${buyerId} and ${IN_PROGRESS} order by id`)

/** A domain of the seller that is reserved for a buyer at an agreed price. */
export const hasAcceptedOffers = async (db: Db, sellerId: string): Promise<boolean> =>
  (await db.one(sql`select 1 as one from offers where seller_id = ${sellerId} and status = 'accepted' limit 1`)) !==
  undefined

/** What the person wrote. The offers stay, with an ID that no account has. */
export async function forgetMessages(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`
    update offer_moves m set message = null from offers o
    where m.offer_id = o.id and m.message is not null
      and ((o.buyer_id = ${userId} and m.side = 'buyer') or (o.seller_id = ${userId} and m.side = 'seller'))`)
}
