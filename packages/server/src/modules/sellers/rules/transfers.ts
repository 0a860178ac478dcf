// The rules of payouts that Stripe sends: how a transfer moves, when it is tried again, and what a report of it means.
import type { TransferReport } from '../../../kernel/contracts/payout-reports.ts'
import type { Machine } from '../../../kernel/state-machine.ts'

export const TRANSFER_STATES = ['queued', 'sending', 'refused', 'sent', 'taken_over'] as const
export type TransferState = (typeof TRANSFER_STATES)[number]

export type TransferMove = 'claim' | 'send' | 'refuse' | 'wait' | 'retry' | 'take_over'

/**
 * `sending` is stored before Stripe is asked, and ends only with a result: until then nobody else pays the payout. `wait`: Stripe refused for
 * now. A report of Stripe can come before the result of the request.
 */
export const TRANSFER_MACHINE: Machine<TransferState, TransferMove> = {
  claim: { from: ['queued', 'sending'], to: 'sending' },
  send: { from: ['queued', 'sending', 'refused'], to: 'sent' },
  refuse: { from: ['sending'], to: 'refused' },
  wait: { from: ['sending'], to: 'queued' },
  retry: { from: ['queued', 'refused'], to: 'queued' },
  take_over: { from: ['queued', 'refused'], to: 'taken_over' },
}

/** One key is one transfer. A new key is used only after Stripe said that the last one moved no money. */
export const toTransferKey = (payout: { id: string; transferKey: number }): string =>
  `${payout.id}.transfer.${payout.transferKey}`

const RETRY_SECONDS = 30
const RETRY_SECONDS_MAX = 3600

/** Doubling waits between tries. */
export const transferDelaySeconds = (attempts: number): number =>
  Math.min(RETRY_SECONDS * 2 ** Math.min(Math.max(attempts - 1, 0), 10), RETRY_SECONDS_MAX)

type Sent = { destinationAccount: string | null; amountCents: number; currency: string; transferRef: string | null }

/** Whether the transfer is the one that pays the payout. Another transfer is nothing that the books know. */
export const matchesPayout = (payout: Sent, report: TransferReport): boolean =>
  payout.destinationAccount === report.accountRef &&
  payout.amountCents === report.amountCents &&
  payout.currency === report.currency &&
  (payout.transferRef === null || payout.transferRef === report.ref)

/** Why a payout is refused that Stripe has another transfer for. It is tried again only by an operator, who looked at both. */
export const MISMATCH = 'mismatch'

/** What transfers that were found mean. `extra`: others that name the payout; somebody has to look at them in Stripe. */
export function judgeFound(
  payout: Sent,
  found: readonly TransferReport[],
): { transfer: TransferReport | null; extra: readonly TransferReport[] } {
  const transfer = found.find((one) => matchesPayout(payout, one)) ?? null
  return { transfer, extra: found.filter((one) => one !== transfer) }
}
