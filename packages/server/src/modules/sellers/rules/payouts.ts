// The rules of sellers' payouts: how one moves, and why one is not made.
import { ApiError } from '../../../kernel/errors.ts'
import { SELLER_PAYOUT_CENTS_MIN } from '../../../kernel/limits.ts'
import { type Machine, nextState } from '../../../kernel/state-machine.ts'

export const SELLER_PAYOUT_STATUSES = ['pending', 'paid', 'failed'] as const
export type SellerPayoutStatus = (typeof SELLER_PAYOUT_STATUSES)[number]

export const SELLER_PAYOUT_ACTIONS = ['paid', 'failed'] as const
export type SellerPayoutAction = (typeof SELLER_PAYOUT_ACTIONS)[number]

export const SELLER_PAYOUT_MACHINE: Machine<SellerPayoutStatus, SellerPayoutAction> = {
  paid: { from: ['pending'], to: 'paid' },
  failed: { from: ['pending'], to: 'failed' },
}

export const sellerPayoutActions = (status: SellerPayoutStatus) =>
  SELLER_PAYOUT_ACTIONS.flatMap((action) => {
    const toStatus = nextState(SELLER_PAYOUT_MACHINE, status, action)
    return toStatus === null ? [] : [{ action, toStatus }]
  })

export const PAYOUT_REQUESTERS = ['seller', 'operator', 'monthly'] as const
export type PayoutRequester = (typeof PAYOUT_REQUESTERS)[number]

export const DESTINATION_KINDS = ['manual'] as const
export type DestinationKind = (typeof DESTINATION_KINDS)[number]

/** Why a seller gets no payout now. */
export const PAYOUT_BLOCKS = ['frozen', 'no_destination'] as const
export type PayoutBlock = (typeof PAYOUT_BLOCKS)[number]

type Payee = { frozenAt: Date | null; destinationKind: DestinationKind | null }

export function findPayoutBlock({ frozenAt, destinationKind }: Payee): PayoutBlock | null {
  if (frozenAt !== null) return 'frozen'
  return destinationKind === null ? 'no_destination' : null
}

export const refusePayout = (block: PayoutBlock): ApiError =>
  block === 'frozen'
    ? new ApiError('conflict', {
        message: 'Payouts of this seller are paused by an operator.',
        reason: 'seller_frozen',
      })
    : new ApiError('conflict', {
        message:
          'There is no bank account for payouts yet. Send your bank details to the operator of this marketplace.',
        reason: 'no_payout_destination',
      })

/** A seller asks from this amount on. The monthly payout, and an operator, pay any amount. */
export const leastPayout = (by: PayoutRequester): number => (by === 'seller' ? SELLER_PAYOUT_CENTS_MIN : 1)

export const refuseAmount = (by: PayoutRequester): ApiError =>
  new ApiError('conflict', {
    message: `No payable amount in one currency reaches the minimum payout of ${leastPayout(by)} minor units. Try again when more is payable.`,
    reason: 'nothing_to_pay',
  })

const HINT_LENGTH = 4

/** The end of the bank reference, which its owner recognizes. */
export const hintDestination = (reference: string): string => `…${reference.replace(/\s+/g, '').slice(-HINT_LENGTH)}`
