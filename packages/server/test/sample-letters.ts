// A message of every kind, as tests and screenshots show them.
import type { Letter } from '../src/modules/mail/rules/templates.ts'

const AT = new Date('2026-11-17T14:05:00Z')
const PURCHASE = { domain: 'quickwheels.com', orderId: 'ORD-7K2M9QX4', priceCents: 125_000, currency: 'USD' }
const SUBJECT = {
  partner: 'Bright Registrar',
  partnerId: 'ptn_01m7mx2nkw1qyqw4a9yfp0grt0',
  environment: 'live',
} as const
const STATEMENT = {
  ...SUBJECT,
  period: { start: new Date('2026-10-01T00:00:00Z'), end: new Date('2026-11-01T00:00:00Z') },
  currency: 'EUR',
  settlementId: 'stl_01m7mx2nkw1qyqw4a9yfp0grt0',
  dueAt: new Date('2026-11-16T02:00:00Z'),
}
const ENDPOINT = { ...SUBJECT, url: 'https://shop.example/hooks/freehold' }
const DISPUTED = {
  disputeId: 'dsp_01m7mx2nkw1qyqw4a9yfp0grt0',
  orderId: 'ord_01m7mx2nkw1qyqw4a9yfp0grt0',
  name: 'quickwheels.com',
  amountCents: 125_000,
  currency: 'USD',
  reason: 'product_not_received',
  respondBy: AT,
}
const WATCHED = { domain: 'quickwheels.com', name: 'quickwheels.com' }
const REGISTRATION = {
  purchaseId: 'pur_01m7mx2nkw1qyqw4a9yfp0grt0',
  product: 'registration',
  currency: 'USD',
} as const
const RENEWED = { name: 'my-new-shop.com', expiresAt: new Date('2028-11-17T14:05:00Z') }
const INVITATION = { invitedBy: 'ada@registrar.example', expiresAt: new Date('2026-11-24T14:05:00Z') }

const OFFER = {
  offerId: 'off_01m7mx2nkw1qyqw4a9yfp0grt0',
  name: 'quickwheels.com',
  amountCents: 180_000,
  currency: 'USD',
}

const LETTERS: readonly Letter[] = [
  { template: 'confirm_address' },
  { template: 'account_exists' },
  { template: 'no_account' },
  { template: 'reset_password' },
  { template: 'password_changed', data: { at: AT } },
  { template: 'change_address', data: { from: 'ada@old.example', to: 'ada@new.example' } },
  { template: 'use_address', data: { from: 'ada@old.example', to: 'ada@new.example' } },
  { template: 'address_changed', data: { from: 'ada@old.example', to: 'ada@new.example' } },
  { template: 'address_not_changed', data: { to: 'ada@new.example' } },
  { template: 'account_deleted', data: { at: AT } },
  {
    template: 'new_device',
    data: { at: AT, ipAddress: '2001:db8::1', browser: 'Firefox on Linux' },
  },
  { template: 'factor_changed', data: { change: 'passkey_added', at: AT } },
  { template: 'team_invitation', data: { ...INVITATION, role: 'owner', partner: 'Bright Registrar' } },
  { template: 'operator_invitation', data: { ...INVITATION, role: 'support' } },
  {
    template: 'receipt',
    data: { ...PURCHASE, paidAt: AT, seller: 'Bright Registrar', isClaimed: false, isTest: false },
  },
  {
    template: 'receipt',
    data: { ...PURCHASE, paidAt: AT, seller: 'Bright Registrar', isClaimed: true, isTest: false },
  },
  { template: 'claim', data: PURCHASE },
  { template: 'order_progress', data: { ...PURCHASE, step: 'started', isClaimed: true, isTest: false } },
  { template: 'order_progress', data: { ...PURCHASE, step: 'code_ready', isClaimed: true, isTest: false } },
  { template: 'order_progress', data: { ...PURCHASE, step: 'delivered', isClaimed: true, isTest: false } },
  { template: 'order_progress', data: { ...PURCHASE, step: 'failed', isClaimed: true, isTest: false } },
  { template: 'order_progress', data: { ...PURCHASE, step: 'refunded', isClaimed: true, isTest: false } },
  {
    template: 'brokerage_progress',
    data: {
      caseId: 'brk_01m7mx2nkw1qyqw4a9yfp0grt0',
      domain: 'quickwheels.com',
      status: 'Negotiating',
      text: 'We are negotiating with the owner of the domain.',
      note: 'The owner asked for two weeks to decide.',
    },
  },
  { template: 'webhook_failing', data: { ...ENDPOINT, failingSince: AT, lastError: 'Status code 503' } },
  { template: 'webhook_disabled', data: { ...ENDPOINT, reason: 'The endpoint responded with 410 Gone.' } },
  { template: 'statement_closed', data: { ...STATEMENT, owedCents: 431_250, earnedCents: 12_000 } },
  {
    template: 'payout_sent',
    data: {
      ...SUBJECT,
      kind: 'commission',
      payoutId: 'pay_01m7mx2nkw1qyqw4a9yfp0grt0',
      amountCents: 431_250,
      currency: 'EUR',
      reference: 'SEPA 2026-11-17/4',
    },
  },
  {
    template: 'domain_sold',
    data: {
      name: PURCHASE.domain,
      orderId: PURCHASE.orderId,
      priceCents: 125_000,
      proceedsCents: 112_500,
      currency: 'USD',
    },
  },
  { template: 'sale_reversed', data: WATCHED },
  {
    template: 'seller_payout_sent',
    data: {
      payoutId: 'spo_01m7mx2nkw1qyqw4a9yfp0grt0',
      amountCents: 112_500,
      currency: 'USD',
      reference: 'SEPA 2026-11-17',
      destination: '…3000',
    },
  },
  { template: 'payout_destination_missing', data: { payable: [{ currency: 'USD', cents: 112_500 }] } },
  {
    template: 'payout_destination_missing',
    data: { payable: [{ currency: 'USD', cents: 112_500 }], block: 'destination_disabled', canSetUp: true },
  },
  { template: 'payout_destination_changed', data: { destination: 'Stripe …6789' } },
  {
    template: 'bank_payout_failed',
    data: { amountCents: 112_500, currency: 'USD', why: 'The bank account is closed.' },
  },
  { template: 'listing_verified', data: WATCHED },
  { template: 'listing_verified', data: { ...WATCHED, isByHand: true } },
  { template: 'listing_expired', data: WATCHED },
  {
    template: 'listing_withdrawn',
    data: { ...WATCHED, detail: 'The registration expired on 2026-11-01.' },
  },
  {
    template: 'offer_received',
    data: { ...OFFER, to: 'seller', message: 'I can pay this week.', until: AT },
  },
  { template: 'offer_countered', data: { ...OFFER, to: 'buyer', message: 'The lowest I can do.', until: AT } },
  { template: 'offer_countered', data: { ...OFFER, to: 'seller', message: null, until: AT } },
  {
    template: 'offer_accepted',
    data: { ...OFFER, to: 'buyer', sessionId: 'cs_01m7mx2nkw1qyqw4a9yfp0grt0', until: AT, isTaxAdded: true },
  },
  { template: 'offer_agreed', data: { ...OFFER, to: 'seller', until: AT } },
  { template: 'offer_declined', data: { ...OFFER, to: 'buyer', message: 'Sorry, that is too low.' } },
  { template: 'offer_withdrawn', data: { ...OFFER, to: 'seller', message: null } },
  { template: 'offer_expired', data: { ...OFFER, to: 'buyer', wasAccepted: false } },
  { template: 'offer_expired', data: { ...OFFER, to: 'seller', wasAccepted: true } },
  { template: 'offer_closed', data: { ...OFFER, to: 'buyer', domain: 'quickwheels.com', reason: 'sold' } },
  {
    template: 'purchase_receipt',
    data: {
      ...REGISTRATION,
      lines: [{ name: 'my-new-shop.com', years: 2, priceCents: 2400 }],
      taxCents: 456,
      totalCents: 2856,
      paidAt: AT,
    },
  },
  {
    template: 'purchase_ended',
    data: { ...REGISTRATION, done: [RENEWED], failed: [], refundedCents: 0, disputedCents: 0 },
  },
  {
    template: 'purchase_ended',
    data: {
      ...REGISTRATION,
      done: [],
      failed: [{ name: 'my-new-shop.com', error: 'Someone else registered this domain first.' }],
      refundedCents: 2400,
      disputedCents: 0,
    },
  },
  {
    template: 'purchase_ended',
    data: {
      ...REGISTRATION,
      product: 'renewal' as const,
      done: [RENEWED, { name: 'quickwheels.com', expiresAt: null }],
      failed: [{ name: 'brightroad.com', error: 'Object status prohibits operation.' }],
      refundedCents: 700,
      disputedCents: 500,
    },
  },
  { template: 'renewal_reminder', data: { domains: [RENEWED] } },
  {
    template: 'renewal_reminder',
    data: { domains: [RENEWED, { name: 'quickwheels.com', expiresAt: new Date('2028-11-20T14:05:00Z') }] },
  },
  { template: 'dispute_opened', data: DISPUTED },
  { template: 'dispute_opened', data: { ...DISPUTED, isInquiry: true } },
  { template: 'dispute_closed', data: { ...DISPUTED, isWon: false, isTakenBack: false } },
  { template: 'order_disputed', data: { ...DISPUTED, ...SUBJECT } },
  { template: 'order_dispute_closed', data: { ...DISPUTED, ...SUBJECT, isWon: true, isTakenBack: false } },
  { template: 'sale_disputed', data: DISPUTED },
  { template: 'sale_dispute_won', data: DISPUTED },
  {
    template: 'sale_clawed_back',
    data: {
      name: 'quickwheels.com',
      orderId: 'ord_01m7mx2nkw1qyqw4a9yfp0grt0',
      proceedsCents: 112_500,
      currency: 'USD',
      cause: 'dispute',
    },
  },
  {
    template: 'watched_domain',
    data: { ...WATCHED, isTaxAdded: true, change: { change: 'for_sale', priceCents: 349_500, currency: 'USD' } },
  },
  {
    template: 'watched_domain',
    data: {
      ...WATCHED,
      change: {
        change: 'price',
        priceCents: 299_500,
        currency: 'USD',
        before: { priceCents: 349_500, currency: 'USD' },
      },
    },
  },
  { template: 'watched_domain', data: { ...WATCHED, change: { change: 'available' } } },
]

export const SAMPLE_LETTERS = LETTERS.map((letter, number) => ({
  name: `${String(number + 1).padStart(2, '0')}-${letter.template}`,
  letter,
}))
