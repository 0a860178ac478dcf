// Statuses of a seller's listings, sales and payouts as badges, and why payouts are not made.
import type {
  PayoutBlock,
  ProofResult,
  SellerListingStatus,
  SellerPayoutStatus,
  SellerPayoutTransferState,
  SellerSaleStatus,
} from '@freehold/sdk/types'
import type { ReactNode } from 'react'
import { ContactLink } from '../../ui/contact.tsx'
import { Badge, type Tone } from '../../ui/feedback.tsx'

type Words = { tone: Tone; text: string }

const LISTINGS: Record<SellerListingStatus, Words> = {
  pending_verification: { tone: 'warn', text: 'Waiting for TXT record' },
  listed: { tone: 'good', text: 'Listed' },
  reserved: { tone: 'info', text: 'Reserved' },
  sold: { tone: 'neutral', text: 'Sold' },
  withdrawn: { tone: 'neutral', text: 'Withdrawn' },
  expired: { tone: 'bad', text: 'Not verified in time' },
}

const SALES: Record<SellerSaleStatus, Words> = {
  sold: { tone: 'info', text: 'Waiting for transfer' },
  delivered: { tone: 'info', text: 'Delivered' },
  payable: { tone: 'good', text: 'Payable' },
  in_payout: { tone: 'info', text: 'In a payout' },
  paid_out: { tone: 'good', text: 'Paid out' },
  reversed: { tone: 'neutral', text: 'Canceled' },
  clawed_back: { tone: 'bad', text: 'Taken back' },
}

const PAYOUTS: Record<SellerPayoutStatus, Words> = {
  pending: { tone: 'info', text: 'Being sent' },
  paid: { tone: 'good', text: 'Sent' },
  failed: { tone: 'bad', text: 'Failed' },
  reversed: { tone: 'bad', text: 'Taken back' },
}

const TRANSFERS: Record<SellerPayoutTransferState, Words> = {
  queued: { tone: 'info', text: 'Waiting for Stripe' },
  sending: { tone: 'warn', text: 'Asked Stripe' },
  refused: { tone: 'bad', text: 'Refused by Stripe' },
  sent: { tone: 'good', text: 'Sent by Stripe' },
  taken_over: { tone: 'neutral', text: 'Not sent' },
}

const toBadge = ({ tone, text }: Words) => <Badge tone={tone}>{text}</Badge>

export const ListingStatus = ({ status }: { status: SellerListingStatus }) => toBadge(LISTINGS[status])
export const SaleStatus = ({ status }: { status: SellerSaleStatus }) => toBadge(SALES[status])
/** It was sent, but a bank can return it. */
export const PayoutStatus = ({ status, isReturned }: { status: SellerPayoutStatus; isReturned: boolean }) =>
  toBadge(isReturned ? { tone: 'bad', text: 'Returned by the bank' } : PAYOUTS[status])

export const TransferStateBadge = ({ state }: { state: SellerPayoutTransferState }) => toBadge(TRANSFERS[state])

export const RESULT_TEXTS: Record<ProofResult, string> = {
  found: 'The record is right.',
  missing: 'There is no TXT record with this name yet.',
  mismatch: 'There are TXT records with this name, but none has this value.',
  unavailable: 'The nameservers of the domain did not respond.',
  conflict: 'The record is right, but the domain cannot be listed now.',
}

const SEND_BANK_DETAILS = (
  <>
    Send your bank details to <ContactLink>the operator of this marketplace</ContactLink>.
  </>
)

const BLOCK_TEXTS: Record<PayoutBlock, ReactNode> = {
  no_destination: <>There is no bank account for your payouts, so you are not paid yet. {SEND_BANK_DETAILS}</>,
  destination_disabled: (
    <>No payouts can be sent to your Stripe account now, so you are not paid. {SEND_BANK_DETAILS}</>
  ),
  frozen: (
    <>
      The operator of this marketplace paused your payouts. <ContactLink>Contact the operator</ContactLink>.
    </>
  ),
}

/** Where sellers set up payouts themselves, nobody sends bank details. */
const SETUP_TEXTS: Partial<Record<PayoutBlock, string>> = {
  no_destination: 'There is no payout account yet, so you are not paid. Set it up below.',
  destination_disabled:
    'Stripe accepts no payouts to your account now, so you are not paid. See below what Stripe needs.',
}

export const findBlockText = (block: PayoutBlock, canSetUp: boolean): ReactNode =>
  (canSetUp ? SETUP_TEXTS[block] : undefined) ?? BLOCK_TEXTS[block]
