// The settings PAYMENTS and STRIPE_…: the payment processor of live checkouts, and payouts to sellers through it.
import { ConfigError, type Env, readChoice } from './values.ts'

export type StripeSettings = {
  secretKey: string
  webhookSecret: string
  publishableKey: string | null
  apiBase: string | null
  /** Of the endpoint for events of sellers' accounts; null: operators pay sellers out. */
  connectWebhookSecret: string | null
}

/** Null: test cards only. */
export function readStripeSettings(env: Env, production: boolean): StripeSettings | null {
  const isConnected = readChoice(env, 'STRIPE_CONNECT', ['on', 'off'], 'off') === 'on'
  if (readChoice(env, 'PAYMENTS', ['sandbox', 'stripe'], 'sandbox') === 'sandbox') {
    if (isConnected) throw new ConfigError('STRIPE_CONNECT=on needs PAYMENTS=stripe. Set it, or remove STRIPE_CONNECT.')
    return null
  }
  const required = (name: string, what: string, by = 'PAYMENTS=stripe'): string => {
    const text = env[name]
    if (!text) throw new ConfigError(`${name} is required with ${by}. Set it to ${what}.`)
    return text
  }
  const secretKey = required('STRIPE_SECRET_KEY', 'the secret key of your Stripe account')
  const webhookSecret = required(
    'STRIPE_WEBHOOK_SECRET',
    'the signing secret of the Stripe webhook endpoint /api/payments/stripe/webhook',
  )
  const connectWebhookSecret = isConnected
    ? required(
        'STRIPE_CONNECT_WEBHOOK_SECRET',
        'the signing secret of the Stripe webhook endpoint that listens to events on connected accounts',
        'STRIPE_CONNECT=on',
      )
    : null
  const apiBase = env.STRIPE_API_BASE || null
  if (apiBase !== null && !/^https?:\/\//.test(apiBase))
    throw new ConfigError('STRIPE_API_BASE must be an http or https URL.')
  if (apiBase !== null && production)
    throw new ConfigError('STRIPE_API_BASE is for tests only and is not allowed in production. Remove the setting.')
  const publishableKey = env.STRIPE_PUBLISHABLE_KEY || null
  return { secretKey, webhookSecret, publishableKey, apiBase, connectWebhookSecret }
}
