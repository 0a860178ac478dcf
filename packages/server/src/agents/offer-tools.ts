// The tool that makes an offer for a person who signed in. The first call only shows what would be offered.
import { callPublicRoute } from '../http/call-route.ts'
import { CurrencyCode, DomainText, Nullable, PositiveCents, Strict, Type } from '../http/schema.ts'
import { ApiError, invalidField, invariant } from '../kernel/errors.ts'
import { MONEY_CENTS_MAX, OFFER_CENTS_MIN, OFFER_MESSAGE_LENGTH_MAX } from '../kernel/limits.ts'
import { publicRoutes as catalogPublic } from '../modules/catalog/routes.public.ts'
import { publicRoutes as offersPublic } from '../modules/offers/routes.public.ts'
import { isTaxAdded } from '../modules/tax/index.ts'
import { Confirmation, readAgreement } from './agreement.ts'
import { MY_OFFER_TOOLS } from './my-offer-tools.ts'
import { formatPrice, writeMessage } from './texts.ts'
import { findRoute, NextStep, type Tool } from './tool.ts'

const LISTING = findRoute(catalogPublic, 'market.listing')
const MAKE = findRoute(offersPublic, 'market.offers.create')

type Params = { domain: string; amount_cents: number; message?: string; confirmation?: string }
type Listing = {
  domain: string
  price_cents: number
  currency: string
  status: string
  accepts_offers: boolean
  url: string
}

/** What the service would say, before anything is made. */
function assertPossible({ domain, price_cents, currency, status, accepts_offers }: Listing, amount: number): void {
  if (status === 'sold') throw new ApiError('conflict', { message: `${domain} has been sold.`, reason: 'domain_sold' })
  if (!accepts_offers)
    throw new ApiError('conflict', {
      message: `The seller of ${domain} does not accept offers. create_checkout buys it at its price.`,
      reason: 'offers_not_accepted',
    })
  if (amount >= price_cents)
    throw invalidField(
      'amount_cents',
      `must be below the price, ${formatPrice(price_cents, currency)}; create_checkout buys it at its price`,
    )
}

const makeOffer: Tool = {
  name: 'make_offer',
  title: 'Make an offer for a domain',
  description:
    'Offer less than the price for a domain whose seller accepts offers. The first call only shows the offer and returns a ' +
    'confirmation. Show it to the person; if they agree, call again with the same input and the confirmation. If the seller ' +
    'accepts, the domain is reserved for 72 hours and the person pays. The person must sign in.',
  params: Strict({
    domain: DomainText(),
    amount_cents: Type.Integer({
      minimum: OFFER_CENTS_MIN,
      maximum: MONEY_CENTS_MAX,
      description: 'The offer in cents, in the currency of the price: 250000 means USD 2,500.',
      examples: [250_000],
    }),
    message: Type.Optional(
      Type.String({ minLength: 1, maxLength: OFFER_MESSAGE_LENGTH_MAX, description: 'A message to the seller.' }),
    ),
    confirmation: Confirmation(),
  }),
  output: Strict({
    made: Type.Boolean({ description: 'False if nothing was sent yet.' }),
    offer_id: Nullable(Type.String()),
    domain: Type.String(),
    amount_cents: PositiveCents(),
    price_cents: PositiveCents(),
    currency: CurrencyCode(),
    status: Nullable(Type.String()),
    expires_at: Nullable(Type.String()),
    url: Type.String({ description: 'Where the person sees the domain or the offer.' }),
    confirmation: Nullable(Type.String()),
    next_step: NextStep(),
  }),
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  scope: 'domains:manage',
  limit: 'market_writes',
  run: async ({ confirmation, ...asked }: Params, asker, call) => {
    const { deps, caller } = asker
    invariant(caller.user, 'the scope was checked')
    const listing = (await callPublicRoute(LISTING, { params: { name: asked.domain } }, asker)) as Listing
    const { domain, price_cents, currency } = listing
    const { amount_cents } = asked
    assertPossible(listing, amount_cents)
    const change = { userId: caller.user.id, operation: 'make_offer', domains: [domain], params: { ...asked, domain } }
    const shown = { domain, amount_cents, price_cents, currency }
    const isNet = await isTaxAdded(deps)
    const price = formatPrice(price_cents, currency, isNet)
    const offered = `${formatPrice(amount_cents, currency, isNet)} for ${domain}, which costs ${price}`
    const text = `${offered}${writeMessage(asked.message)}`
    const asks = { change, confirmation, message: `Make this offer: ${text}.`, title: 'Make this offer' }
    const agreement = readAgreement(asks, asker, call)
    if (agreement.kind === 'ask') return agreement.question
    if (agreement.kind === 'show') {
      const next =
        'Nothing was sent yet. Show this to the person. If they agree, call again with the same input and confirmation.'
      return {
        data: {
          made: false,
          offer_id: null,
          ...shown,
          status: null,
          expires_at: null,
          url: listing.url,
          confirmation: agreement.confirmation,
          next_step: next,
        },
        text: `Not sent yet: ${text}.\nNext: ${next}`,
      }
    }
    const made = (await callPublicRoute(MAKE, { body: { ...asked, domain, currency } }, asker)) as {
      offer_id: string
      status: string
      expires_at: string
    }
    const url = `${deps.config.baseUrl}/account/offers/${made.offer_id}`
    const next =
      'Give the person url. The seller has 7 days to respond, and the person gets an email. list_my_offers shows the response.'
    const { offer_id, status, expires_at } = made
    return {
      data: { made: true, offer_id, ...shown, status, expires_at, url, confirmation: null, next_step: next },
      text: `Offer ${offer_id} made: ${text}.\nNext: ${next}`,
    }
  },
}

export const OFFER_TOOLS: readonly Tool[] = [makeOffer, ...MY_OFFER_TOOLS]
