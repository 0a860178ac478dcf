// Use cases of operators: where a seller's payouts go, and freezing a seller.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, notFound } from '../../../kernel/errors.ts'
import { type Id, isId } from '../../../kernel/ids.ts'
import { withdrawOfSeller } from '../../catalog/index.ts'
import { queueMail } from '../../mail/index.ts'
import { hintDestination, usesAccount } from '../rules/payouts.ts'
import { withdrawProofs } from '../store/proofs.ts'
import {
  findAddress,
  findListedSeller,
  lockSeller,
  type Seller,
  saveAccountDestination,
  saveDestination,
  saveFrozen,
} from '../store/sellers.ts'
import { requeueRefused } from '../store/transfers.ts'

const sealContext = (userId: string): string => `seller-destination:${userId}`

async function lockKnown(tx: Tx, id: string, now: Date): Promise<Seller> {
  if (!isId('user', id) || !(await findListedSeller(tx, id))) throw notFound('Seller not found.')
  return lockSeller(tx, id, now)
}

export async function setDestination(
  { secrets }: Pick<Deps, 'secrets'>,
  tx: Tx,
  id: string,
  destination: { kind: 'manual'; reference: string },
  now: Date,
): Promise<Id<'user'>> {
  const { userId } = await lockKnown(tx, id, now)
  const { kind, reference } = destination
  const sealed = secrets.seal(reference, sealContext(userId))
  await saveDestination(tx, userId, { kind, sealed, hint: hintDestination(reference) }, now)
  return userId
}

export type AccountState = { ref: string; hint: string; isReady: boolean; requestedAt: Date }

/** The seller learns of a change that somebody else made. */
async function tellDestination(
  deps: Pick<Deps, 'secrets'>,
  tx: Tx,
  userId: string,
  destination: string,
  now: Date,
): Promise<void> {
  const to = await findAddress(tx, userId)
  if (to !== null) await queueMail(deps, tx, { to, template: 'payout_destination_changed', data: { destination } }, now)
}

/** The account of a seller at Stripe changed. It becomes the destination of payouts once it is ready. */
export async function followAccount(
  deps: Pick<Deps, 'secrets'>,
  tx: Tx,
  userId: string,
  account: AccountState,
  now: Date,
): Promise<void> {
  const seller = await lockSeller(tx, userId, now)
  if (!usesAccount(seller, account)) return
  const { ref, hint, isReady } = account
  const at = seller.destinationKind === 'stripe_connect' ? (seller.destinationAt ?? now) : now
  await saveAccountDestination(tx, userId, { ref, hint, isReady, at })
  if (seller.destinationAccount !== ref || seller.destinationHint !== hint)
    await tellDestination(deps, tx, userId, hint, now)
  if (isReady) await requeueRefused(tx, userId, now)
}

/** The bank reference, for operators who send money. Null: none is set. */
export const openDestination = (
  { secrets }: Pick<Deps, 'secrets'>,
  { userId, destinationSealed }: Pick<Seller, 'userId' | 'destinationSealed'>,
): string | null => (destinationSealed === null ? null : secrets.open(destinationSealed, sealContext(userId)))

/** Before the account is deleted: its listings leave the market. Sales and payouts keep only the ID. */
export async function removeSeller(tx: Tx, userId: Id<'user'>, now: Date): Promise<void> {
  await withdrawProofs(tx, userId, now)
  await withdrawOfSeller(tx, userId, now)
}

/** Nothing new is listed or paid out. What nobody has reserved leaves the market, so that nobody buys it meanwhile. */
export async function freezeSeller(tx: Tx, id: string, reason: string, now: Date): Promise<Id<'user'>> {
  const seller = await lockKnown(tx, id, now)
  if (seller.frozenAt !== null)
    throw new ApiError('conflict', { message: 'The seller is frozen already.', reason: 'illegal_transition' })
  await saveFrozen(tx, seller.userId, { at: now, reason })
  await withdrawProofs(tx, seller.userId, now)
  await withdrawOfSeller(tx, seller.userId, now)
  return seller.userId
}

/** The seller lists the domains again; withdrawn listings stay withdrawn. */
export async function unfreezeSeller(tx: Tx, id: string, now: Date): Promise<Id<'user'>> {
  const seller = await lockKnown(tx, id, now)
  if (seller.frozenAt === null)
    throw new ApiError('conflict', { message: 'The seller is not frozen.', reason: 'illegal_transition' })
  await saveFrozen(tx, seller.userId, null)
  return seller.userId
}
