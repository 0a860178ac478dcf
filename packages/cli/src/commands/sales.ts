// Finding, quoting and ordering names.
import { type Command, cents, text, whole } from '../command.ts'
import { moneyText, timeText } from '../output.ts'
import { UsageError } from '../usage.ts'

export const search: Command = {
  name: 'search',
  summary: 'Names for sale that mean what you ask for.',
  usage: 'WORDS [--tld com] [--min-price 100] [--max-price 5000]',
  options: { tld: { type: 'string' }, 'min-price': { type: 'string' }, 'max-price': { type: 'string' } },
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
          ['NAME', (row) => row.domain_unicode],
          ['PRICE', (row) => moneyText(row.price_cents, row.currency), 'end'],
          ['SCORE', (row) => row.score, 'end'],
          ['MATCHED', (row) => row.match.terms.join(', ')],
        ],
        'Nothing for sale means that.',
      ),
    )
  },
}

export const quote: Command = {
  name: 'quote',
  summary: 'Hold a name for ten minutes at a firm price.',
  usage: 'NAME',
  takes: [1, 1],
  async run({ args: [domain = ''], partner, output }) {
    const made = await partner().quotes.create({ domain })
    output.show(made, () => {
      output.facts([
        ['quote', made.quote_id],
        ['name', made.domain],
        ['price', moneyText(made.price_cents, made.currency)],
        ['your commission', moneyText(made.partner_commission_cents, made.currency)],
        ['you owe', moneyText(made.amount_owed_cents, made.currency)],
        ['until', timeText(made.expires_at)],
      ])
      output.note(`Order it: freehold order --quote ${made.quote_id} --ref YOUR-PAYMENT`)
    })
  },
}

export const order: Command = {
  name: 'order',
  summary: 'Record a sale: by quote, or by name at a price.',
  usage:
    '--ref PAYMENT (--quote ID | --domain NAME --price 1250) [--currency USD] [--email BUYER] [--key IDEMPOTENCY-KEY]',
  options: {
    ref: { type: 'string' },
    quote: { type: 'string' },
    domain: { type: 'string' },
    price: { type: 'string' },
    currency: { type: 'string' },
    email: { type: 'string' },
    key: { type: 'string' },
  },
  async run({ values, partner, output }) {
    const [quoteId, domain, email, key] = ['quote', 'domain', 'email', 'key'].map((name) => text(values, name))
    const currency = text(values, 'currency') ?? 'USD'
    const price = cents(text(values, 'price'), 'price', currency)
    const reference = text(values, 'ref')
    if (!reference) throw new UsageError('give --ref, your own reference of the payment')
    if (!quoteId && (!domain || price === undefined)) throw new UsageError('give --quote, or --domain and --price')
    const made = await partner().orders.record(
      {
        external_payment_ref: reference,
        ...(quoteId ? { quote_id: quoteId } : {}),
        ...(domain ? { domain } : {}),
        ...(price === undefined ? {} : { expected_price: price, currency }),
        ...(email ? { buyer: { email } } : {}),
      } as never,
      key ? { idempotencyKey: key } : {},
    )
    output.show(made, () =>
      output.facts([
        ['order', made.public_id],
        ['name', made.domain],
        ['status', made.status],
        ['your commission', moneyText(made.commission_cents, made.currency)],
        ['you owe', moneyText(made.amount_owed_cents, made.currency)],
      ]),
    )
  },
}

export const orders: Command = {
  name: 'orders',
  summary: 'Your orders, newest first; or one with its timeline.',
  usage: '[ORDER-ID] [--status PAID,SETTLED] [--domain NAME] [--limit 25]',
  options: { status: { type: 'string' }, domain: { type: 'string' }, limit: { type: 'string' } },
  takes: [0, 1],
  async run({ args: [id], values, partner, output }) {
    if (id) {
      const found = await partner().orders.get(id)
      output.show(found, () => {
        output.facts([
          ['order', found.public_id],
          ['name', found.domain],
          ['status', found.status],
          ['price', moneyText(found.sale_price_cents, found.currency)],
          ['payment', found.external_payment_ref],
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
          ['NAME', (row) => row.domain],
          ['STATUS', (row) => row.status],
          ['PRICE', (row) => moneyText(row.sale_price_cents, row.currency), 'end'],
          ['CREATED', (row) => timeText(row.created_at)],
        ],
        'No orders yet.',
      ),
    )
  },
}
