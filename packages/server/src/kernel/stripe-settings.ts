// The settings PAYMENTS and STRIPE_…: the payment processor of live checkouts.
import { ConfigError, type Env, readChoice } from './settings.ts'

export type StripeSettings = {
  secretKey: string
  webhookSecret: string
  publishableKey: string | null
  apiBase: string | null
}

/** Null: test cards only. */
export function readStripeSettings(env: Env, production: boolean): StripeSettings | null {
  if (readChoice(env, 'PAYMENTS', ['sandbox', 'stripe'], 'sandbox') === 'sandbox') return null
  const required = (name: string, what: string): string => {
    const text = env[name]
    if (!text) throw new ConfigError(`${name} is required with PAYMENTS=stripe. Set it to ${what}.`)
    return text
  }
  const secretKey = required('STRIPE_SECRET_KEY', 'the secret key of your Stripe account')
  const webhookSecret = required(
    'STRIPE_WEBHOOK_SECRET',
    'the signing secret of the Stripe webhook endpoint /api/payments/stripe/webhook',
  )
  const apiBase = env.STRIPE_API_BASE || null
  if (apiBase !== null && !/^https?:\/\//.test(apiBase))
    throw new ConfigError('STRIPE_API_BASE must be an http or https URL.')
  if (apiBase !== null && production)
    throw new ConfigError('STRIPE_API_BASE is for tests only and is not allowed in production. Remove the setting.')
  return { secretKey, webhookSecret, publishableKey: env.STRIPE_PUBLISHABLE_KEY || null, apiBase }
}
