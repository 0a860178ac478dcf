// Sends payouts through Stripe: claim, ask, finish. A crash at any point leaves a row that says what may have happened.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import type { ConnectProvider, TransferResult } from '../../../integrations/payments/connect.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import type { TransferReport } from '../../../kernel/contracts/payout-reports.ts'
import { invariant } from '../../../kernel/errors.ts'
import { TRANSFER_LEASE_SECONDS } from '../../../kernel/limits.ts'
import { nextState } from '../../../kernel/state-machine.ts'
import {
  judgeFound,
  MISMATCH,
  matchesPayout,
  TRANSFER_MACHINE,
  toTransferKey,
  transferDelaySeconds,
} from '../rules/transfers.ts'
import { lockPayout, lockWithSeller, type SellerPayout, savePayout } from '../store/payouts.ts'
import { isOutdated, listOutdated, lockDueTransfer } from '../store/transfers.ts'
import { endPayout, reversePayout } from './pay-out.ts'

/** `isKnown`: no request under the key is open, so nothing can have been sent. */
export type Claimed = { payout: SellerPayout; isKnown: boolean }

const OUTDATED = 'A sale of this payout is disputed or was taken back. The rest is payable again.'

/** Before it is sent, a payout ends whose sale is disputed or was taken back. */
async function endOutdated(deps: Pick<Deps, 'secrets'>, tx: Tx, id: string, now: Date): Promise<void> {
  const payout = await lockWithSeller(tx, id, now)
  if (payout?.status !== 'pending' || payout.transferState !== 'queued' || !(await isOutdated(tx, id))) return
  await endPayout(deps, tx, { ...payout, transferState: 'taken_over', failureReason: OUTDATED }, 'failed', now)
}

/** Stored before Stripe is asked. Null: nothing is due. */
export async function claimTransfer(tx: Tx, now: Date): Promise<Claimed | null> {
  const payout = await lockDueTransfer(tx, now)
  if (!payout) return null
  const isKnown = payout.transferState === 'queued'
  const claimed: SellerPayout = {
    ...payout,
    transferState: TRANSFER_MACHINE.claim.to,
    transferAttempts: payout.transferAttempts + 1,
    nextAttemptAt: addSeconds(now, TRANSFER_LEASE_SECONDS),
  }
  await savePayout(tx, claimed)
  return { payout: claimed, isKnown }
}

type Asked = TransferResult | { status: 'outdated' }

/** After a crash or an unknown result, Stripe is asked for the transfer before it is asked to send one. */
export async function askForTransfer(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  connect: ConnectProvider,
  { payout, isKnown }: Claimed,
): Promise<Asked> {
  const { id: payoutId, destinationAccount, amountCents, currency } = payout
  invariant(destinationAccount, 'a payout through Stripe has an account')
  const { transfer, extra } = judgeFound(payout, isKnown ? [] : await connect.findTransfers(payoutId))
  if (extra.length > 0)
    log.error(
      { payout_id: payoutId, transfers: extra.map(({ ref }) => ref) },
      'found transfers that do not match their payout, or more than one; check them in Stripe',
    )
  if (transfer !== null) return { status: 'sent', transfer }
  if (extra.length > 0) return { status: 'refused', code: MISMATCH, isTemporary: false }
  // The sale can be disputed between the tries.
  if (await isOutdated(db, payoutId)) return { status: 'outdated' }
  return connect.sendTransfer({
    key: toTransferKey(payout),
    payoutId,
    accountRef: destinationAccount,
    amountCents,
    currency,
  })
}

/** No money moved. The key counts: a result of an earlier try says nothing about a later one. */
async function noteRefusal(
  tx: Tx,
  claimed: SellerPayout,
  refusal: { code: string; isTemporary: boolean },
  now: Date,
): Promise<void> {
  const payout = await lockPayout(tx, claimed.id)
  if (payout?.transferState !== 'sending' || payout.transferKey !== claimed.transferKey) return
  const { isTemporary, code } = refusal
  await savePayout(tx, {
    ...payout,
    transferState: (isTemporary ? TRANSFER_MACHINE.wait : TRANSFER_MACHINE.refuse).to,
    // Stripe remembers a refusal with its key.
    transferKey: isTemporary ? payout.transferKey + 1 : payout.transferKey,
    transferError: code,
    nextAttemptAt: isTemporary ? addSeconds(now, transferDelaySeconds(payout.transferAttempts)) : null,
  })
}

/** Stripe has no transfer. The payout ends with a later run: until then, a report of a late one still counts. */
async function noteOutdated(tx: Tx, claimed: SellerPayout, now: Date): Promise<void> {
  const payout = await lockPayout(tx, claimed.id)
  if (payout?.transferState !== 'sending' || payout.transferKey !== claimed.transferKey) return
  const nextAttemptAt = addSeconds(now, transferDelaySeconds(payout.transferAttempts))
  await savePayout(tx, { ...payout, transferState: TRANSFER_MACHINE.wait.to, nextAttemptAt })
}

async function noteUnknown(tx: Tx, claimed: SellerPayout, error: string, now: Date): Promise<void> {
  const payout = await lockPayout(tx, claimed.id)
  if (payout?.transferState !== 'sending') return
  const nextAttemptAt = addSeconds(now, transferDelaySeconds(payout.transferAttempts))
  await savePayout(tx, { ...payout, transferError: error, nextAttemptAt })
}

type Receiving = Pick<Deps, 'secrets' | 'clock' | 'log'>

/** A transfer as Stripe shows it: found, just made, or reported. Twice or late, it changes nothing that is settled. */
export async function receiveTransfer(deps: Receiving, tx: Tx, report: TransferReport): Promise<void> {
  const now = deps.clock.now()
  const payout = await lockWithSeller(tx, report.payoutId, now)
  const about = { payout_id: report.payoutId, transfer: report.ref }
  if (!payout) {
    deps.log.warn(about, 'received a transfer of an unknown payout')
    return
  }
  const isOpen = payout.transferState !== null && nextState(TRANSFER_MACHINE, payout.transferState, 'send') !== null
  if (!matchesPayout(payout, report) || !(isOpen || payout.transferState === 'sent')) {
    deps.log.error(about, 'received a transfer that does not match its payout; check it in Stripe')
    return
  }
  const sent = { ...payout, transferState: 'sent', transferRef: report.ref, reference: report.ref } as const
  const paid = isOpen ? await endPayout(deps, tx, { ...sent, transferError: null }, 'paid', now) : payout
  await reversePayout(tx, paid, report.reversedCents, now)
}

async function sendOne(deps: Deps, connect: ConnectProvider, claimed: Claimed): Promise<void> {
  const { payout } = claimed
  let result: Asked
  try {
    result = await askForTransfer(deps, connect, claimed)
  } catch (error) {
    deps.log.error({ err: error, payout_id: payout.id }, 'could not send a payout to a seller; will retry')
    await deps.db.tx((tx) => noteUnknown(tx, payout, (error as Error).message, deps.clock.now()))
    return
  }
  await deps.db.tx((tx) => {
    if (result.status === 'sent') return receiveTransfer(deps, tx, result.transfer)
    const now = deps.clock.now()
    if (result.status === 'refused')
      deps.log.warn({ payout_id: payout.id, code: result.code }, 'Stripe refused a payout to a seller')
    return result.status === 'outdated' ? noteOutdated(tx, payout, now) : noteRefusal(tx, payout, result, now)
  })
}

/** One payout at a time, each claimed for itself: several processes share the work. */
export async function sendPayouts(deps: Deps, limit: number, signal: AbortSignal): Promise<void> {
  const { connect } = deps.payments
  if (!connect) return
  for (const id of await listOutdated(deps.db, deps.clock.now(), limit))
    await deps.db.tx((tx) => endOutdated(deps, tx, id, deps.clock.now()))
  for (let tried = 0; tried < limit && !signal.aborted; tried++) {
    const claimed = await deps.db.tx((tx) => claimTransfer(tx, deps.clock.now()))
    if (claimed === null) return
    await sendOne(deps, connect, claimed)
  }
}
