// Selling domains and responding to offers, for a person with an access token.
import type { Offer } from '@freehold/sdk'
import { OFFER_ACTION_NAMES, OFFER_SIDES } from '@freehold/sdk/enums'
import type { OfferActionName } from '@freehold/sdk/types'
import { type Command, cents, parseChoice, text } from '../command.ts'
import { domainText, moneyText, timeText } from '../output.ts'
import { UsageError } from '../usage.ts'
import { PDF_OPTION, showDocuments } from './documents.ts'

export const sellerListings: Command = {
  name: 'seller listings',
  summary: 'List the domains that you sell, or show one with the record that proves control.',
  usage: '[LISTING-ID]',
  takes: [0, 1],
  async run({ args: [id], person, output }) {
    const api = person().public.selling.listings
    if (id) {
      const found = await api.get(id)
      return output.show(found, () =>
        output.facts([
          ['Listing', found.listing_id],
          ['Domain', domainText(found)],
          ['Status', found.status],
          ['Price', moneyText(found.price_cents, found.currency)],
          ['TXT record', found.verification?.record?.name],
          ['Value', found.verification?.record?.value],
        ]),
      )
    }
    const page = await api.list({ limit: 50 })
    output.show(page, () =>
      output.table(
        page.listings,
        [
          ['LISTING', (row) => row.listing_id],
          ['DOMAIN', domainText],
          ['STATUS', (row) => row.status],
          ['PRICE', (row) => moneyText(row.price_cents, row.currency), 'end'],
        ],
        'You sell no domains yet.',
      ),
    )
  },
}

export const sellerBalance: Command = {
  name: 'seller balance',
  summary: 'Show what you earned by selling, and what can be paid out.',
  usage: '',
  async run({ person, output }) {
    const found = await person().public.selling.balance()
    output.show(found, () =>
      output.table(
        found.balances,
        [
          ['CURRENCY', (row) => row.currency],
          ['PENDING', (row) => moneyText(row.pending_cents, row.currency), 'end'],
          ['PAYABLE', (row) => moneyText(row.payable_cents, row.currency), 'end'],
        ],
        'You have not sold a domain yet.',
      ),
    )
  },
}

export const sellerStatements: Command = {
  name: 'seller statements',
  summary: 'List the statements of your balance, show one, or save its PDF.',
  usage: '[DOCUMENT-ID] [--pdf FILE]',
  options: PDF_OPTION,
  takes: [0, 1],
  run(context) {
    const api = context.person().public.selling
    return showDocuments(context, {
      noun: 'statement',
      get: (id) => api.statement(id),
      pdf: (id) => api.statementPdf(id),
      list: () => api.statements({ limit: 50 }),
      rows: ({ statements }) => statements,
    })
  },
}

type Shown = Pick<
  Offer,
  'offer_id' | 'domain' | 'domain_unicode' | 'status' | 'amount_cents' | 'currency' | 'expires_at'
>

export const offers: Command = {
  name: 'offers',
  summary: 'List offers that you made or received, or respond to one.',
  usage: '[OFFER-ID ACTION] [--as buyer|seller] [--amount 500]',
  options: {
    as: { type: 'string', value: 'SIDE', help: 'Your side of the offers. Default: buyer.', choices: OFFER_SIDES },
    amount: { type: 'string', value: 'AMOUNT', help: 'The amount of a counter-offer, such as 500 or 499.50.' },
  },
  takes: [0, 2],
  async run({ args: [id, action], values, person, output }) {
    const side = parseChoice(OFFER_SIDES, text(values, 'as') ?? 'buyer', 'side')
    const { market, selling } = person().public
    const api = side === 'buyer' ? market.offers : selling.offers
    if (!id) {
      const page = await api.list({ limit: 50 })
      return output.show(page, () =>
        output.table(
          page.offers as readonly Shown[],
          [
            ['OFFER', (row) => row.offer_id],
            ['DOMAIN', domainText],
            ['STATUS', (row) => row.status],
            ['AMOUNT', (row) => moneyText(row.amount_cents, row.currency), 'end'],
            ['EXPIRES', (row) => timeText(row.expires_at)],
          ],
          'No offers yet.',
        ),
      )
    }
    const found = action === undefined ? await api.get(id) : await respond(parseChoice(OFFER_ACTION_NAMES, action))
    async function respond(chosen: OfferActionName) {
      if (chosen !== 'counter') return api[chosen](id ?? '')
      const { currency } = await api.get(id ?? '')
      const amount_cents = cents(text(values, 'amount'), 'amount', currency)
      if (amount_cents === undefined) throw new UsageError('Pass --amount with the amount of your counter-offer.')
      return api.counter(id ?? '', { amount_cents })
    }
    output.show(found, () =>
      output.facts([
        ['Offer', found.offer_id],
        ['Domain', domainText(found)],
        ['Status', found.status],
        ['Amount', moneyText(found.amount_cents, found.currency)],
        ['Expires', `${timeText(found.expires_at)} UTC`],
      ]),
    )
  },
}
