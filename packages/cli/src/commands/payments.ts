// Refunds, checkout links and reconciliation.
import { readFileSync } from 'node:fs'
import type { CheckoutSession, Reconciliation } from '@freehold/sdk'
import { REFUND_REASONS } from '@freehold/sdk/enums'
import { type Command, cents, parseChoice, text } from '../command.ts'
import { EXIT } from '../failure.ts'
import { domainText, moneyText, type Output, timeText } from '../output.ts'
import { UsageError } from '../usage.ts'

export const refund: Command = {
  name: 'refund',
  summary: 'Refund an order that has not been delivered.',
  usage:
    'ORDER-ID [--amount 250] [--reason requested_by_customer] [--comment TEXT] [--ref YOUR-REFUND] [--key IDEMPOTENCY-KEY]',
  options: {
    amount: {
      type: 'string',
      value: 'AMOUNT',
      help: 'Part of the price, such as 250 or 99.50. Default: all that is left.',
    },
    reason: { type: 'string', value: 'REASON', help: 'Default: requested_by_customer.', choices: REFUND_REASONS },
    comment: { type: 'string', value: 'TEXT', help: 'A comment for your records.' },
    ref: { type: 'string', value: 'REFUND', help: "Your reference for the buyer's refund." },
    key: { type: 'string', value: 'KEY', help: 'Idempotency key. Default: a random key.' },
  },
  takes: [1, 1],
  async run({ args: [id = ''], values, partner, output }) {
    const [comment, reference, key] = ['comment', 'ref', 'key'].map((name) => text(values, name))
    const reason = parseChoice(REFUND_REASONS, text(values, 'reason') ?? 'requested_by_customer', 'reason')
    const amount_cents = cents(text(values, 'amount'), 'amount')
    const made = await partner().refunds.create(
      {
        order_public_id: id,
        reason,
        ...(amount_cents === undefined ? {} : { amount_cents }),
        ...(comment ? { comment } : {}),
        ...(reference ? { external_refund_ref: reference } : {}),
      },
      key ? { idempotencyKey: key } : {},
    )
    output.show(made, () =>
      output.facts([
        ['Refund', made.refund_id],
        ['Order', made.order_public_id],
        ['Domain', domainText(made.order)],
        ['Status', made.status],
        ['Amount', moneyText(made.amount_cents, made.currency)],
        ['Commission returned', moneyText(made.commission_clawback_cents, made.currency)],
      ]),
    )
  },
}

function showSession(session: CheckoutSession, output: Output): void {
  output.show(session, () =>
    output.facts([
      ['Session', session.session_id],
      ['Status', session.status],
      ['Domain', domainText(session)],
      ['Price', moneyText(session.price_cents, session.currency)],
      ['Your commission', moneyText(session.commission_cents, session.currency)],
      ['Order', session.order_public_id],
      ['Expires', `${timeText(session.expires_at)} UTC`],
      ['Link', session.checkout_url],
    ]),
  )
}

export const checkout: Command = {
  name: 'checkout',
  summary: 'Create a checkout link for a domain, or show a session.',
  usage: '(DOMAIN --return-url URL [--cancel-url URL] [--email BUYER] [--link LINK-ID]) | SESSION-ID',
  options: {
    'return-url': { type: 'string', value: 'URL', help: 'Where the buyer goes after paying. Required for a new link.' },
    'cancel-url': {
      type: 'string',
      value: 'URL',
      help: 'Where the buyer goes after canceling. Default: the return URL.',
    },
    email: { type: 'string', value: 'EMAIL', help: "The buyer's email address." },
    link: { type: 'string', value: 'LINK-ID', help: 'The referral link that brought the buyer.' },
  },
  takes: [1, 1],
  async run({ args: [target = ''], values, partner, output }) {
    const sessions = partner().checkoutSessions
    if (target.startsWith('cs_')) return showSession(await sessions.get(target), output)
    const [returnUrl, cancelUrl, email, link] = ['return-url', 'cancel-url', 'email', 'link'].map((n) =>
      text(values, n),
    )
    if (!returnUrl) throw new UsageError('Pass --return-url with the page that buyers return to after paying.')
    const made = await sessions.create({
      domain: target,
      return_url: returnUrl,
      cancel_url: cancelUrl ?? returnUrl,
      ...(email ? { buyer: { email } } : {}),
      ...(link ? { link_id: link } : {}),
    })
    showSession(made, output)
  },
}

type Reference = Parameters<ReturnType<Parameters<Command['run']>[0]['partner']>['reconcile']>[0][number]

/** `your-payment-1`, or with the amount you charged: `your-payment-1=1250.00` or `your-payment-1=1250EUR`. */
export function parseReference(typed: string): Reference {
  const match = /^(.+)=([\d.]+)([A-Z]{3})?$/.exec(typed)
  if (!match) return typed
  const [, reference = '', amount, currency = 'USD'] = match
  return { reference, amount_cents: cents(amount, 'reference', currency) ?? 0, currency: currency as never }
}

function readReferences(file: string): string[] {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
  } catch (error) {
    throw new UsageError(`Cannot read ${file}: ${(error as Error).message}`)
  }
}

function showReconciliation({ matched, missing, mismatched, count }: Reconciliation, output: Output): void {
  output.line(`${count.matched} matched, ${count.missing} missing, ${count.mismatched} with another amount.`)
  for (const { reference, amount_cents, currency } of matched)
    output.line(`matched     ${reference}  ${moneyText(amount_cents, currency)}`)
  for (const reference of missing) output.line(`missing     ${reference}`)
  for (const { reference, expected_cents, recorded_cents, currency } of mismatched)
    output.line(
      `mismatched  ${reference}  you charged ${moneyText(expected_cents, currency)}, recorded ${moneyText(recorded_cents, currency)}`,
    )
}

export const reconcile: Command = {
  name: 'reconcile',
  summary: 'Compare your payments with the recorded orders.',
  usage: '(REFERENCE[=AMOUNT[CURRENCY]] … | --file FILE)',
  options: {
    file: { type: 'string', value: 'FILE', help: 'Read the references from a file, one per line (- for stdin).' },
  },
  takes: [0, 1000],
  async run({ args, values, partner, output }) {
    const file = text(values, 'file')
    const typed = [...args, ...(file === undefined ? [] : readReferences(file))]
    if (typed.length === 0) throw new UsageError('Pass at least one payment reference, or --file.')
    const result = await partner().reconcile(typed.map(parseReference))
    output.show(result, () => showReconciliation(result, output))
    return result.count.missing + result.count.mismatched > 0 ? EXIT.refused : EXIT.done
  },
}
