// Search, quotes and orders.
import { ORDER_STATUSES } from '@freehold/sdk/enums'
import { type Command, cents, text, whole } from '../command.ts'
import { domainText, moneyText, timeText } from '../output.ts'
import { UsageError } from '../usage.ts'
import { readOrderTarget, TARGET_OPTIONS, transferFacts } from './delivery.ts'

export const search: Command = {
  name: 'search',
  summary: 'Search the domains for sale by meaning and keywords.',
  usage: 'WORDS [--tld com] [--min-price 100] [--max-price 5000]',
  options: {
    tld: { type: 'string', value: 'TLD', help: 'Only this TLD.' },
    'min-price': { type: 'string', value: 'AMOUNT', help: 'The lowest price, such as 100 or 99.50.' },
    'max-price': { type: 'string', value: 'AMOUNT', help: 'The highest price.' },
  },
  takes: [1, 50],
  async run({ args, values, partner, output }) {
    const min_price = cents(text(values, 'min-price'), 'min-price')
    const max_price = cents(text(values, 'max-price'), 'max-price')
    const tld = text(values, 'tld')
    const found = await partner().domains.search(args.join(' '), {
      ...(tld ? { tld } : {}),
      ...(min_price === undefined ? {} : { min_price }),
      ...(max_price === undefined ? {} : { max_price }),
    })
    output.show(found, () =>
      output.table(
        found.results,
        [
          ['DOMAIN', domainText],
          ['PRICE', (row) => moneyText(row.price_cents, row.currency), 'end'],
          ['SCORE', (row) => row.score, 'end'],
          ['MATCHED', (row) => row.match.terms.join(', ')],
        ],
        'No domains match. Try other words.',
      ),
    )
  },
}

export const check: Command = {
  name: 'check',
  summary: 'Show whether domains can be bought now, and their prices.',
  usage: 'DOMAIN …',
  takes: [1, 100],
  async run({ args, partner, output }) {
    const found = await partner().domains.checkAvailability(args)
    output.show(found, () =>
      output.table(
        found.results,
        [
          ['DOMAIN', (row) => row.domain],
          ['AVAILABLE', (row) => (row.available ? 'yes' : (row.reason ?? 'no'))],
          [
            'PRICE',
            (row) =>
              row.price_cents === null || row.currency === null ? '' : moneyText(row.price_cents, row.currency),
            'end',
          ],
        ],
        'No domains.',
      ),
    )
  },
}

export const quote: Command = {
  name: 'quote',
  summary: 'Reserve a domain for ten minutes at a firm price.',
  usage: 'DOMAIN',
  takes: [1, 1],
  async run({ args: [domain = ''], partner, output }) {
    const made = await partner().quotes.create({ domain })
    output.show(made, () => {
      output.facts([
        ['Quote', made.quote_id],
        ['Domain', domainText(made)],
        ['Price', moneyText(made.price_cents, made.currency)],
        ['Your commission', moneyText(made.partner_commission_cents, made.currency)],
        ['You owe', moneyText(made.amount_owed_cents, made.currency)],
        ['Expires', `${timeText(made.expires_at)} UTC`],
      ])
      output.note(`Record the order: freehold order --quote ${made.quote_id} --ref YOUR-PAYMENT`)
    })
  },
}

export const order: Command = {
  name: 'order',
  summary: 'Record an order by quote, or by domain and price.',
  usage:
    '--ref PAYMENT (--quote ID | --domain DOMAIN --price 1250) [--currency USD] [--email BUYER] [--registrar IANA-ID --account ACCOUNT | --auth-code] [--key IDEMPOTENCY-KEY]',
  options: {
    ref: { type: 'string', value: 'PAYMENT', help: "Your reference for the buyer's payment. Required." },
    quote: { type: 'string', value: 'QUOTE-ID', help: 'The quote to use.' },
    domain: { type: 'string', value: 'DOMAIN', help: 'The domain, with --price, when there is no quote.' },
    price: {
      type: 'string',
      value: 'AMOUNT',
      help: 'The price you expect, such as 1250 or 1250.50, not in cents. The order fails if it has changed.',
    },
    currency: { type: 'string', value: 'CODE', help: 'The currency of --price. Default: USD.' },
    email: { type: 'string', value: 'EMAIL', help: "The buyer's email address." },
    ...TARGET_OPTIONS,
    'auth-code': { type: 'boolean', help: 'Get an auth code instead of a push to an account.' },
    key: { type: 'string', value: 'KEY', help: 'Idempotency key. Default: a random key.' },
  },
  async run({ values, partner, output }) {
    const [quoteId, domain, email, key] = ['quote', 'domain', 'email', 'key'].map((name) => text(values, name))
    const currency = text(values, 'currency') ?? 'USD'
    const price = cents(text(values, 'price'), 'price', currency)
    const reference = text(values, 'ref')
    if (!reference) throw new UsageError('Pass --ref with your reference for the payment.')
    const target = readOrderTarget(values)
    if (!quoteId && (!domain || price === undefined)) throw new UsageError('Pass --quote, or --domain and --price.')
    const made = await partner().orders.record(
      {
        external_payment_ref: reference,
        ...(quoteId ? { quote_id: quoteId } : {}),
        ...(domain ? { domain } : {}),
        ...(price === undefined ? {} : { expected_price: price, currency }),
        ...(email ? { buyer: { email } } : {}),
        ...(target ? { delivery: target } : {}),
      } as never,
      key ? { idempotencyKey: key } : {},
    )
    output.show(made, () =>
      output.facts([
        ['Order', made.public_id],
        ['Domain', domainText(made)],
        ['Status', made.status],
        ['Your commission', moneyText(made.commission_cents, made.currency)],
        ['You owe', moneyText(made.amount_owed_cents, made.currency)],
      ]),
    )
  },
}

export const orders: Command = {
  name: 'orders',
  summary: 'List your orders, newest first, or show one with its timeline.',
  usage: '[ORDER-ID] [--status PAID,SETTLED] [--domain DOMAIN] [--limit 25]',
  options: {
    status: {
      type: 'string',
      value: 'STATUS',
      help: 'One status, or several separated by commas.',
      choices: ORDER_STATUSES,
    },
    domain: { type: 'string', value: 'DOMAIN', help: 'Only orders for this domain.' },
    limit: { type: 'string', value: 'N', help: 'How many orders. Default 25, maximum 100.' },
  },
  takes: [0, 1],
  async run({ args: [id], values, partner, output }) {
    if (id) {
      const found = await partner().orders.get(id)
      output.show(found, () => {
        output.facts([
          ['Order', found.public_id],
          ['Domain', domainText(found)],
          ['Status', found.status],
          ['Price', moneyText(found.sale_price_cents, found.currency)],
          ['Payment', found.external_payment_ref],
          ...transferFacts(found.transfer),
        ])
        output.line()
        for (const step of found.timeline) output.line(`${timeText(step.at)}  ${step.status}  ${step.message}`)
      })
      return
    }
    const [status, domain] = ['status', 'domain'].map((name) => text(values, name))
    const limit = whole(text(values, 'limit'), 'limit') ?? 25
    const page = await partner().orders.list({ limit, ...(status ? { status } : {}), ...(domain ? { domain } : {}) })
    output.show(page, () =>
      output.table(
        page.orders,
        [
          ['ORDER', (row) => row.public_id],
          ['DOMAIN', domainText],
          ['STATUS', (row) => row.status],
          ['PRICE', (row) => moneyText(row.sale_price_cents, row.currency), 'end'],
          ['CREATED', (row) => timeText(row.created_at)],
        ],
        'No orders yet.',
      ),
    )
  },
}
