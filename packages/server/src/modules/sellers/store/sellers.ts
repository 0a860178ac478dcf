// SQL of sellers: the account as a seller, and how much it sells.
// Writes fire the triggers of modules/changes/note-change.sql, which write record_changes.
import { afterLast, inOrder, type Keyset } from '../../../db/keyset.ts'
import { type Db, joinConditions, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Counted } from '../rules/listings.ts'
import type { DestinationKind } from '../rules/payouts.ts'

export type Seller = {
  userId: Id<'user'>
  frozenAt: Date | null
  frozenReason: string | null
  destinationKind: DestinationKind | null
  destinationSealed: string | null
  destinationHint: string | null
  destinationAt: Date | null
  /** At Stripe. */
  destinationAccount: string | null
  destinationReady: boolean
  createdAt: Date
}

const NO_DESTINATION = {
  destinationKind: null,
  destinationSealed: null,
  destinationHint: null,
  destinationAt: null,
  destinationAccount: null,
  destinationReady: true,
} as const

/**
 * The seller, made on first use, and held until the end of the transaction: one change of a seller's listings at a time. Sales outlive
 * the account: after its deletion, the ID is locked and the seller is empty.
 */
export async function lockSeller(tx: Tx, userId: string, now: Date): Promise<Seller> {
  const lock = () => tx.one<Seller>(sql`select * from sellers where user_id = ${userId} for update`)
  const known = await lock()
  if (known) return known
  await tx.run(sql`
    insert into sellers (user_id, created_at) select id, ${now} from users where id = ${userId} for key share
    on conflict do nothing`)
  const made = await lock()
  if (made) return made
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`seller ${userId}`}, 0))`)
  return { userId: userId as Id<'user'>, frozenAt: null, frozenReason: null, ...NO_DESTINATION, createdAt: now }
}

export const findSeller = (db: Db, userId: string): Promise<Seller | undefined> =>
  db.one<Seller>(sql`select * from sellers where user_id = ${userId}`)

export const isFrozen = async (db: Db, userId: string): Promise<boolean> =>
  (await db.one(sql`select 1 as one from sellers where user_id = ${userId} and frozen_at is not null`)) !== undefined

/** As `isFrozen`; nobody freezes the seller before the end of the transaction. */
export const lockFrozen = async (tx: Tx, userId: string): Promise<boolean> =>
  (await tx.one<{ frozenAt: Date | null }>(sql`select frozen_at from sellers where user_id = ${userId} for share`))
    ?.frozenAt instanceof Date

export async function countListings(db: Db, userId: string): Promise<Counted> {
  const row = await db.one<Counted>(sql`
    select (select count(*)::int from listings where seller_id = ${userId} and status = 'listed') as listed,
           (select count(*)::int from listing_proofs where seller_id = ${userId} and state = 'pending') as pending`)
  return row!
}

export async function isOwner(tx: Tx, userId: string, domain: string): Promise<boolean> {
  const row = await tx.one(sql`
    select 1 as one from owned_domains where domain = ${domain} and owner_id = ${userId} for share`)
  return row !== undefined
}

/** Whether the domain came to somebody else since then: to another account here, or to a buyer of a partner. */
export async function wasAcquired(tx: Tx, userId: string, domain: string, since: Date): Promise<boolean> {
  const row = await tx.one(sql`
    select 1 as one from owned_domains
    where domain = ${domain} and owner_id is distinct from ${userId} and acquired_at > ${since}
    union all
    select 1 from orders
    where domain = ${domain} and environment = 'live' and transfer_completed_at > ${since}
      and not exists (select from owned_domains where domain = ${domain} and owner_id = ${userId})
    limit 1`)
  return row !== undefined
}

/** Those of the sold listings whose sale was delivered. */
export const findDelivered = async (tx: Tx, listingIds: readonly string[]): Promise<string[]> => {
  const rows = await tx.many<{ listingId: string }>(sql`
    select listing_id from orders
    where listing_id = any(${listingIds}) and exclusive and not is_reversed(status)
      and is_delivered(status)`)
  return rows.map(({ listingId }) => listingId)
}

/** The address that messages to an account go to; null if it is not confirmed, or the account is gone. */
export const findAddress = async (db: Db, userId: string): Promise<string | null> =>
  (
    await db.one<{ email: string }>(
      sql`select email from users where id = ${userId} and email_confirmed_at is not null`,
    )
  )?.email ?? null

export async function saveDestination(
  tx: Tx,
  userId: string,
  destination: { kind: 'manual'; sealed: string; hint: string },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update sellers set destination_kind = ${destination.kind}, destination_sealed = ${destination.sealed},
      destination_hint = ${destination.hint}, destination_at = ${now}, destination_account = null, destination_ready = true
    where user_id = ${userId}`)
}

/** The time is that of the choice, so later reports about the account keep it. */
export async function saveAccountDestination(
  tx: Tx,
  userId: string,
  { ref, hint, isReady, at }: { ref: string; hint: string; isReady: boolean; at: Date },
): Promise<void> {
  await tx.run(sql`
    update sellers set destination_kind = 'stripe_connect', destination_sealed = null, destination_account = ${ref},
      destination_hint = ${hint}, destination_ready = ${isReady}, destination_at = ${at}
    where user_id = ${userId}`)
}

/** Null: not frozen any more. */
export async function saveFrozen(tx: Tx, userId: string, frozen: { at: Date; reason: string } | null): Promise<void> {
  await tx.run(sql`
    update sellers set frozen_at = ${frozen?.at ?? null}, frozen_reason = ${frozen?.reason ?? null} where user_id = ${userId}`)
}

/** A seller as operators see it. */
export type ListedSeller = Seller & { email: string; listed: number; pending: number; sales: number }

const listed = sql`
  select s.*, u.email,
         (select count(*)::int from listings l where l.seller_id = s.user_id and l.status = 'listed') as listed,
         (select count(*)::int from listing_proofs p where p.seller_id = s.user_id and p.state = 'pending') as pending,
         (select count(*)::int from seller_sales x where x.seller_id = s.user_id and x.state <> 'reversed') as sales
  from sellers s join users u on u.id = s.user_id`

export const findListedSeller = (db: Db, userId: string): Promise<ListedSeller | undefined> =>
  db.one<ListedSeller>(sql`${listed} where s.user_id = ${userId}`)

export type SellerFilter = {
  email: string | undefined
  isFrozen: boolean | undefined
  from: Date | undefined
  to: Date | undefined
}

const BY_AGE = { created: null }

export const listSellers = (
  db: Db,
  { email, isFrozen, from, to }: SellerFilter,
  keyset: Keyset<'created'>,
  limit: number,
): Promise<ListedSeller[]> =>
  db.many<ListedSeller>(sql`
    ${listed}
    where ${joinConditions([
      sql`true`,
      email !== undefined && sql`u.email = ${email}`,
      isFrozen !== undefined && sql`(s.frozen_at is not null) = ${isFrozen}`,
      from !== undefined && sql`s.created_at >= ${from}`,
      to !== undefined && sql`s.created_at < ${to}`,
      afterLast(keyset, BY_AGE, sql`s.user_id`),
    ])}
    order by ${inOrder(keyset, BY_AGE, sql`s.user_id`)} limit ${limit}`)

/** Whether money is still owed to the account, or one of its sales is not delivered. */
export async function hasOpenMoney(db: Db, userId: string): Promise<boolean> {
  const row = await db.one<{ open: boolean }>(sql`
    select exists (select from seller_sales where seller_id = ${userId} and state in ('sold', 'delivered'))
      or exists (select from seller_payouts where seller_id = ${userId} and status = 'pending')
      or exists (select from ledger_entries where environment = 'live' and account = 'proceeds_payable' and subject = ${userId}
                 group by currency having sum(amount_cents) <> 0) as open`)
  return row?.open ?? false
}
