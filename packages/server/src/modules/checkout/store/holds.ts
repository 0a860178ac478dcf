// SQL of the holds that payments put on domains, and of what a hold pushed aside.
import { type Db, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Environment } from '../../../kernel/owner.ts'
import type { HoldCounts, PaymentStatus } from '../rules/sessions.ts'

export type Claimed = {
  paymentId: string
  sessionId: string
  listingId: string
  partnerId: string
  environment: Environment
  /** A keyed digest, never the address itself. */
  network: string | null
  accountId: string | null
  claimedAt: Date
}

export type Hold = Claimed & { heldAt: Date | null; heldUntil: Date | null; endedAt: Date | null; paid: boolean }

export async function insertClaim(tx: Tx, claim: Claimed): Promise<void> {
  await tx.run(sql`
    insert into payment_holds (payment_id, session_id, listing_id, partner_id, environment, network, account_id, claimed_at)
    values (${claim.paymentId}, ${claim.sessionId}, ${claim.listingId}, ${claim.partnerId}, ${claim.environment},
            ${claim.network}, ${claim.accountId}, ${claim.claimedAt})`)
}

export const findClaim = (tx: Tx, paymentId: string): Promise<Hold | undefined> =>
  tx.one<Hold>(sql`select * from payment_holds where payment_id = ${paymentId}`)

/**
 * Holds of one network, and of one account, are taken one after another, so that the counts below are true. The caller has the
 * listing's lock already and takes no other lock after these.
 */
export async function serializeHolds(tx: Tx, { environment, network, accountId }: Claimed): Promise<void> {
  const keys = [
    network && `holds network ${environment} ${network}`,
    accountId && `holds account ${environment} ${accountId}`,
  ]
  for (const key of keys) if (key) await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
}

export async function countHolds(tx: Tx, claim: Claimed, real: Date, since: Date): Promise<HoldCounts> {
  const { environment, network, accountId, listingId } = claim
  const inForce = sql`environment = ${environment} and held_at is not null and ended_at is null and held_until > ${real}`
  const row = await tx.one<HoldCounts>(sql`
    select (select count(*) from payment_holds where network = ${network} and ${inForce}) as of_network,
           (select count(*) from payment_holds where account_id = ${accountId} and ${inForce}) as of_account,
           count(*) filter (where network = ${network}) as of_network_on_domain,
           count(*) filter (where account_id = ${accountId}) as of_account_on_domain,
           count(*) filter (where not paid and (ended_at is not null or held_until <= ${real})) as unpaid_on_domain
    from payment_holds where listing_id = ${listingId} and held_at > ${since}`)
  return row as HoldCounts
}

/** A payment takes one hold in its life: a notice that comes twice does not make it longer. */
export async function markHeld(tx: Tx, paymentId: string, at: Date, until: Date): Promise<void> {
  await tx.run(sql`
    update payment_holds set held_at = ${at}, held_until = ${until} where payment_id = ${paymentId} and held_at is null`)
}

export async function markEnded(tx: Tx, paymentId: string, at: Date, paid: boolean): Promise<void> {
  await tx.run(sql`
    update payment_holds set ended_at = coalesce(ended_at, ${at}), paid = paid or ${paid} where payment_id = ${paymentId}`)
}

export type Holder = {
  sessionId: string
  partnerId: Id<'partner'>
  status: PaymentStatus
  heldUntil: Date | null
  displacedQuote: string | null
  displacedUntil: Date | null
}

const holders = sql`
  select s.id as session_id, s.partner_id, p.status, h.held_until, p.displaced_quote, p.displaced_until
  from checkout_sessions s join payments p on p.id = s.payment_id left join payment_holds h on h.payment_id = p.id`

/** The payment under way of the session that holds a listing. */
export const findHolder = (db: Db, sessionId: string): Promise<Holder | undefined> =>
  db.one<Holder>(sql`${holders} where s.id = ${sessionId} and p.status in ('started', 'requires_action')`)

/** The latest hold that was taken over by this session, or by one before it, and is still within its time. */
export const findDisplaced = (tx: Tx, listingId: string, sessionId: string, real: Date): Promise<Holder | undefined> =>
  tx.one<Holder>(sql`
    ${holders}
    where h.listing_id = ${listingId} and h.session_id <> ${sessionId} and h.ended_at is null and h.held_until > ${real}
      and p.status in ('started', 'requires_action')
    order by h.held_at desc limit 1`)

export async function setDisplacedQuote(tx: Tx, paymentId: string, quoteId: string, until: Date): Promise<void> {
  await tx.run(sql`
    update payments set displaced_quote = ${quoteId}, displaced_until = ${until} where id = ${paymentId}`)
}

/** Payments whose hold is over while the listing is still reserved in their name, because of a quote beneath the hold. */
export const overdueHolds = (db: Db, real: Date, limit: number): Promise<{ paymentId: string }[]> =>
  db.many(sql`
    select h.payment_id from payment_holds h join listings l on l.id = h.listing_id
    where h.held_at is not null and h.ended_at is null and h.held_until <= ${real}
      and l.reserved_by = h.session_id and l.reserved_until > ${real}
    order by h.held_until limit ${limit}`)

export const purgeHolds = (db: Db, before: Date, limit: number): Promise<number> =>
  db.run(sql`
    delete from payment_holds where payment_id in (
      select payment_id from payment_holds where claimed_at <= ${before} order by claimed_at limit ${limit})`)
