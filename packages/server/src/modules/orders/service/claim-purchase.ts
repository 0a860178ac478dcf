// Whose a purchase is: the account that bought it, the account that claims it, or the account that confirms the buyer's address.
import type { Db, Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invariant } from '../../../kernel/errors.ts'
import type { Id } from '../../../kernel/ids.ts'
import { randomToken, tokenHash } from '../../../kernel/secret-box.ts'
import { emailSpellings, parseEmail } from '../../../kernel/text/email-address.ts'
import {
  buildAccountEvent,
  hashPassword,
  proveAddress,
  type SignInVisit,
  startSession,
  type User,
  type Visit,
} from '../../accounts/index.ts'
import { attachDomains } from '../../domains/index.ts'
import { CLAIM_PREFIX, claimEnd, joinClaimLink, splitClaimLink } from '../rules/purchases.ts'
import { isDelivered } from '../rules/statuses.ts'
import type { BuyerOrder } from '../store/claims.ts'
import * as store from '../store/claims.ts'
import { sendClaimLink, sendReceipt } from './notify-buyer.ts'
import { buildOrderSecret, parseOrderSecret } from './order-link.ts'

type Needed = Pick<Deps, 'secrets'>
type Proving = Pick<Deps, 'accountEvents' | 'audit' | 'secrets'>
type Claimant = { id: Id<'user'>; email: string }

/** An order from before addresses were checked may have text that is not one. */
const normalizeBuyer = (email: string): string => parseEmail(email) ?? email.trim().toLowerCase()

const newToken = (): string => randomToken(CLAIM_PREFIX, 24)

/**
 * The purchase of an order that was just paid, and its receipt. A buyer who is signed in with a confirmed address owns it; anyone
 * else gets a claim link. Nobody claims a sandbox order: its partner can read the messages, and could claim as any address.
 */
export async function openPurchase(
  deps: Needed,
  tx: Tx,
  paid: { orderId: Id<'order'>; buyerEmail: string; buyerUserId: string | null; isLive: boolean },
  now: Date,
): Promise<void> {
  const { orderId, buyerUserId, isLive } = paid
  const accountId = isLive && buyerUserId !== null ? await store.findConfirmedAccount(tx, buyerUserId) : null
  const token = isLive && accountId === null ? newToken() : null
  const link = token === null ? null : { hash: tokenHash(token), expiresAt: claimEnd(now) }
  const purchase = { orderId, buyerEmail: normalizeBuyer(paid.buyerEmail), accountId }
  await store.insertPurchase(
    tx,
    { ...purchase, claimHash: link?.hash ?? null, claimExpiresAt: link?.expiresAt ?? null },
    now,
  )
  const order = await store.findBuyerOrder(tx, orderId)
  invariant(order, 'the purchase was just written')
  await sendReceipt(deps, tx, order, token, now)
}

/**
 * The purchase of an order, locked: its owner cannot change until the transaction ends. Undefined for an order without a buyer of
 * ours. A process of the release before may have written the order without its purchase, which is then made here.
 */
export async function lockPurchase(tx: Tx, orderId: string, now: Date): Promise<BuyerOrder | undefined> {
  const found = await store.lockBuyerOrder(tx, orderId)
  if (found) return found
  const email = await store.findBuyerEmail(tx, orderId)
  if (email === null) return undefined
  const purchase = {
    orderId,
    buyerEmail: normalizeBuyer(email),
    accountId: null,
    claimHash: null,
    claimExpiresAt: null,
  }
  await store.insertPurchase(tx, purchase, now)
  return store.lockBuyerOrder(tx, orderId)
}

/** A new claim link, mailed to the buyer. The link before it stops working. */
export async function renewClaimLink(
  deps: Needed,
  tx: Tx,
  orderId: Id<'order'>,
  now: Date,
): Promise<{ order: BuyerOrder; path: string; expiresAt: Date }> {
  const order = await lockPurchase(tx, orderId, now)
  if (order?.environment !== 'live')
    throw new ApiError('conflict', {
      message: 'This order cannot be claimed. Only live orders that the marketplace collected have a claim link.',
    })
  const token = newToken()
  const expiresAt = claimEnd(now)
  if (!(await store.saveClaimLink(tx, orderId, tokenHash(token), expiresAt)))
    throw new ApiError('conflict', {
      message: 'This purchase already belongs to an account. Ask the buyer to sign in to that account.',
    })
  await sendClaimLink(deps, tx, order, token, now)
  return { order, path: `/claim/${joinClaimLink(buildOrderSecret(deps, orderId), token)}`, expiresAt }
}

/** For the buyer's order page. */
export const sendNewClaimLink = async (deps: Pick<Deps, 'db' | 'clock' | 'secrets'>, orderId: Id<'order'>) =>
  deps.db.tx((tx) => renewClaimLink(deps, tx, orderId, deps.clock.now()))

/** A claim link that names an order of ours; `works` until it is used, replaced or expires. */
export type ClaimLink = { order: BuyerOrder; hash: Buffer; works: boolean }

export async function readClaimLink(deps: Needed, db: Db, text: string, now: Date): Promise<ClaimLink | null> {
  const { secret, token } = splitClaimLink(text)
  const orderId = parseOrderSecret(deps, secret)
  const order = orderId === null ? undefined : await store.findBuyerOrder(db, orderId)
  if (!order) return null
  const hash = tokenHash(token)
  return { order, hash, works: await store.isClaimable(db, order.orderId, hash, now) }
}

async function claimPurchase(
  tx: Tx,
  { order, hash }: Pick<ClaimLink, 'order' | 'hash'>,
  accountId: Id<'user'>,
  now: Date,
): Promise<boolean> {
  const { orderId, buyerEmail, domain } = order
  if (!(await store.spendClaim(tx, orderId, hash, now))) return false
  await store.setAccount(tx, orderId, accountId)
  // Read again: the order may have been delivered while the claim waited for it.
  const current = await store.findBuyerOrder(tx, orderId)
  invariant(current, 'a claimed purchase has its order')
  if (isDelivered(current.status)) await attachDomains(tx, { id: accountId, email: buyerEmail }, domain, now)
  return true
}

/** False when the link was used, replaced or has expired: nothing changes then. */
export const claimForAccount = (
  { db, clock, audit }: Pick<Deps, 'db' | 'clock' | 'audit'>,
  link: ClaimLink,
  claimant: Claimant,
  visit: Visit,
): Promise<boolean> =>
  db.tx(async (tx) => {
    const isClaimed = await claimPurchase(tx, link, claimant.id, clock.now())
    if (isClaimed) await audit.write(tx, claimEvent(link, claimant, visit))
    return isClaimed
  })

const claimEvent = ({ order }: Pick<ClaimLink, 'order'>, claimant: Claimant, visit: Visit) =>
  buildAccountEvent(claimant, visit, { route: 'orders.claim', input: { order_id: order.orderId } })

type NewAccountClaim =
  | { kind: 'claimed'; sessionToken: string; user: User }
  | { kind: 'gone' }
  | { kind: 'has_account' }

/**
 * The link proves the buyer's address: it opens a confirmed account with it, and ends what a stranger may have begun under it. An
 * account that is confirmed already keeps its password: a claim link lives too long to reset one.
 */
async function claimWithNewAccount(
  deps: Proving,
  tx: Tx,
  link: Pick<ClaimLink, 'order' | 'hash'>,
  { passwordHash, visit }: { passwordHash: string; visit: SignInVisit },
  now: Date,
): Promise<NewAccountClaim> {
  const { orderId, buyerEmail } = link.order
  await store.lockBuyerOrder(tx, orderId)
  if (!(await store.isClaimable(tx, orderId, link.hash, now))) return { kind: 'gone' }
  // Confirming the address brings the account everything that was bought with it, this purchase included.
  const proven = await proveAddress(deps, tx, { email: buyerEmail, passwordHash }, now)
  if (!proven) return { kind: 'has_account' }
  const proof = { user: proven.user, visit, secondFactorAt: null, method: 'claim' } as const
  await deps.audit.write(tx, claimEvent(link, proven.user, { ...visit, method: 'POST' }))
  const sessionToken = await startSession(deps, tx, proof, now)
  invariant(sessionToken, 'nobody changed the password in this transaction')
  return { kind: 'claimed', sessionToken, user: proven.user }
}

/** `gone`: the link no longer works. `has_account`: the address has a confirmed account, whose owner has to sign in. */
export async function claimForNewAccount(
  deps: Proving & Pick<Deps, 'db' | 'clock'>,
  link: ClaimLink,
  { password, visit }: { password: string; visit: SignInVisit },
): Promise<NewAccountClaim> {
  const passwordHash = await hashPassword(password)
  return deps.db.tx((tx) => claimWithNewAccount(deps, tx, link, { passwordHash, visit }, deps.clock.now()))
}

/** Confirming an address brings its owner everything that was bought with it and not claimed. `email` is normalized. */
export async function attachPurchases(
  tx: Tx,
  account: { id: Id<'user'>; email: string },
  now: Date,
): Promise<Id<'order'>[]> {
  const attached = await store.attachPurchases(tx, account.id, emailSpellings(account.email), now)
  await attachDomains(tx, account, null, now)
  return attached
}
