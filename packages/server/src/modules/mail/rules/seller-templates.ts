// Messages to sellers: their listings, sales and payouts.
import { button, facts, formatAmount, type MailContent, paragraph } from './content.ts'

const SELLER_REASON = 'You receive this message because you sell domains on this marketplace.'

/** `name` is the domain as people read it. */
type Listed = { domain: string; name: string }

/** `isByHand`: an operator listed it without the record. */
const listingVerified = ({ name, isByHand }: Listed & { isByHand?: boolean }): MailContent => ({
  subject: `${name} is listed for sale`,
  preview: isByHand ? 'The operator verified it.' : 'We found your TXT record.',
  blocks: [
    paragraph(
      isByHand
        ? `The operator of this marketplace verified ${name}, and it is now on the market. You do not need the TXT record. If you did not offer it, contact the operator.`
        : `We found your TXT record, and ${name} is now on the market. You can delete the record.`,
    ),
    button('View listings', '/account/selling'),
  ],
  reason: SELLER_REASON,
})

const listingExpired = ({ name }: Listed): MailContent => ({
  subject: `${name} could not be verified`,
  preview: 'We did not find the TXT record within 7 days.',
  blocks: [
    paragraph(
      `We looked for the TXT record of ${name} for 7 days and did not find it. The domain was not listed. To try again, list the domain again and publish the new record.`,
    ),
    button('View listings', '/account/selling'),
  ],
  reason: SELLER_REASON,
})

/** `detail` says in a sentence what the service found. */
const listingWithdrawn = ({ name, detail }: Listed & { detail: string }): MailContent => ({
  subject: `${name} was taken off the market`,
  preview: detail,
  blocks: [
    paragraph(`We took ${name} off the market, because a buyer could not get it. ${detail}`),
    paragraph(
      'If you still control the domain, renew it, or list it again and prove it. If you think that this is wrong, contact the operator of the marketplace.',
    ),
    button('View listings', '/account/selling'),
  ],
  reason: SELLER_REASON,
})

const domainSold = (sale: {
  name: string
  orderId: string
  priceCents: number
  proceedsCents: number
  currency: string
}): MailContent => ({
  subject: `You sold ${sale.name}`,
  preview: `Price: ${formatAmount(sale.priceCents, sale.currency)}.`,
  blocks: [
    paragraph(`Your domain ${sale.name} was sold. The operator of the marketplace contacts you about the transfer.`),
    facts(
      ['Domain', sale.name],
      ['Order number', sale.orderId],
      ['Price', formatAmount(sale.priceCents, sale.currency)],
      ['You earn', formatAmount(sale.proceedsCents, sale.currency)],
    ),
    paragraph('Keep the domain until the transfer starts. The amount is payable 7 days after the delivery.'),
    button('View sales', '/account/selling/money'),
  ],
  reason: SELLER_REASON,
})

const saleReversed = ({ name }: Listed): MailContent => ({
  subject: `The sale of ${name} was canceled`,
  preview: 'The buyer gets the payment back.',
  blocks: [
    paragraph(
      `The sale of ${name} was refunded or canceled before the delivery. You keep the domain, and it is on the market again.`,
    ),
    button('View listings', '/account/selling'),
  ],
  reason: SELLER_REASON,
})

const payoutSent = (payout: {
  payoutId: string
  amountCents: number
  currency: string
  reference: string | null
  destination: string
}): MailContent => ({
  subject: `Payout of ${formatAmount(payout.amountCents, payout.currency)} sent`,
  preview: 'For the domains that you sold.',
  blocks: [
    paragraph('We sent a payout for the domains that you sold. Your bank can take several days to show it.'),
    facts(
      ['Payout', payout.payoutId],
      ['Amount', formatAmount(payout.amountCents, payout.currency)],
      ['To', payout.destination],
      ...(payout.reference === null ? [] : [['Reference', payout.reference] as const]),
    ),
    button('View payouts', '/account/selling/money'),
  ],
  reason: SELLER_REASON,
})

/** `canSetUp`: sellers set up payouts themselves, at Stripe. */
const destinationMissing = ({
  payable,
  block = 'no_destination',
  canSetUp = false,
}: {
  payable: readonly { currency: string; cents: number }[]
  block?: 'no_destination' | 'destination_disabled'
  canSetUp?: boolean
}): MailContent => {
  const isDisabled = block === 'destination_disabled'
  const trouble = isDisabled
    ? 'Your sales are payable, but no payouts can be sent to your Stripe account now.'
    : 'Your sales are payable, but there is no bank account for your payouts.'
  const setUp = isDisabled ? 'Open the payout setup to see what Stripe needs.' : 'Set up payouts in your account.'
  const help = canSetUp ? setUp : 'Send your bank details to the operator of the marketplace.'
  return {
    subject: 'We cannot pay you out yet',
    preview: isDisabled
      ? 'No payouts can be sent to your Stripe account.'
      : 'There is no bank account for your payouts.',
    blocks: [
      paragraph(`${trouble} ${help} You are paid with the next monthly payout, or when you ask for it.`),
      facts(...payable.map(({ currency, cents }) => ['Payable', formatAmount(cents, currency)] as const)),
      button(canSetUp ? 'Set up payouts' : 'View balance', '/account/selling/money'),
    ],
    reason: SELLER_REASON,
  }
}

/** `why` is a sentence if Stripe paid; if an operator sent a bank transfer (`isByStripe` is false), the operator's words. */
const bankPayoutFailed = (payout: {
  amountCents: number
  currency: string
  why: string
  isByStripe?: boolean
}): MailContent => ({
  subject: `Your bank returned ${formatAmount(payout.amountCents, payout.currency)}`,
  preview: payout.why,
  blocks: [
    ...(payout.isByStripe === false
      ? [
          paragraph(
            `The payout of ${formatAmount(payout.amountCents, payout.currency)} that we sent to your bank account came back. It is payable again.`,
          ),
          facts(['Reason', payout.why]),
          paragraph('Send your bank details to the operator of the marketplace. You are then paid again.'),
        ]
      : [
          paragraph(
            `Stripe could not pay ${formatAmount(payout.amountCents, payout.currency)} to your bank account. ${payout.why} The money is in your Stripe account.`,
          ),
          paragraph(
            'Open your Stripe account from the page of your balance, and correct your bank account there. Stripe then pays again.',
          ),
        ]),
    button('View balance', '/account/selling/money'),
  ],
  reason: SELLER_REASON,
})

/** A change that the seller did not make must not stay unseen. */
const destinationChanged = ({ destination }: { destination: string }): MailContent => ({
  subject: 'Your payouts go to another account',
  preview: `New payouts go to ${destination}.`,
  blocks: [
    paragraph(`From now on, payouts for the domains that you sell go to ${destination}.`),
    paragraph(
      'If you did not change this, change your password and contact the operator of the marketplace, who can pause your payouts.',
    ),
    button('View balance', '/account/selling/money'),
  ],
  reason: SELLER_REASON,
})

export const SELLER_TEMPLATES = {
  domain_sold: domainSold,
  sale_reversed: saleReversed,
  seller_payout_sent: payoutSent,
  payout_destination_missing: destinationMissing,
  payout_destination_changed: destinationChanged,
  bank_payout_failed: bankPayoutFailed,
  listing_verified: listingVerified,
  listing_expired: listingExpired,
  listing_withdrawn: listingWithdrawn,
} as const
