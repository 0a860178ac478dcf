// The rules of payouts: how one moves, and the least that is worth one.
import { type Machine, nextState } from '../../../kernel/state-machine.ts'

export const PAYOUT_STATUSES = ['pending', 'in_transit', 'paid', 'failed'] as const
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number]

export const PAYOUT_ACTIONS = ['sent', 'paid', 'failed'] as const
export type PayoutAction = (typeof PAYOUT_ACTIONS)[number]

/** Money that was never sent cannot have arrived; it can fail before and after it was sent. */
export const PAYOUT_MACHINE: Machine<PayoutStatus, PayoutAction> = {
  sent: { from: ['pending'], to: 'in_transit' },
  paid: { from: ['in_transit'], to: 'paid' },
  failed: { from: ['pending', 'in_transit'], to: 'failed' },
}

/** What an operator can do with a payout now. */
export const payoutActions = (status: PayoutStatus) =>
  PAYOUT_ACTIONS.flatMap((action) => {
    const toStatus = nextState(PAYOUT_MACHINE, status, action)
    return toStatus === null ? [] : [{ action, toStatus }]
  })

/** The least that is worth a transfer; below it, and below zero, the money waits. */
export const LEAST_PAYOUT_CENTS = { commission: 1, brokerage: 1, referral: 5000 } as const
