// Stripe through its own library. An intent is made per attempt; only Stripe's signed notice makes it paid.
import Stripe from 'stripe'
import type { Clock } from '../../kernel/clock.ts'
import { ApiError, invariant } from '../../kernel/errors.ts'
import type { ConnectProvider } from './connect.ts'
import type { Charge, ChargeResult, NoticeReader, PaymentNotice, PaymentProvider } from './provider.ts'
import { createClient, isWord, type StripeKeys, toTime, unavailable } from './stripe-client.ts'
import { createConnectProvider, parseAccount, parseBankPayout, parseTransfer } from './stripe-connect.ts'
import { parseDispute, sendAnswer } from './stripe-disputes.ts'

export type StripeSettings = StripeKeys & {
  webhookSecret: string
  /** Of the endpoint for events of sellers' accounts; null: payouts do not go through Stripe. */
  connectWebhookSecret: string | null
}

export type StripeProvider = PaymentProvider & NoticeReader

const SIGNATURE_AGE_SECONDS_MAX = 300

/** An intent that refuses to be cancelled has been paid, or is about to be; or it was cancelled before. */
function afterRefusedCancel(error: unknown, ref: string): ChargeResult {
  const intent = (error as { payment_intent?: Stripe.PaymentIntent }).payment_intent
  if (intent?.status === 'canceled') return { status: 'cancelled', ref }
  if (intent?.status === 'succeeded' || intent?.status === 'processing') return { status: 'unconfirmed', ref }
  throw unavailable(error)
}

const NOTICES: Record<string, PaymentNotice['kind']> = {
  'payment_intent.succeeded': 'paid',
  'payment_intent.requires_action': 'pending',
  'payment_intent.processing': 'pending',
  'payment_intent.payment_failed': 'failed',
  'payment_intent.canceled': 'cancelled',
}

/** The signature shows who wrote it, not that it is well written: every member is looked at before it is used. */
function parseNotice(event: unknown): PaymentNotice | null {
  const { type, data, created } = (event ?? {}) as {
    type?: unknown
    data?: { object?: unknown } | null
    created?: unknown
  }
  const kind = typeof type === 'string' && Object.hasOwn(NOTICES, type) ? NOTICES[type] : undefined
  if (kind === undefined) return null
  const intent = (data?.object ?? {}) as Partial<Stripe.PaymentIntent>
  const paymentId: unknown = intent.metadata?.payment_id
  if (!paymentId) return null
  const amountCents = kind === 'paid' ? intent.amount_received : intent.amount
  if (!isWord(paymentId) || !isWord(intent.id) || !isWord(intent.currency) || !Number.isSafeInteger(amountCents))
    throw new ApiError('validation_error', {
      message:
        'The Stripe event has no valid payment ID, amount or currency. Check who created this payment in Stripe.',
    })
  const code = intent.last_payment_error?.code
  return {
    kind,
    ref: intent.id,
    paymentId,
    amountCents: amountCents as number,
    currency: intent.currency.toUpperCase(),
    code: isWord(code) ? code : null,
    at: toTime(created),
  }
}

export function createStripeProvider(settings: StripeSettings, clock: Clock): StripeProvider {
  const stripe = createClient(settings)

  const createIntent = (charge: Charge) =>
    stripe.paymentIntents
      .create(
        {
          amount: charge.amountCents,
          currency: charge.currency.toLowerCase(),
          description: charge.description,
          metadata: { payment_id: charge.paymentId },
          automatic_payment_methods: { enabled: true },
        },
        { idempotencyKey: charge.paymentId },
      )
      .catch((error: unknown) => {
        throw unavailable(error)
      })

  /** Stripe signs events of the marketplace and of sellers' accounts with different secrets. */
  function readEvent(raw: Buffer, signature: string): object {
    for (const secret of [settings.webhookSecret, settings.connectWebhookSecret]) {
      if (secret === null) continue
      try {
        const now = clock.now().getTime()
        const event: unknown = stripe.webhooks.constructEvent(
          raw,
          signature,
          secret,
          SIGNATURE_AGE_SECONDS_MAX,
          undefined,
          now,
        )
        return typeof event === 'object' && event !== null ? event : {}
      } catch {
        // The other secret may have signed it.
      }
    }
    throw new ApiError('invalid_signature', {
      message:
        'The Stripe-Signature header does not match the body, or its timestamp is too old. Check STRIPE_WEBHOOK_SECRET, STRIPE_CONNECT_WEBHOOK_SECRET and the server clock.',
    })
  }

  return {
    name: 'stripe',
    takesCards: false,
    async start(charge) {
      const { id: ref, client_secret: clientSecret } = await createIntent(charge)
      return { status: 'requires_action', ref, clientSecret, card: null }
    },
    confirm() {
      throw new ApiError('conflict', {
        message: 'Stripe confirms this payment in the browser. Reload the checkout page.',
        reason: 'illegal_transition',
      })
    },
    async conclude(charge, known) {
      // Without a reference we may have crashed before noting it: the same idempotency key finds the same intent.
      const ref = known ?? (await createIntent(charge)).id
      try {
        await stripe.paymentIntents.cancel(ref)
        return { status: 'cancelled', ref }
      } catch (error) {
        return afterRefusedCancel(error, ref)
      }
    },
    async refund({ paymentId, ref, amountCents, isRest = false }) {
      try {
        const refund = await stripe.refunds.create(
          { payment_intent: ref, amount: amountCents, metadata: { payment_id: paymentId } },
          // Stripe keeps one amount for each key, also of a try that failed. Each lost dispute leaves another rest.
          { idempotencyKey: `${paymentId}.refund${isRest ? `.rest.${amountCents}` : ''}` },
        )
        invariant(
          refund.status !== 'failed' && refund.status !== 'canceled',
          `Stripe refund ${refund.id} has status ${refund.status}`,
        )
        return { refundRef: refund.id }
      } catch (error) {
        throw error instanceof Stripe.errors.StripeError ? unavailable(error) : error
      }
    },
    async answerDispute(ref, answer, key) {
      try {
        await sendAnswer(stripe, ref, answer, key)
      } catch (error) {
        throw unavailable(error)
      }
    },
    readNotice(raw, signature) {
      const event = readEvent(raw, signature ?? '')
      // What happens on a seller's account says nothing about payments here, whatever it claims to be about.
      if ((event as { account?: unknown }).account !== undefined) return parseAccount(event) ?? parseBankPayout(event)
      return parseDispute(event) ?? parseTransfer(event) ?? parseNotice(event)
    },
  }
}

type Stripes = { stripe: StripeProvider; connect: ConnectProvider | null }

/** `connect` is null where operators pay sellers out. */
export const createStripe = (settings: StripeSettings, clock: Clock): Stripes => ({
  stripe: createStripeProvider(settings, clock),
  connect: settings.connectWebhookSecret === null ? null : createConnectProvider(settings),
})
