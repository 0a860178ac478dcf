// Payouts to sellers through Stripe Connect: accounts, links to their setup, and transfers. Read field by field, as disputes are.
import Stripe from 'stripe'
import type { AccountReport, BankPayoutReport, TransferReport } from '../../kernel/contracts/payout-reports.ts'
import { ApiError, invalidField } from '../../kernel/errors.ts'
import type { AccountLink, ConnectProvider, NewTransfer, TransferResult } from './connect.ts'
import { createClient, isWord, type StripeKeys, toTime, unavailable } from './stripe-client.ts'

const ACCOUNT_EVENTS = new Set(['account.updated', 'account.application.deauthorized'])
const BANK_EVENTS = new Set(['payout.paid', 'payout.failed'])
const TRANSFER_EVENTS = new Set(['transfer.created', 'transfer.updated', 'transfer.reversed'])
const DUE_MAX = 50
/** More than the one that there should be, so that a second is noticed. */
const FOUND_MAX = 10

const invalidEvent = (what: string) =>
  new ApiError('validation_error', {
    message: `The Stripe event has no valid ${what}. Check who created it in Stripe.`,
  })

type Event = { type?: unknown; data?: { object?: unknown } | null; account?: unknown; created?: unknown }

const words = (value: unknown): string[] => (Array.isArray(value) ? value.filter(isWord).slice(0, DUE_MAX) : [])

function toAccount(value: unknown, at: Date | null): AccountReport {
  const account = (value ?? {}) as Partial<Stripe.Account>
  const { id, requirements } = account
  if (!isWord(id)) throw invalidEvent('account')
  const [bank] = account.external_accounts?.data ?? []
  const end = (bank as { last4?: unknown } | undefined)?.last4
  return {
    kind: 'account',
    ref: id,
    isSubmitted: account.details_submitted === true,
    canReceive: account.capabilities?.transfers === 'active',
    canPayOut: account.payouts_enabled === true,
    disabledReason: isWord(requirements?.disabled_reason) ? requirements.disabled_reason : null,
    due: words(requirements?.currently_due),
    bankEnd: isWord(end) ? end : null,
    isDisconnected: false,
    at,
  }
}

/** Null for events that are not about the state of an account. */
export function parseAccount(event: unknown): AccountReport | null {
  const { type, data, account, created } = (event ?? {}) as Event
  if (typeof type !== 'string' || !ACCOUNT_EVENTS.has(type)) return null
  if (!isWord(account)) throw invalidEvent('account')
  if (type === 'account.updated') {
    const report = toAccount(data?.object, toTime(created))
    if (report.ref !== account) throw invalidEvent('account')
    return report
  }
  const nothing = { isSubmitted: false, canReceive: false, canPayOut: false, disabledReason: null, bankEnd: null }
  return { kind: 'account', ref: account, ...nothing, due: [], isDisconnected: true, at: toTime(created) }
}

/** Null for events that are not about a payout from the account to the bank of its owner. */
export function parseBankPayout(event: unknown): BankPayoutReport | null {
  const { type, data, account, created } = (event ?? {}) as Event
  if (typeof type !== 'string' || !BANK_EVENTS.has(type)) return null
  const { id, amount, currency, failure_code: code, created: begun } = (data?.object ?? {}) as Partial<Stripe.Payout>
  const [at, begunAt] = [toTime(created), toTime(begun)]
  if (!isWord(account) || !isWord(id) || !isWord(currency) || at === null || begunAt === null)
    throw invalidEvent('payout')
  if (!Number.isSafeInteger(amount)) throw invalidEvent('payout')
  // A negative one takes money from the bank.
  if (amount! <= 0) return null
  const failure = type === 'payout.paid' ? null : isWord(code) ? code : 'unknown'
  const cents = { amountCents: amount!, currency: currency.toUpperCase() }
  return { kind: 'bank_payout', ref: id, accountRef: account, ...cents, failure, begunAt, at }
}

/** Null for transfers that pay no payout of ours. */
function toTransfer(value: unknown): TransferReport | null {
  const transfer = (value ?? {}) as Partial<Stripe.Transfer>
  const payoutId: unknown = transfer.metadata?.payout_id
  if (!payoutId) return null
  const { id, amount, amount_reversed: reversed = 0, currency, destination } = transfer
  const accountRef = typeof destination === 'object' ? destination?.id : destination
  if (!isWord(payoutId) || !isWord(id) || !isWord(currency) || !isWord(accountRef)) throw invalidEvent('transfer')
  if (!Number.isSafeInteger(amount) || !Number.isSafeInteger(reversed) || reversed < 0 || reversed > amount!)
    throw invalidEvent('transfer')
  const cents = { amountCents: amount as number, reversedCents: reversed }
  return { kind: 'transfer', ref: id, payoutId, accountRef, currency: currency.toUpperCase(), ...cents }
}

export function parseTransfer(event: unknown): TransferReport | null {
  const { type, data } = (event ?? {}) as Event
  return typeof type === 'string' && TRANSFER_EVENTS.has(type) ? toTransfer(data?.object) : null
}

/** Stripe decided against the transfer, so no money moved. Anything else leaves open what became of it. */
function readRefusal(error: unknown): TransferResult | null {
  if (!(error instanceof Stripe.errors.StripeError) || error.rawType !== 'invalid_request_error') return null
  if (error.statusCode !== 400 && error.statusCode !== 402 && error.statusCode !== 404) return null
  const code = isWord(error.code) ? error.code : 'rejected'
  return { status: 'refused', code, isTemporary: code === 'balance_insufficient' }
}

/** The seller chose a country where Stripe pays nobody out. Another one helps, and waiting does not. */
const isCountryRefused = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError &&
  error.rawType === 'invalid_request_error' &&
  (error.param === 'country' || error.code === 'country_unsupported')

const orRefuseCountry = (error: unknown): never => {
  if (isCountryRefused(error))
    throw invalidField(
      'country',
      'Stripe does not pay out to this country. Choose the country of another bank account.',
    )
  return orUnavailable(error)
}

const orUnavailable = (error: unknown): never => {
  throw error instanceof ApiError ? error : unavailable(error)
}

export function createConnectProvider(keys: StripeKeys): ConnectProvider {
  const stripe = createClient(keys)

  const toLink = ({ url, expires_at }: { url: string; expires_at?: number }): AccountLink => ({
    url,
    expiresAt: toTime(expires_at),
  })

  return {
    createAccount: async ({ key, sellerId, email, country }) =>
      stripe.accounts
        .create(
          {
            // Stripe collects what it needs and shows sellers its Express dashboard. The marketplace bears fees and losses.
            controller: {
              stripe_dashboard: { type: 'express' },
              requirement_collection: 'stripe',
              fees: { payer: 'application' },
              losses: { payments: 'application' },
            },
            capabilities: { transfers: { requested: true } },
            email,
            ...(country === null ? {} : { country }),
            metadata: { seller_id: sellerId },
          },
          { idempotencyKey: key },
        )
        .then((account) => toAccount(account, null))
        .catch(orRefuseCountry),
    readAccount: (ref) =>
      stripe.accounts
        .retrieve(ref)
        .then((account) => toAccount(account, null))
        .catch(orUnavailable),
    createSetupLink: (ref, { returnUrl, refreshUrl }) =>
      stripe.accountLinks
        .create({ account: ref, type: 'account_onboarding', return_url: returnUrl, refresh_url: refreshUrl })
        .then(toLink)
        .catch(orUnavailable),
    createDashboardLink: (ref) => stripe.accounts.createLoginLink(ref).then(toLink).catch(orUnavailable),
    async findTransfers(payoutId) {
      const { data } = await stripe.transfers.list({ transfer_group: payoutId, limit: FOUND_MAX }).catch(orUnavailable)
      return data.map(toTransfer).filter((one) => one?.payoutId === payoutId) as TransferReport[]
    },
    async sendTransfer({ key, payoutId, accountRef, amountCents, currency }: NewTransfer) {
      try {
        const transfer = await stripe.transfers.create(
          {
            amount: amountCents,
            currency: currency.toLowerCase(),
            destination: accountRef,
            // Found by it after a crash, when the idempotency key is forgotten.
            transfer_group: payoutId,
            metadata: { payout_id: payoutId },
          },
          { idempotencyKey: key },
        )
        const report = toTransfer(transfer)
        if (report === null) throw invalidEvent('transfer')
        return { status: 'sent', transfer: report }
      } catch (error) {
        return readRefusal(error) ?? orUnavailable(error)
      }
    },
  }
}
