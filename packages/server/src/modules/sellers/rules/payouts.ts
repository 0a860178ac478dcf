// The rules of sellers' payouts: how one moves, and why one is not made.
import { ApiError, type ErrorReason } from '../../../kernel/errors.ts'
import { SELLER_PAYOUT_CENTS_MIN } from '../../../kernel/limits.ts'
import { type Machine, nextState } from '../../../kernel/state-machine.ts'
import { TRANSFER_MACHINE, type TransferMove, type TransferState } from './transfers.ts'

export const SELLER_PAYOUT_STATUSES = ['pending', 'paid', 'failed', 'reversed'] as const
export type SellerPayoutStatus = (typeof SELLER_PAYOUT_STATUSES)[number]

export const SELLER_PAYOUT_ACTIONS = ['paid', 'failed', 'retry', 'returned'] as const
export type SellerPayoutAction = (typeof SELLER_PAYOUT_ACTIONS)[number]

/** `returned`: the bank sent the money back. `reverse`: Stripe took the whole transfer back. */
export const SELLER_PAYOUT_MACHINE: Machine<SellerPayoutStatus, SellerPayoutAction | 'reverse'> = {
  paid: { from: ['pending'], to: 'paid' },
  failed: { from: ['pending'], to: 'failed' },
  retry: { from: ['pending'], to: 'pending' },
  returned: { from: ['paid'], to: 'reversed' },
  reverse: { from: ['paid'], to: 'reversed' },
}

type Payout = { status: SellerPayoutStatus; transferState: TransferState | null }

/**
 * Nobody marks as sent what Stripe sends: between a bank transfer and its note, Stripe could send the payout, too. What comes back to Stripe
 * stays in the seller's account there.
 */
const TRANSFER_MOVES: Record<SellerPayoutAction, TransferMove | null> = {
  paid: null,
  failed: 'take_over',
  retry: 'retry',
  returned: null,
}

/** What an operator does to the transfer, too; null where that is impossible. A payout that an operator sends has no transfer. */
export function moveTransfer(state: TransferState | null, action: SellerPayoutAction): TransferState | null | 'none' {
  if (state === null) return action === 'retry' ? null : 'none'
  const move = TRANSFER_MOVES[action]
  return move === null ? null : nextState(TRANSFER_MACHINE, state, move)
}

/** What an operator can do. While Stripe may be sending the payout, nobody else may pay it. */
export const sellerPayoutActions = ({ status, transferState }: Payout) =>
  (transferState === null ? SELLER_PAYOUT_ACTIONS : (['retry', 'failed'] as const)).flatMap((action) => {
    const toStatus =
      moveTransfer(transferState, action) === null ? null : nextState(SELLER_PAYOUT_MACHINE, status, action)
    return toStatus === null ? [] : [{ action, toStatus }]
  })

export function refuseMove({ status, transferState }: Payout, action: SellerPayoutAction): ApiError {
  if (status === 'pending' && transferState === 'sending')
    return new ApiError('conflict', {
      message:
        'Stripe may have sent this payout already. Wait until Stripe has confirmed or refused it, then try again.',
      reason: 'payout_being_sent',
    })
  const message =
    transferState !== null && action === 'returned'
      ? 'Stripe sent this payout. If the bank of the seller returned the money, it is in the Stripe account of the seller, who corrects the bank account there.'
      : status === 'pending' && transferState !== null && action === 'paid'
        ? 'Stripe sends this payout. To send the money by bank, mark the payout as failed, set the bank account of the seller, and create a new payout.'
        : `Cannot apply ${action} to a payout in status ${status}. Its field actions lists what it accepts now.`
  return new ApiError('conflict', { message, reason: 'illegal_transition' })
}

/** Why a payout that was not sent should not be sent now: what seller_payout_hold() says. */
export const PAYOUT_HOLDS = ['disputed', 'taken_back'] as const
export type PayoutHold = (typeof PAYOUT_HOLDS)[number]

export const PAYOUT_REQUESTERS = ['seller', 'operator', 'monthly'] as const
export type PayoutRequester = (typeof PAYOUT_REQUESTERS)[number]

export const DESTINATION_KINDS = ['manual', 'stripe_connect'] as const
export type DestinationKind = (typeof DESTINATION_KINDS)[number]

/** Why a seller gets no payout now. */
export const PAYOUT_BLOCKS = ['frozen', 'no_destination', 'destination_disabled'] as const
export type PayoutBlock = (typeof PAYOUT_BLOCKS)[number]

type Payee = { frozenAt: Date | null; destinationKind: DestinationKind | null; destinationReady: boolean }

/** `isConnectOn`: the marketplace sends payouts through Stripe. Without it, nobody sends those to accounts there. */
export function findPayoutBlock(
  { frozenAt, destinationKind, destinationReady }: Payee,
  isConnectOn: boolean,
): PayoutBlock | null {
  if (frozenAt !== null) return 'frozen'
  if (destinationKind === null) return 'no_destination'
  // A bank account is always ready: an older process that saves one leaves the mark of the account at Stripe.
  return destinationKind === 'manual' || (destinationReady && isConnectOn) ? null : 'destination_disabled'
}

const REFUSALS: Record<PayoutBlock, { message: string; reason: ErrorReason }> = {
  frozen: { message: 'Payouts of this seller are paused by an operator.', reason: 'seller_frozen' },
  no_destination: {
    message:
      'There is no bank account for payouts yet. Set up payouts in your account, or send your bank details to the operator of this marketplace.',
    reason: 'no_payout_destination',
  },
  destination_disabled: {
    message:
      'No payouts can be sent to this Stripe account now. Open the payout setup to see what Stripe needs, or send your bank details to the operator of this marketplace.',
    reason: 'payout_destination_disabled',
  },
}

export const refusePayout = (block: PayoutBlock): ApiError => new ApiError('conflict', REFUSALS[block])

type Destination = { destinationKind: DestinationKind | null; destinationAt: Date | null }

/** Whether payouts go to the account at Stripe: the later choice wins, of the seller who set it up or of the operator. */
export const usesAccount = (
  { destinationKind, destinationAt }: Destination,
  account: { isReady: boolean; requestedAt: Date },
): boolean =>
  destinationKind === 'stripe_connect' ||
  (account.isReady && (destinationAt === null || account.requestedAt >= destinationAt))

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
