// Stripe through its own library. An intent is made per attempt; only Stripe's signed notice makes it paid.
import Stripe from 'stripe'
import type { Clock } from '../../kernel/clock.ts'
import { ApiError, invariant } from '../../kernel/errors.ts'
import type { Charge, ChargeResult, NoticeReader, PaymentNotice, PaymentProvider } from './provider.ts'
import { parseDispute, sendAnswer } from './stripe-disputes.ts'

export type StripeSettings = {
  secretKey: string
  webhookSecret: string
  /** Where the browser's part runs; null leaves the address to the library. Tests point it at a double. */
  apiBase: string | null
}

export type StripeProvider = PaymentProvider & NoticeReader

const TIMEOUT_MS = 10_000
const NETWORK_RETRIES = 2
const SIGNATURE_AGE_SECONDS_MAX = 300

function createClient({ secretKey, apiBase }: StripeSettings): Stripe {
  const options = { telemetry: false, timeout: TIMEOUT_MS, maxNetworkRetries: NETWORK_RETRIES }
  if (apiBase === null) return new Stripe(secretKey, options)
  const { hostname, port, protocol } = new URL(apiBase)
  const plain = protocol === 'http:'
  return new Stripe(secretKey, {
    ...options,
    host: hostname,
    port: port || (plain ? 80 : 443),
    protocol: plain ? 'http' : 'https',
  })
}

/** Everything that Stripe may answer with is one of: our mistake (a bug), or something that a later try may find well. */
function unavailable(error: unknown): ApiError {
  const { type, code } = error as { type?: string; code?: string }
  return new ApiError('upstream_unavailable', {
    message: `The payment processor is unavailable (${code ?? type ?? 'no connection'}). Try again shortly.`,
    headers: { 'retry-after': '5' },
  })
}

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

/** Ids and codes as Stripe and we write them; they go into the database. */
const isWord = (value: unknown): value is string => typeof value === 'string' && /^[\w.-]{1,255}$/.test(value)

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
    at: Number.isSafeInteger(created) ? new Date((created as number) * 1000) : null,
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
    async refund({ paymentId, ref, amountCents }) {
      try {
        const refund = await stripe.refunds.create(
          { payment_intent: ref, amount: amountCents, metadata: { payment_id: paymentId } },
          { idempotencyKey: `${paymentId}.refund` },
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
      let event: unknown
      try {
        event = stripe.webhooks.constructEvent(
          raw,
          signature ?? '',
          settings.webhookSecret,
          SIGNATURE_AGE_SECONDS_MAX,
          undefined,
          clock.now().getTime(),
        )
      } catch {
        throw new ApiError('invalid_signature', {
          message:
            'The Stripe-Signature header does not match the body, or its timestamp is too old. Check STRIPE_WEBHOOK_SECRET and the server clock.',
        })
      }
      return parseDispute(event) ?? parseNotice(event)
    },
  }
}
