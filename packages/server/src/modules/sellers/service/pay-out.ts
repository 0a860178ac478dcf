// Use cases of sellers' payouts: make them from what is payable, and say what became of them.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import type { AuditedCall } from '../../../kernel/contracts/audit-log.ts'
import { invariant, notFound } from '../../../kernel/errors.ts'
import { type Id, isId, newId } from '../../../kernel/ids.ts'
import { nextState } from '../../../kernel/state-machine.ts'
import {
  post,
  sellerPayoutCreatedJournal,
  sellerPayoutFailedJournal,
  sellerPayoutPaidJournal,
  sellerPayoutReversedJournal,
} from '../../ledger/index.ts'
import { queueMail } from '../../mail/index.ts'
import {
  findPayoutBlock,
  leastPayout,
  moveTransfer,
  type PayoutRequester,
  refuseAmount,
  refuseMove,
  refusePayout,
  SELLER_PAYOUT_MACHINE,
  type SellerPayoutAction,
} from '../rules/payouts.ts'
import { clearBankFailure } from '../store/bank-failures.ts'
import type { SellerPayout } from '../store/payouts.ts'
import * as store from '../store/payouts.ts'
import { isResent } from '../store/returns.ts'
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
  const { destinationKind, destinationHint, destinationAccount } = seller
  const isSentByStripe = destinationKind === 'stripe_connect'
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
      destinationAccount: isSentByStripe ? destinationAccount : null,
      transferState: isSentByStripe ? 'queued' : null,
      transferKey: 1,
      transferRef: null,
      transferAttempts: 0,
      transferError: null,
      nextAttemptAt: isSentByStripe ? now : null,
      reversedCents: 0,
      reversedAt: null,
      bankFailure: null,
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
  deps: Pick<Deps, 'payments'>,
  tx: Tx,
  userId: Id<'user'>,
  asked: { by: 'seller' | 'operator'; currency?: string | undefined },
  now: Date,
): Promise<SellerPayout[]> {
  const seller = await lockSeller(tx, userId, now)
  const block = findPayoutBlock(seller, deps.payments.connect !== null)
  if (block !== null) throw refusePayout(block)
  const made = await makePayouts(tx, seller, asked.by, asked.currency, now)
  if (made.length === 0) throw refuseAmount(asked.by)
  return made
}

export type PayoutNote = { reference?: string | undefined; reason?: string | undefined }

/** The end of a payout that the caller holds: in the books, and in a message to the seller. */
export async function endPayout(
  deps: Pick<Deps, 'secrets'>,
  tx: Tx,
  payout: SellerPayout,
  action: 'paid' | 'failed',
  now: Date,
): Promise<SellerPayout> {
  const ended: SellerPayout = {
    ...payout,
    status: SELLER_PAYOUT_MACHINE[action].to,
    nextAttemptAt: null,
    paidAt: action === 'paid' ? now : null,
    failedAt: action === 'failed' ? now : null,
  }
  await store.savePayout(tx, ended)
  const toJournal = action === 'paid' ? sellerPayoutPaidJournal : sellerPayoutFailedJournal
  await post(tx, SELLER_BOOKS, toJournal(payout), now)
  if (action === 'paid') await tellPaid(deps, tx, ended, now)
  else await freeFromPayout(tx, payout.id)
  return ended
}

/** What Stripe took back, or a bank returned, is payable again. A whole transfer frees its sales for the next payout, unless one has paid a part of them. */
export async function reversePayout(
  tx: Tx,
  payout: SellerPayout,
  reversedCents: number,
  now: Date,
): Promise<SellerPayout> {
  const addedCents = reversedCents - payout.reversedCents
  if (addedCents <= 0) return payout
  const isWhole = reversedCents === payout.amountCents
  const status = isWhole ? SELLER_PAYOUT_MACHINE.reverse.to : payout.status
  const reversed: SellerPayout = { ...payout, status, reversedCents, reversedAt: now }
  await store.savePayout(tx, reversed)
  await post(tx, SELLER_BOOKS, sellerPayoutReversedJournal(payout, { addedCents, reversedCents }), now)
  // Nothing of it is in the account any more that a bank could return.
  if (isWhole) await clearBankFailure(tx, payout.id)
  if (isWhole && !(await isResent(tx, payout.id))) await freeFromPayout(tx, payout.id)
  return reversed
}

/** An operator says what became of a payout, or has Stripe try it again. */
export async function movePayout(
  deps: Pick<Deps, 'secrets'>,
  tx: Tx,
  id: string,
  action: SellerPayoutAction,
  note: PayoutNote,
  now: Date,
): Promise<SellerPayout> {
  const payout = isId('sellerPayout', id) ? await store.lockWithSeller(tx, id, now) : undefined
  if (!payout) throw notFound('Payout not found.')
  const transfer = moveTransfer(payout.transferState, action)
  if (transfer === null || nextState(SELLER_PAYOUT_MACHINE, payout.status, action) === null)
    throw refuseMove(payout, action)
  const moved: SellerPayout = { ...payout, transferState: transfer === 'none' ? null : transfer }
  if (action === 'returned') {
    const why = note.reason ?? null
    const returned = await reversePayout(tx, { ...moved, failureReason: why }, payout.amountCents, now)
    await tellReturned(deps, tx, returned, now)
    return returned
  }
  if (action !== 'retry') {
    const said = { reference: note.reference ?? null, failureReason: note.reason ?? null }
    return endPayout(deps, tx, { ...moved, ...said }, action, now)
  }
  // Stripe remembers a refusal with its key.
  const transferKey = payout.transferState === 'refused' ? payout.transferKey + 1 : payout.transferKey
  const retried: SellerPayout = { ...moved, transferKey, nextAttemptAt: now }
  await store.savePayout(tx, retried)
  return retried
}

async function tellPaid(deps: Pick<Deps, 'secrets'>, tx: Tx, payout: SellerPayout, now: Date): Promise<void> {
  const to = await findAddress(tx, payout.sellerId)
  if (to === null) return
  const { id: payoutId, amountCents, currency, reference, destinationHint } = payout
  const data = { payoutId, amountCents, currency, reference, destination: destinationHint }
  await queueMail(deps, tx, { to, template: 'seller_payout_sent', data }, now)
}

async function tellReturned(deps: Pick<Deps, 'secrets'>, tx: Tx, payout: SellerPayout, now: Date): Promise<void> {
  const to = await findAddress(tx, payout.sellerId)
  if (to === null) return
  const { amountCents, currency, failureReason } = payout
  const data = { amountCents, currency, why: failureReason ?? '', isByStripe: false }
  await queueMail(deps, tx, { to, template: 'bank_payout_failed', data }, now)
}

/** A seller without a destination that accepts payouts is told what is missing; a frozen one waits. */
async function payOne(deps: Deps, call: AuditedCall, userId: Id<'user'>, now: Date): Promise<number> {
  return deps.db.tx(async (tx) => {
    const seller = await lockSeller(tx, userId, now)
    const isConnectOn = deps.payments.connect !== null
    const block = findPayoutBlock(seller, isConnectOn)
    if (block === 'no_destination' || block === 'destination_disabled') {
      const to = await findAddress(tx, userId)
      const payable = (await listPayable(tx, userId)).filter(({ cents }) => cents > 0)
      if (to !== null && payable.length > 0)
        await queueMail(
          deps,
          tx,
          {
            to,
            template: 'payout_destination_missing',
            data: { payable, block, canSetUp: isConnectOn },
          },
          now,
        )
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

export type MonthlyPayouts = { made: number; failed: readonly string[] }

/**
 * The payouts of a month as in 2026-11, each seller in its own transaction. Once a month, and from the start again after a crash. A seller
 * whose payout fails holds nobody back: the next run tries these again, and nobody else gets a second message.
 */
export async function paySellersMonthly(
  deps: Deps,
  call: AuditedCall,
  month: string,
  signal?: AbortSignal,
): Promise<MonthlyPayouts> {
  const last = await store.readPayoutMonth(deps.db)
  const isPaid = last !== undefined && last.month >= month
  const payees = isPaid ? last.failed : await findPayees(deps.db)
  const failed: string[] = []
  let made = 0
  for (const userId of payees) {
    if (signal?.aborted) return { made, failed }
    try {
      made += await payOne(deps, call, userId as Id<'user'>, deps.clock.now())
    } catch (error) {
      deps.log.error({ err: error, seller_id: userId }, 'could not create the monthly payout of a seller; will retry')
      failed.push(userId)
    }
  }
  if (!isPaid || payees.length > 0) await store.savePayoutMonth(deps.db, isPaid ? last.month : month, failed)
  return { made, failed }
}
