// Use cases of payouts: make them from what is pending, and say what became of them.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import type { AuditedCall } from '../../../kernel/contracts/audit-log.ts'
import { ApiError, notFound } from '../../../kernel/errors.ts'
import { type Id, isId, newId } from '../../../kernel/ids.ts'
import type { Environment, Owner } from '../../../kernel/owner.ts'
import { nextState } from '../../../kernel/state-machine.ts'
import {
  PAYOUT_KINDS,
  payoutCreatedJournal,
  payoutFailedJournal,
  payoutPaidJournal,
  pendingAccount,
  post,
} from '../../ledger/index.ts'
import { LEAST_PAYOUT_CENTS, PAYOUT_MACHINE, type PayoutAction } from '../rules/payouts.ts'
import { monthStart } from '../rules/periods.ts'
import type { Payout, PayoutKind } from '../store/payouts.ts'
import * as store from '../store/payouts.ts'
import { offsetSeconds } from '../store/settlements.ts'
import { lockReferralBalance, tellReferralPayout } from './follow-referrals.ts'
import { reportSent } from './report.ts'

const asLedger = ({ id, partnerId, kind, currency, amountCents }: Payout) => ({
  payoutId: id,
  partnerId,
  kind,
  currency,
  cents: amountCents,
})
const toOwner = ({ partnerId, environment }: Payout): Owner => ({ partnerId, environment })

/**
 * Takes everything that is pending of a kind, a payout for each currency in which that is enough. What a late reversal has
 * brought below zero waits until it is above again. Never more than is pending, however many ask at once: they take turns.
 */
export async function createPayouts(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  owner: Owner,
  kind: PayoutKind,
): Promise<Payout[]> {
  await store.lockPending(tx, owner, kind)
  if (kind === 'referral') await lockReferralBalance(tx, owner)
  const now = addSeconds(deps.clock.now(), await offsetSeconds(tx, owner))
  const made: Payout[] = []
  for (const { currency, cents } of await store.listPending(tx, owner, pendingAccount(kind))) {
    if (cents < LEAST_PAYOUT_CENTS[kind]) continue
    const payout: Payout = {
      id: newId('payout', now),
      ...owner,
      kind,
      currency,
      amountCents: cents,
      status: 'pending',
      reference: null,
      failureReason: null,
      periodStart: await store.lastPeriodEnd(tx, owner, kind, currency),
      periodEnd: now,
      createdAt: now,
      sentAt: null,
      paidAt: null,
      failedAt: null,
    }
    await store.insertPayout(tx, payout)
    await post(tx, owner, payoutCreatedJournal(asLedger(payout)), now)
    if (kind === 'referral') await tellReferralPayout(tx, 'created', payout, now)
    made.push(payout)
  }
  return made
}

export type PayoutOrder = { partnerId: string; kind: PayoutKind; environment: Environment }

/** The operator pays one partner now, in one environment: practice is never paid along with money. */
export async function orderPayouts(deps: Pick<Deps, 'clock'>, tx: Tx, order: PayoutOrder): Promise<Payout[]> {
  if (!isId('partner', order.partnerId) || !(await store.partnerExists(tx, order.partnerId)))
    throw notFound('Partner not found.')
  const { environment, kind } = order
  const made = await createPayouts(deps, tx, { partnerId: order.partnerId as Id<'partner'>, environment }, kind)
  if (made.length === 0)
    throw new ApiError('conflict', {
      message: `No pending amount in one currency reaches the minimum payout of ${LEAST_PAYOUT_CENTS[order.kind]} minor units. Try again when more is pending.`,
      reason: 'nothing_to_pay',
    })
  return made
}

export type PayoutNote = { reference?: string | undefined; reason?: string | undefined }

export async function movePayout(
  deps: Pick<Deps, 'clock' | 'secrets'>,
  tx: Tx,
  id: string,
  action: PayoutAction,
  note: PayoutNote,
): Promise<Payout> {
  const payout = isId('payout', id) ? await store.lockPayout(tx, id) : undefined
  if (!payout) throw notFound('Payout not found.')
  const status = nextState(PAYOUT_MACHINE, payout.status, action)
  if (status === null)
    throw new ApiError('conflict', {
      message: `Cannot apply ${action} to a payout in status ${payout.status}. Its field actions lists what it accepts now.`,
      reason: 'illegal_transition',
    })
  const owner = toOwner(payout)
  const at = addSeconds(deps.clock.now(), await offsetSeconds(tx, owner))
  const moved: Payout = {
    ...payout,
    status,
    reference: note.reference ?? payout.reference,
    failureReason: action === 'failed' ? (note.reason ?? null) : payout.failureReason,
    sentAt: action === 'sent' ? at : payout.sentAt,
    paidAt: action === 'paid' ? at : payout.paidAt,
    failedAt: action === 'failed' ? at : payout.failedAt,
  }
  await store.savePayout(tx, moved)
  if (action === 'sent') await reportSent(deps, tx, moved)
  if (action === 'paid') await post(tx, owner, payoutPaidJournal(asLedger(payout)), at)
  if (action === 'failed') await post(tx, owner, payoutFailedJournal(asLedger(payout)), at)
  if (payout.kind === 'referral' && action !== 'sent') await tellReferralPayout(tx, action, moved, at)
  return moved
}

/** The monthly payouts of everybody, each in a transaction of its own. Once a month, and from the start again after a crash. */
export async function payMonthly(deps: Deps, call: AuditedCall, now: Date, signal?: AbortSignal): Promise<number> {
  const payAll = (owner: Owner, kind: PayoutKind) =>
    deps.db.tx(async (tx) => {
      const payouts = await createPayouts(deps, tx, owner, kind)
      for (const { id, currency, amountCents } of payouts) {
        const input = { payout_id: id, partner_id: owner.partnerId, environment: owner.environment, kind }
        const event = { ...call, route: 'payouts.create', status: 200 }
        await deps.audit.write(tx, { ...event, input: { ...input, currency, amount_cents: amountCents } })
      }
      return payouts.length
    })
  const month = monthStart(now).toISOString().slice(0, 7)
  const last = await store.lastPayoutMonth(deps.db)
  if (last !== undefined && last >= month) return 0
  let made = 0
  for (const kind of PAYOUT_KINDS)
    for (const owner of await store.findPayees(deps.db, pendingAccount(kind), LEAST_PAYOUT_CENTS[kind])) {
      if (signal?.aborted) return made
      made += await payAll(owner, kind)
    }
  await store.savePayoutMonth(deps.db, month)
  return made
}
