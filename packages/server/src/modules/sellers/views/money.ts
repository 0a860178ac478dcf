// The API views of sellers' sales, balances and payouts, and of sellers as operators see them.
import { ActionsView, actionViews } from '../../../http/actions.ts'
import {
  Cents,
  CurrencyCode,
  EmailText,
  IdText,
  isoTime,
  isoTimeOrNull,
  Named,
  Nullable,
  OneOf,
  PositiveCents,
  type Static,
  SumCents,
  Timestamp,
  Type,
} from '../../../http/schema.ts'
import { explainBankFailure } from '../rules/bank-payouts.ts'
import {
  DESTINATION_KINDS,
  findPayoutBlock,
  PAYOUT_BLOCKS,
  PAYOUT_HOLDS,
  PAYOUT_REQUESTERS,
  SELLER_PAYOUT_ACTIONS,
  SELLER_PAYOUT_STATUSES,
  sellerPayoutActions,
} from '../rules/payouts.ts'
import { SELLER_SALE_STATUSES, showSaleState } from '../rules/sales.ts'
import { TRANSFER_STATES } from '../rules/transfers.ts'
import type { ListedPayout, SellerPayout } from '../store/payouts.ts'
import type { SellerBalance, ShownSale } from '../store/sales.ts'
import type { ListedSeller, Seller } from '../store/sellers.ts'

export const SellerSaleView = Named('SellerSale', {
  order_id: Type.String({ description: 'ID of the order.' }),
  domain: Type.String(),
  domain_unicode: Type.String(),
  status: OneOf(SELLER_SALE_STATUSES, {
    title: 'SellerSaleStatus',
    description:
      '`sold`: waits for the transfer. `delivered`: the proceeds are held. `payable`: they are part of your balance, also if a part of their payout was taken back. `in_payout`: they are part of a payout that is being sent. `paid_out`: they were paid out. `reversed`: refunded or canceled. `clawed_back`: the buyer got the money back after the delivery.',
  }),
  currency: CurrencyCode(),
  price_cents: Cents('Price of the sale, less partial refunds, in minor units.'),
  commission_cents: Cents('Commission of the partner that sold the domain, in minor units.'),
  fee_bps: Type.Integer({ description: 'Fee of the marketplace in basis points, as it was at the sale.' }),
  fee_cents: Cents('Fee of the marketplace, in minor units.'),
  proceeds_cents: Cents('What you earn: the price less commission and fee, in minor units.'),
  sold_at: Timestamp('When the domain was sold.'),
  payable_at: Nullable(Timestamp('When the proceeds are payable. Null until the domain is delivered.')),
  payout_id: Nullable(Type.String({ description: 'ID of the payout that pays the proceeds. Null if there is none.' })),
  disputed: Type.Boolean({
    description: 'True while the payment of the buyer is disputed. The proceeds are not paid.',
  }),
})

export const SELLER_SALE_COLUMNS = Object.keys(SellerSaleView.properties)

export const sellerSaleView = (sale: ShownSale): Static<typeof SellerSaleView> => ({
  order_id: sale.orderId,
  domain: sale.domain,
  domain_unicode: sale.domainUnicode,
  status: showSaleState(sale.state, sale.payoutId === null ? null : sale),
  currency: sale.currency as 'USD',
  price_cents: sale.priceCents,
  commission_cents: sale.commissionCents,
  fee_bps: sale.feeBps,
  fee_cents: sale.feeCents,
  proceeds_cents: sale.proceedsCents,
  sold_at: isoTime(sale.soldAt),
  payable_at: isoTimeOrNull(sale.payableAt),
  payout_id: sale.payoutId,
  disputed: sale.disputed,
})

const BalanceRow = Named('SellerCurrencyBalance', {
  currency: CurrencyCode(),
  pending_cents: SumCents('Proceeds of sales that are not delivered, or whose hold is not over, in minor units.'),
  payable_cents: Type.Integer({
    description:
      'What can be paid out now, in minor units. Below zero if the buyer of a sale that was paid out got the money back: your next sales are set off against it.',
  }),
  disputed_cents: SumCents('Proceeds that are not paid because the payment is disputed, in minor units.'),
  in_transit_cents: SumCents('Payouts that are being sent, in minor units.'),
  paid_out_cents: SumCents('Payouts that were sent, in minor units.'),
})

const DestinationKindName = () =>
  OneOf(DESTINATION_KINDS, {
    title: 'DestinationKind',
    description: '`manual`: an operator sends a bank transfer. `stripe_connect`: Stripe pays your account there.',
  })

const DestinationView = Named('PayoutDestination', {
  kind: DestinationKindName(),
  hint: Type.String({ description: 'The end of the bank reference or account number.' }),
  set_at: Timestamp('When it was set.'),
})

const destinationView = ({ destinationKind, destinationHint, destinationAt }: Seller) =>
  destinationKind === null || destinationHint === null || destinationAt === null
    ? null
    : { kind: destinationKind, hint: destinationHint, set_at: isoTime(destinationAt) }

const PayoutBlockName = () =>
  Nullable(
    OneOf(PAYOUT_BLOCKS, {
      title: 'PayoutBlock',
      description:
        'Why no payouts are made. `no_destination`: there is no bank account yet; set up payouts, or send your bank details to the operator. `destination_disabled`: no payouts can be sent to your Stripe account now; see your payout account, or send your bank details to the operator. `frozen`: an operator paused your payouts. Null if nothing blocks them.',
    }),
  )

export const SellerBalanceView = Named('SellerBalance', {
  balances: Type.Array(BalanceRow, { description: 'One row for each currency that you sold in.' }),
  destination: Nullable(DestinationView),
  payout_block: PayoutBlockName(),
  minimum_payout_cents: Type.Integer({ description: 'The least amount of a payout on request, in minor units.' }),
  fee_bps: Type.Integer({ description: 'Fee of the marketplace on new sales, in basis points.' }),
})

const NOBODY = {
  frozenAt: null,
  destinationKind: null,
  destinationHint: null,
  destinationAt: null,
  destinationReady: true,
}

const balanceRows = (balances: readonly SellerBalance[]) =>
  balances.map((one) => ({
    currency: one.currency as 'USD',
    pending_cents: one.pendingCents,
    payable_cents: one.payableCents,
    disputed_cents: one.disputedCents,
    in_transit_cents: one.inTransitCents,
    paid_out_cents: one.paidOutCents,
  }))

/** An account that never sold anything has a balance, too: an empty one. */
export const sellerBalanceView = (
  seller: Seller | undefined,
  balances: readonly SellerBalance[],
  terms: { minimumCents: number; feeBps: number; isConnectOn: boolean },
): Static<typeof SellerBalanceView> => ({
  balances: balanceRows(balances),
  destination: destinationView((seller ?? NOBODY) as Seller),
  payout_block: findPayoutBlock(seller ?? NOBODY, terms.isConnectOn),
  minimum_payout_cents: terms.minimumCents,
  fee_bps: terms.feeBps,
})

const payoutFields = {
  payout_id: IdText('spo_'),
  status: OneOf(SELLER_PAYOUT_STATUSES, { title: 'SellerPayoutStatus' }),
  amount_cents: PositiveCents(),
  currency: CurrencyCode(),
  destination_kind: DestinationKindName(),
  destination_hint: Type.String({ description: 'The end of the bank reference or account that the payout goes to.' }),
  requested_by: OneOf(PAYOUT_REQUESTERS, { title: 'PayoutRequester', description: 'Who started the payout.' }),
  reference: Nullable(Type.String({ description: 'Reference of the transfer.' })),
  failure_reason: Nullable(Type.String({ description: 'Why the payout failed, or why the bank returned it.' })),
  created_at: Timestamp(),
  paid_at: Nullable(Timestamp()),
  failed_at: Nullable(Timestamp('When the payout failed. Its amount is payable again.')),
  reversed_cents: Cents(
    'What Stripe took back of a payout that was sent, or the bank returned, in minor units. It is payable again.',
  ),
  bank_failure: Nullable(
    Type.String({
      description:
        'Why the bank returned the money to the Stripe account, in a sentence. Null if Stripe reported nothing of the kind, or has paid again.',
    }),
  ),
}

export const SellerPayoutView = Named('SellerPayout', payoutFields)
export const SELLER_PAYOUT_COLUMNS = Object.keys(payoutFields)

export const sellerPayoutView = (payout: SellerPayout): Static<typeof SellerPayoutView> => ({
  payout_id: payout.id,
  status: payout.status,
  amount_cents: payout.amountCents,
  currency: payout.currency as 'USD',
  destination_kind: payout.destinationKind,
  destination_hint: payout.destinationHint,
  requested_by: payout.requestedBy,
  reference: payout.reference,
  failure_reason: payout.failureReason,
  created_at: isoTime(payout.createdAt),
  paid_at: isoTimeOrNull(payout.paidAt),
  failed_at: isoTimeOrNull(payout.failedAt),
  reversed_cents: payout.reversedCents,
  bank_failure: payout.bankFailure === null ? null : explainBankFailure(payout.bankFailure),
})

const TransferView = Named('SellerPayoutTransfer', {
  state: OneOf(TRANSFER_STATES, {
    title: 'SellerPayoutTransferState',
    description:
      '`queued`: not sent yet. `sending`: Stripe was asked, and the result is not known yet. `refused`: Stripe refused; retry, or record the payout as failed. `sent`: the transfer was made. `taken_over`: the payout ended without a transfer.',
  }),
  account: Nullable(Type.String({ description: 'ID of the account at Stripe.' })),
  reference: Nullable(Type.String({ description: 'ID of the transfer at Stripe.' })),
  attempts: Type.Integer({ description: 'How often Stripe was asked.' }),
  error: Nullable(
    Type.String({
      description:
        'Why the last try failed, as Stripe says. `mismatch`: Stripe has a transfer for this payout with another account, amount or currency.',
    }),
  ),
  next_attempt_at: Nullable(Timestamp('When it is tried again. Null if nothing is planned.')),
})

const transferView = (payout: SellerPayout): Static<typeof TransferView> | null =>
  payout.transferState === null
    ? null
    : {
        state: payout.transferState,
        account: payout.destinationAccount,
        reference: payout.transferRef,
        attempts: payout.transferAttempts,
        error: payout.transferError,
        next_attempt_at: isoTimeOrNull(payout.nextAttemptAt),
      }

export const OperatorSellerPayoutView = Named('OperatorSellerPayout', {
  ...payoutFields,
  user_id: Type.String(),
  transfer: Nullable(TransferView),
  hold: Nullable(
    OneOf(PAYOUT_HOLDS, {
      title: 'SellerPayoutHold',
      description:
        'Why a pending payout should not be sent now. `disputed`: a buyer disputes the payment of one of its sales. `taken_back`: a buyer got the money of one of its sales back; record the payout as failed, and the rest is payable again. Null if no sale is in the way. Payouts of a frozen seller wait, too.',
    }),
  ),
  actions: ActionsView('SellerPayoutAction', SELLER_PAYOUT_ACTIONS, {
    values: SELLER_PAYOUT_STATUSES,
    title: 'SellerPayoutStatus',
  }),
})

export const operatorSellerPayoutView = (payout: ListedPayout): Static<typeof OperatorSellerPayoutView> => ({
  ...sellerPayoutView(payout),
  user_id: payout.sellerId,
  transfer: transferView(payout),
  hold: payout.hold,
  actions: actionViews(sellerPayoutActions(payout), { paid: ['reference'], failed: ['reason'], returned: ['reason'] }),
})

const sellerFields = {
  user_id: Type.String(),
  email: EmailText(),
  listed_count: Type.Integer({ description: 'Listings on the market.' }),
  pending_count: Type.Integer({ description: 'Listings that wait for their verification.' }),
  sales_count: Type.Integer({ description: 'Sales that were not reversed.' }),
  frozen_at: Nullable(Timestamp('When an operator froze the seller. Null if the seller is not frozen.')),
  frozen_reason: Nullable(Type.String({ description: 'Why the seller is frozen.' })),
  destination: Nullable(DestinationView),
  payout_block: PayoutBlockName(),
  created_at: Timestamp(),
}

export const SellerView = Named('Seller', sellerFields)

export const sellerView = (seller: ListedSeller, isConnectOn: boolean): Static<typeof SellerView> => ({
  user_id: seller.userId,
  email: seller.email,
  listed_count: seller.listed,
  pending_count: seller.pending,
  sales_count: seller.sales,
  frozen_at: isoTimeOrNull(seller.frozenAt),
  frozen_reason: seller.frozenReason,
  destination: destinationView(seller),
  payout_block: findPayoutBlock(seller, isConnectOn),
  created_at: isoTime(seller.createdAt),
})

export const SellerDetailView = Named('SellerDetail', {
  ...sellerFields,
  balances: Type.Array(BalanceRow, { description: 'One row for each currency that the seller sold in.' }),
  bank_reference: Nullable(Type.String({ description: 'Where the money is sent. Null if none was entered.' })),
})

export const sellerDetailView = (
  seller: Static<typeof SellerView>,
  balances: readonly SellerBalance[],
  bankReference: string | null,
): Static<typeof SellerDetailView> => ({
  ...seller,
  balances: balanceRows(balances),
  bank_reference: bankReference,
})
