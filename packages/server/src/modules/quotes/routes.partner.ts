// Quotes for partners.

import type { Db } from '../../db/sql.ts'
import { requireCredential } from '../../http/callers.ts'
import { defineRoute } from '../../http/define-route.ts'
import {
  assertMetadata,
  Cents,
  CurrencyCode,
  DomainText,
  IdText,
  isoTime,
  Metadata,
  Named,
  Nullable,
  OneOf,
  PositiveCents,
  type Static,
  Strict,
  Timestamp,
  Type,
} from '../../http/schema.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { QUOTE_TTL_SECONDS } from '../../kernel/limits.ts'
import type { Owner } from '../../kernel/owner.ts'
import { readDomain } from '../catalog/index.ts'
import { QUOTE_STATUSES, quoteStatus, quoteToken } from './rules.ts'
import { createQuote, releaseQuote } from './service.ts'
import { findQuote, type Quote } from './store.ts'

const quoteFields = {
  quote_id: IdText('quo_'),
  domain: Type.String(),
  domain_unicode: Type.String(),
  status: OneOf(QUOTE_STATUSES),
  price_cents: PositiveCents('Firm price until the quote expires, in minor units.'),
  currency: CurrencyCode(),
  partner_commission_cents: Cents(),
  amount_owed_cents: Cents('Price minus commission.'),
  metadata: Nullable(Metadata()),
  created_at: Timestamp(),
  expires_at: Timestamp(),
  expires_in: Type.Integer({ minimum: 0, maximum: QUOTE_TTL_SECONDS, description: 'Seconds until the quote expires.' }),
}

const { quote_id, ...restOfQuote } = quoteFields
const QuoteView = Named('Quote', {
  quote_id,
  quote_token: Type.String({ description: 'Token signed with your secret. You can verify it offline.' }),
  ...restOfQuote,
})
/** What there is to see without a credential's secret. */
const TokenlessQuoteView = Strict(quoteFields)

function quoteView(quote: Quote, secret: string, now: Date): Static<typeof QuoteView> {
  const { id: quoteId, domain, priceCents, currency, expiresAt } = quote
  const token = quoteToken({ quoteId, domain, priceCents, currency, expiresAt }, secret)
  return { ...tokenlessView(quote, now), quote_token: token }
}

function tokenlessView(quote: Quote, now: Date): Static<typeof TokenlessQuoteView> {
  const status = quoteStatus(quote, now)
  const { id: quoteId, domain, priceCents, currency, expiresAt } = quote
  return {
    quote_id: quoteId,
    domain,
    domain_unicode: quote.domainUnicode,
    status,
    price_cents: priceCents,
    currency: currency as 'USD',
    partner_commission_cents: quote.commissionCents,
    amount_owed_cents: priceCents - quote.commissionCents,
    metadata: quote.metadata as Static<ReturnType<typeof Metadata>> | null,
    created_at: isoTime(quote.createdAt),
    expires_at: isoTime(expiresAt),
    expires_in: status === 'active' ? Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / 1000)) : 0,
  }
}

const create = defineRoute({
  id: 'quotes.create',
  area: 'partner',
  method: 'POST',
  path: '/quotes',
  scope: 'buy',
  summary: 'Create a quote',
  description:
    'Reserves the domain for you for ten minutes at a firm price. A new quote for the same domain replaces the previous ' +
    'one. 409 `domain_sold` or `domain_reserved` if someone else was first. 429 `quote_rest_required` if you reserved the ' +
    'domain for 60 minutes within 24 hours without ordering it. 429 `too_many_active_quotes` if you hold too many ' +
    'active quotes. Send `currency` to get 422 `price_mismatch` if the domain is priced in another one.',
  returns: 'The created quote.',
  body: Strict({ domain: DomainText(), currency: Type.Optional(CurrencyCode()), metadata: Type.Optional(Metadata()) }),
  status: 201,
  response: QuoteView,
  errors: ['not_found', 'conflict', 'price_mismatch'],
  writes: true,
  handle: async ({ deps, tx, caller, now }, { body }) => {
    assertMetadata(body.metadata)
    const { domain } = readDomain(body.domain, caller.environment)
    const owner = { partnerId: caller.partnerId, environment: caller.environment }
    const quote = await createQuote(deps, tx, owner, caller.partner.commissionBps, { ...body, domain }, now)
    return quoteView(quote, requireCredential(caller).secret, now)
  },
})

const QuotePath = Strict({ quote_id: Type.String() })

async function ownQuote(db: Db, owner: Owner, id: string): Promise<Quote> {
  const quote = isId('quote', id) ? await findQuote(db, owner, id) : undefined
  if (!quote) throw notFound('Quote not found.')
  return quote
}

const shown = {
  id: 'quotes.get',
  area: 'partner',
  method: 'GET',
  path: '/quotes/{quote_id}',
  scope: 'buy',
  summary: 'Get a quote',
  description: 'Returns one of your quotes with its status and remaining seconds.',
  returns: 'The quote.',
  params: QuotePath,
  errors: ['not_found'],
} as const

const get = defineRoute({
  ...shown,
  response: QuoteView,
  handle: async ({ db, caller, now }, { params }) =>
    quoteView(await ownQuote(db, caller, params.quote_id), requireCredential(caller).secret, now),
})

const getTokenless = defineRoute({
  ...shown,
  response: TokenlessQuoteView,
  handle: async ({ db, caller, now }, { params }) => tokenlessView(await ownQuote(db, caller, params.quote_id), now),
})

const release = defineRoute({
  id: 'quotes.release',
  area: 'partner',
  method: 'DELETE',
  path: '/quotes/{quote_id}',
  scope: 'buy',
  summary: 'Release a quote',
  description:
    'Ends the reservation early so that others can buy the domain. 409 `quote_used` if an order used the quote.',
  returns: 'The released quote.',
  params: QuotePath,
  response: QuoteView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ tx, caller, now }, { params }) =>
    quoteView(await releaseQuote(tx, caller, params.quote_id, now), requireCredential(caller).secret, now),
})

export const partnerRoutes = [create, get, release]
/** The portal's: a person signs nothing, so there is no token. */
export const portalRoutes = [getTokenless]
