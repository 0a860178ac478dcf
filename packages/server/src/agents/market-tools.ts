// Tools that lead to a purchase: search by meaning, one domain, a checkout link, a brokerage case.
import { callPublicRoute } from '../http/call-route.ts'
import { asApiError } from '../http/error-handler.ts'
import { CurrencyCode, DomainText, Nullable, OneOf, PositiveCents, Strict, Timestamp, Type } from '../http/schema.ts'
import { ApiError, invalidField } from '../kernel/errors.ts'
import { MONEY_CENTS_MAX, SEARCH_QUERY_LENGTH_MAX, SEARCH_QUERY_LENGTH_MIN } from '../kernel/limits.ts'
import { TIERS } from '../modules/brokerage/index.ts'
import { publicRoutes as brokeragePublic } from '../modules/brokerage/routes.public.ts'
import { publicRoutes as catalogPublic } from '../modules/catalog/routes.public.ts'
import { publicRoutes as checkoutPublic } from '../modules/checkout/routes.public.ts'
import { publicRoutes as searchPublic } from '../modules/search/routes.public.ts'
import { isTaxAdded } from '../modules/tax/index.ts'
import { fitRows, formatPrice, markUntrusted, quoteUntrusted, writeTaxNote } from './texts.ts'
import { findRoute, NextStep, READS, type Tool } from './tool.ts'

const SEARCH = findRoute(searchPublic, 'market.search')
const LISTING = findRoute(catalogPublic, 'market.listing')
const CHECKOUT = findRoute(checkoutPublic, 'market.checkout')
const BROKERAGE = findRoute(brokeragePublic, 'market.brokerage.open')

const MATCHES_DEFAULT = 8
const MATCHES_MAX = 20

/** A price limit is the detail that models get wrong most often: the unit is in the name of no field, so it is in the words. */
const MaxPrice = () =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MONEY_CENTS_MAX,
      description: 'Highest price in cents: 50000 means USD 500.',
      examples: [50_000],
    }),
  )

export const SEARCH_MARKET_PARAMS = Strict({
  query: Type.String({
    minLength: SEARCH_QUERY_LENGTH_MIN,
    maxLength: SEARCH_QUERY_LENGTH_MAX,
    description: 'What the name is for, without price and TLD.',
    examples: ['hiking trips'],
  }),
  max_price: MaxPrice(),
  tld: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'Only this TLD.', examples: ['io'] })),
  sort: Type.Optional(
    OneOf(['relevance', 'price_asc', 'price_desc'] as const, { description: 'Sort order. Default `relevance`.' }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MATCHES_MAX, description: 'Number of matches. Default 8.' }),
  ),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, description: 'Number of matches to skip.' })),
})

type Match = { domain: string; price_cents: number; currency: string; url: string; reason?: string }

const searchMarket: Tool = {
  name: 'search_market',
  title: 'Find domains for sale by meaning',
  description:
    'Find domains for sale here that fit an idea, a business or a topic, in the words of the person: "a name for a bakery". ' +
    'The best match comes first; with sort `price_asc` the cheapest. Put the budget into max_price, in cents, and a TLD into ' +
    'tld. Prices are in cents.',
  params: SEARCH_MARKET_PARAMS,
  output: Strict({
    total: Type.Integer({ description: 'Number of matches.' }),
    results: Type.Array(
      Strict({
        domain: Type.String(),
        price_cents: PositiveCents(),
        currency: CurrencyCode(),
        url: Type.String(),
        reason: Type.Optional(Type.String()),
      }),
    ),
    next_step: NextStep(),
  }),
  hints: READS,
  run: async ({ query, ...filter }: { query: string; limit?: number; offset?: number }, asker, call) => {
    await call.progress(0, 1, 'Searching the market')
    const asked = { limit: MATCHES_DEFAULT, ...filter, q: query }
    const { total, results } = (await callPublicRoute(SEARCH, { query: asked }, asker)) as {
      total: number
      results: Match[]
    }
    const rows = results.map(({ domain, price_cents, currency, url, reason }) => ({
      domain,
      price_cents,
      currency,
      url,
      ...(reason === undefined ? {} : { reason }),
    }))
    const isNet = await isTaxAdded(asker.deps)
    return fitRows(rows, (kept) => {
      const shown = (filter.offset ?? 0) + kept.length
      const next =
        kept.length === 0
          ? 'Nothing matches. Raise max_price, drop tld, or use other words. search_domain checks one exact name.'
          : `Show the person these names. Call get_domain for one, or create_checkout to buy it.${shown < total ? ` For more, use offset ${shown}.` : ''}${writeTaxNote(isNet)}`
      const lines = kept.map((one) => `${one.domain} ${formatPrice(one.price_cents, one.currency, isNet)}`).join('; ')
      return {
        data: { total, results: [...kept], next_step: next },
        text: `${total} for sale. ${lines}\nNext: ${next}`,
      }
    })
  },
}

type Listing = {
  domain: string
  price_cents: number
  currency: string
  categories: string[]
  url: string
  description: string | null
  status: string
}

const DESCRIPTION_LENGTH_MAX = 600

const getDomain: Tool = {
  name: 'get_domain',
  title: 'Get a domain',
  description:
    'Get one domain that is or was for sale here: its price in cents, whether it can be bought now, and what its seller ' +
    'says. If it is not listed here, the status is `not_listed`.',
  params: Strict({ domain: DomainText() }),
  output: Strict({
    domain: Type.String(),
    status: OneOf(['listed', 'reserved', 'sold', 'not_listed'] as const, {
      description: '`listed`: can be bought now. `reserved`: someone is buying it.',
    }),
    price_cents: Nullable(Type.Integer()),
    currency: Nullable(Type.String()),
    categories: Type.Array(Type.String()),
    url: Nullable(Type.String()),
    seller_text: Nullable(Strict({ untrusted: Type.Literal(true), notice: Type.String(), text: Type.String() })),
    next_step: NextStep(),
  }),
  hints: READS,
  run: async ({ domain }: { domain: string }, asker) => {
    const found = await findListing(domain, asker)
    if (!found) {
      const next =
        'It is not listed here. search_domain says whether it can be registered; start_brokerage asks its owner.'
      const empty = { price_cents: null, currency: null, categories: [], url: null, seller_text: null }
      return {
        data: { domain, status: 'not_listed', ...empty, next_step: next },
        text: `${domain} is not listed here.\nNext: ${next}`,
      }
    }
    const { status, price_cents, currency, categories, url } = found
    const isNet = await isTaxAdded(asker.deps)
    const next = `${NEXT_BY_STATUS[status] ?? 'Call search_market for similar domains.'}${writeTaxNote(isNet)}`
    const description = found.description?.slice(0, DESCRIPTION_LENGTH_MAX) ?? null
    return {
      data: {
        domain: found.domain,
        status,
        price_cents,
        currency,
        categories,
        url,
        seller_text: description === null ? null : markUntrusted(description),
        next_step: next,
      },
      text: [
        `${found.domain} is ${status}, ${formatPrice(price_cents, currency, isNet)}. ${url}`,
        ...(description === null ? [] : [quoteUntrusted(description)]),
        `Next: ${next}`,
      ].join('\n'),
    }
  },
}

const NEXT_BY_STATUS: Record<string, string> = {
  listed: 'If the person wants it, call create_checkout and give them the link.',
  reserved:
    'Someone is buying it, or has an accepted offer. Try again later, or call search_market for similar domains.',
  sold: 'It is sold. Call search_market for similar domains, or start_brokerage to ask its new owner.',
}

async function findListing(name: string, asker: Parameters<Tool['run']>[1]): Promise<Listing | null> {
  try {
    return (await callPublicRoute(LISTING, { params: { name } }, asker)) as Listing
  } catch (thrown) {
    if (asApiError(thrown)?.code === 'not_found') return null
    throw thrown
  }
}

type Checkout = { domain: string; checkout_url: string; price_cents: number; currency: string; expires_at: string }

const createCheckout: Tool = {
  name: 'create_checkout',
  title: 'Create a checkout link',
  description:
    'Create a payment page for one domain and get its link. Give the link to the person: only they can pay. Nothing is ' +
    'charged or reserved by this call, and the first completed payment gets the domain. Call it once per purchase.',
  params: Strict({ domain: DomainText() }),
  output: Strict({
    domain: Type.String(),
    checkout_url: Type.String({ description: 'Open it in the browser of the person.' }),
    price_cents: PositiveCents(),
    currency: CurrencyCode(),
    expires_at: Timestamp(),
    next_step: NextStep(),
  }),
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  limit: 'market_writes',
  run: async (params: { domain: string }, asker) => {
    const created = (await callPublicRoute(CHECKOUT, { body: params }, asker)) as Checkout
    const { domain, checkout_url, price_cents, currency, expires_at } = created
    const isNet = await isTaxAdded(asker.deps)
    const next = `Give the person checkout_url and say the price.${writeTaxNote(isNet)} After payment, get_order shows the order if they sign in.`
    return {
      data: { domain, checkout_url, price_cents, currency, expires_at, next_step: next },
      text: `Checkout for ${domain}, ${formatPrice(price_cents, currency, isNet)}: ${checkout_url}\nNext: ${next}`,
    }
  },
}

type CaseParams = { domain: string; budget_cents: number; buyer_email?: string; tier?: string; notes?: string }

const EMAIL_KEY = 'buyer_email'

const startBrokerage: Tool = {
  name: 'start_brokerage',
  title: 'Ask the owner of a domain to sell',
  description:
    'Ask the marketplace to approach the owner of a registered domain that is not for sale. Ask the person for their email ' +
    'address and for the most they would pay, in cents. It opens a case and sends messages, so call it once and only after ' +
    'the person agreed.',
  params: Strict({
    domain: DomainText(),
    budget_cents: PositiveCents('The most the person would pay, in cents: 250000 means USD 2,500.'),
    buyer_email: Type.Optional(
      Type.String({ minLength: 3, maxLength: 254, description: 'Where the broker writes to.' }),
    ),
    tier: Type.Optional(
      OneOf(TIERS, {
        description: '`managed`: a broker negotiates. `self_serve`: only contact is made. Default `managed`.',
      }),
    ),
    notes: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: 'Notes for the broker.' })),
  }),
  output: Strict({
    case_id: Type.String(),
    status: Type.String(),
    progress_url: Type.String({ description: 'Shows the case to the person, without signing in.' }),
    next_step: NextStep(),
  }),
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  limit: 'market_writes',
  run: async (params: CaseParams, asker, call) => {
    const email = params.buyer_email ?? readEmail(call.readReply(EMAIL_KEY))
    if (email === undefined && call.canAsk)
      return {
        key: EMAIL_KEY,
        message: `The broker needs an email address to write to about ${params.domain}.`,
        schema: {
          type: 'object',
          properties: { email: { type: 'string', format: 'email', title: 'Email address' } },
          required: ['email'],
        },
      }
    if (email === undefined)
      throw invalidField('buyer_email', 'is required; ask the person for their email address, then call again')
    const body = { tier: 'managed', ...params, buyer_email: email }
    const opened = (await callPublicRoute(BROKERAGE, { body }, asker)) as Record<string, string>
    const next = 'Give the person progress_url. The broker writes to them by email.'
    return {
      data: { ...opened, next_step: next },
      text: `Case ${opened.case_id} for ${params.domain} is open: ${opened.progress_url}\nNext: ${next}`,
    }
  },
}

function readEmail(reply: Record<string, unknown> | 'declined' | undefined): string | undefined {
  if (reply === 'declined')
    throw new ApiError('validation_error', { message: 'The person gave no email address. No case was opened.' })
  return typeof reply?.email === 'string' ? reply.email : undefined
}

export const MARKET_TOOLS: readonly Tool[] = [searchMarket, getDomain, createCheckout, startBrokerage]
