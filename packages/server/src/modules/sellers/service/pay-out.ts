// Use cases of sellers' payouts: make them from what is payable, and say what became of them.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import type { AuditedCall } from '../../../kernel/audit-log.ts'
import { ApiError, invariant, notFound } from '../../../kernel/errors.ts'
import { type Id, isId, newId } from '../../../kernel/ids.ts'
import { nextState } from '../../../kernel/state-machine.ts'
import {
  post,
  sellerPayoutCreatedJournal,
  sellerPayoutFailedJournal,
  sellerPayoutPaidJournal,
} from '../../ledger/index.ts'
import { queueMail } from '../../mail/index.ts'
import {
  findPayoutBlock,
  leastPayout,
  type PayoutRequester,
  refuseAmount,
  refusePayout,
  SELLER_PAYOUT_MACHINE,
  type SellerPayoutAction,
} from '../rules/payouts.ts'
import type { SellerPayout } from '../store/payouts.ts'
import * as store from '../store/payouts.ts'
import { bindToPayout, findPayees, freeFromPayout, listPayable } from '../store/sales.ts'
import { findAddress, lockSeller, type Seller } from '../store/sellers.ts'
import { SELLER_BOOKS } from './release.ts'
import { issueStatement } from './state.ts'

/** Everything that is payable and not disputed, one payout per currency. The caller holds the seller, so nothing is paid twice. */
async function makePayouts(
  tx: Tx,
  seller: Seller,
  by: PayoutRequester,
  currency: string | undefined,
  now: Date,
): Promise<SellerPayout[]> {
  const { destinationKind, destinationHint } = seller
  invariant(destinationKind !== null && destinationHint !== null, 'a payout has a destination')
  const made: SellerPayout[] = []
  for (const payable of await listPayable(tx, seller.userId)) {
    if (payable.cents < leastPayout(by) || (currency !== undefined && payable.currency !== currency)) continue
    const payout: SellerPayout = {
      id: newId('sellerPayout', now),
      sellerId: seller.userId,
      currency: payable.currency,
      amountCents: payable.cents,
      status: 'pending',
      destinationKind,
      destinationHint,
      requestedBy: by,
      reference: null,
      failureReason: null,
      createdAt: now,
      paidAt: null,
      failedAt: null,
    }
    await store.insertPayout(tx, payout)
    await bindToPayout(tx, payout)
    await post(tx, SELLER_BOOKS, sellerPayoutCreatedJournal(payout), now)
    const stated = { sellerId: seller.userId, currency: payable.currency, journal: `${payout.id}:created` }
    await issueStatement(tx, stated, now)
    made.push(payout)
  }
  return made
}

/** The seller asks, or an operator orders it. */
export async function requestPayouts(
  tx: Tx,
  userId: Id<'user'>,
  asked: { by: 'seller' | 'operator'; currency?: string | undefined },
  now: Date,
): Promise<SellerPayout[]> {
  const seller = await lockSeller(tx, userId, now)
  const block = findPayoutBlock(seller)
  if (block !== null) throw refusePayout(block)
  const made = await makePayouts(tx, seller, asked.by, asked.currency, now)
  if (made.length === 0) throw refuseAmount(asked.by)
  return made
}

export type PayoutNote = { reference?: string | undefined; reason?: string | undefined }

export async function movePayout(
  deps: Pick<Deps, 'secrets'>,
  tx: Tx,
  id: string,
  action: SellerPayoutAction,
  note: PayoutNote,
  now: Date,
): Promise<SellerPayout> {
  const payout = isId('sellerPayout', id) ? await store.lockPayout(tx, id) : undefined
  if (!payout) throw notFound('Payout not found.')
  const status = nextState(SELLER_PAYOUT_MACHINE, payout.status, action)
  if (status === null)
    throw new ApiError('conflict', {
      message: `Cannot apply ${action} to a payout in status ${payout.status}. Its field actions lists what it accepts now.`,
      reason: 'illegal_transition',
    })
  const moved: SellerPayout = {
    ...payout,
    status,
    reference: note.reference ?? payout.reference,
    failureReason: action === 'failed' ? (note.reason ?? null) : null,
    paidAt: action === 'paid' ? now : null,
    failedAt: action === 'failed' ? now : null,
  }
  await store.savePayout(tx, moved)
  const toJournal = action === 'paid' ? sellerPayoutPaidJournal : sellerPayoutFailedJournal
  await post(tx, SELLER_BOOKS, toJournal(payout), now)
  if (action === 'paid') await tellPaid(deps, tx, moved, now)
  else await freeFromPayout(tx, payout.id)
  return moved
}

async function tellPaid(deps: Pick<Deps, 'secrets'>, tx: Tx, payout: SellerPayout, now: Date): Promise<void> {
  const to = await findAddress(tx, payout.sellerId)
  if (to === null) return
  const { id: payoutId, amountCents, currency, reference, destinationHint } = payout
  const data = { payoutId, amountCents, currency, reference, destination: destinationHint }
  await queueMail(deps, tx, { to, template: 'seller_payout_sent', data }, now)
}

/** A seller without a destination is told what is missing; a frozen one waits. */
async function payOne(deps: Deps, call: AuditedCall, userId: Id<'user'>, now: Date): Promise<number> {
  return deps.db.tx(async (tx) => {
    const seller = await lockSeller(tx, userId, now)
    const block = findPayoutBlock(seller)
    if (block === 'no_destination') {
      const to = await findAddress(tx, userId)
      const payable = (await listPayable(tx, userId)).filter(({ cents }) => cents > 0)
      if (to !== null && payable.length > 0)
        await queueMail(deps, tx, { to, template: 'payout_destination_missing', data: { payable } }, now)
    }
    if (block !== null) return 0
    const made = await makePayouts(tx, seller, 'monthly', undefined, now)
    for (const { id, currency, amountCents } of made)
      await deps.audit.write(tx, {
        ...call,
        route: 'sellers.payouts.create',
        status: 200,
        input: { payout_id: id, user_id: userId, currency, amount_cents: amountCents },
      })
    return made.length
  })
}

/** The payouts of a month as in 2026-11, each seller in its own transaction. Once a month, and from the start again after a crash. */
export async function paySellersMonthly(
  deps: Deps,
  call: AuditedCall,
  month: string,
  signal?: AbortSignal,
): Promise<number> {
  const last = await store.lastPayoutMonth(deps.db)
  if (last !== undefined && last >= month) return 0
  let made = 0
  for (const userId of await findPayees(deps.db)) {
    if (signal?.aborted) return made
    made += await payOne(deps, call, userId as Id<'user'>, deps.clock.now())
  }
  await store.savePayoutMonth(deps.db, month)
  return made
}
