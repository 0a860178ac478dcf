// Statuses of a seller's listings, sales and payouts as badges, and why payouts are not made.
import type {
  PayoutBlock,
  ProofResult,
  SellerListingStatus,
  SellerPayoutStatus,
  SellerSaleStatus,
} from '@freehold/sdk/types'
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
  reversed: { tone: 'neutral', text: 'Canceled' },
  clawed_back: { tone: 'bad', text: 'Taken back' },
}

const PAYOUTS: Record<SellerPayoutStatus, Words> = {
  pending: { tone: 'info', text: 'Being sent' },
  paid: { tone: 'good', text: 'Sent' },
  failed: { tone: 'bad', text: 'Failed' },
}

const toBadge = ({ tone, text }: Words) => <Badge tone={tone}>{text}</Badge>

export const ListingStatus = ({ status }: { status: SellerListingStatus }) => toBadge(LISTINGS[status])
export const SaleStatus = ({ status }: { status: SellerSaleStatus }) => toBadge(SALES[status])
export const PayoutStatus = ({ status }: { status: SellerPayoutStatus }) => toBadge(PAYOUTS[status])

export const RESULT_TEXTS: Record<ProofResult, string> = {
  found: 'The record is right.',
  missing: 'There is no TXT record with this name yet.',
  mismatch: 'There are TXT records with this name, but none has this value.',
  unavailable: 'The nameservers of the domain did not respond.',
  conflict: 'The record is right, but the domain cannot be listed now.',
}

export const BLOCK_TEXTS: Record<PayoutBlock, string> = {
  no_destination:
    'There is no bank account for your payouts, so you are not paid yet. Send your bank details to the operator of this marketplace.',
  frozen: 'The operator of this marketplace paused your payouts. Contact the operator.',
}
