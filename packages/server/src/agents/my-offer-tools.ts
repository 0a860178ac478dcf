// Tools for the offers that a person made: how sellers responded, and what the person does next.
import { type Asker, callPublicRoute } from '../http/call-route.ts'
import { CurrencyCode, Nullable, OneOf, PositiveCents, Strict, Type } from '../http/schema.ts'
import { ApiError, invalidField, invariant } from '../kernel/errors.ts'
import { MONEY_CENTS_MAX, OFFER_CENTS_MIN, OFFER_MESSAGE_LENGTH_MAX } from '../kernel/limits.ts'
import { publicRoutes as offersPublic } from '../modules/offers/routes.public.ts'
import { Confirmation, readAgreement } from './agreement.ts'
import { type Answer, fitRows, formatPrice, markUntrusted, quoteUntrusted, writeMessage } from './texts.ts'
import { findRoute, NextStep, READS, type Tool } from './tool.ts'

const LIST = findRoute(offersPublic, 'market.offers.list')
const GET = findRoute(offersPublic, 'market.offers.get')
const ACTIONS = ['accept', 'counter', 'decline', 'withdraw'] as const
type Action = (typeof ACTIONS)[number]
const MOVES = {
  accept: findRoute(offersPublic, 'market.offers.accept'),
  counter: findRoute(offersPublic, 'market.offers.counter'),
  decline: findRoute(offersPublic, 'market.offers.decline'),
  withdraw: findRoute(offersPublic, 'market.offers.withdraw'),
}

const SCOPE = 'domains:manage'
const OFFERS_MAX = 10

type Offer = {
  offer_id: string
  domain: string
  status: string
  waiting_for: 'buyer' | 'seller' | null
  amount_cents: number
  currency: string
  expires_at: string
  checkout_url: string | null
  actions: { action: string }[]
  moves?: { by: string; message: string | null }[]
}

const OfferId = () => Type.String({ maxLength: 64, description: 'ID of the offer, `off_…`.' })
const OfferRow = Strict({
  offer_id: Type.String(),
  domain: Type.String(),
  status: Type.String({
    description: '`countered_by_seller`: the person responds. `accepted`: the person pays at checkout_url.',
  }),
  waiting_for: Nullable(OneOf(['buyer', 'seller'] as const, { description: '`buyer`: the person.' })),
  amount_cents: PositiveCents(),
  currency: CurrencyCode(),
  expires_at: Type.String(),
  checkout_url: Nullable(Type.String()),
  actions: Type.Array(Type.String(), { description: 'What respond_to_offer accepts now.' }),
})

const toRow = (offer: Offer) => ({
  offer_id: offer.offer_id,
  domain: offer.domain,
  status: offer.status,
  waiting_for: offer.waiting_for,
  amount_cents: offer.amount_cents,
  currency: offer.currency,
  expires_at: offer.expires_at,
  checkout_url: offer.checkout_url,
  actions: offer.actions.map(({ action }) => action),
})

const writeLine = ({ offer_id, domain, status, amount_cents, currency }: Offer): string =>
  `${offer_id} ${domain} ${formatPrice(amount_cents, currency)}: ${status}`

function chooseNext(offers: readonly Offer[]): string {
  if (offers.length === 0) return 'There are no offers. make_offer makes one.'
  if (offers.some(({ status }) => status === 'countered_by_seller'))
    return 'A seller asks for another amount. Tell the person, then call respond_to_offer with their decision.'
  if (offers.some(({ checkout_url: url }) => url !== null))
    return 'Give the person checkout_url: the domain is reserved until expires_at.'
  return 'Tell the person. Sellers have 7 days to respond.'
}

/** The seller's last message of one offer. */
function findSellerText({ moves = [] }: Offer): string | null {
  return moves.findLast(({ by, message }) => by === 'seller' && message !== null)?.message ?? null
}

const listMyOffers: Tool = {
  name: 'list_my_offers',
  title: 'List your offers',
  description:
    'See the offers that the signed-in person made, and how the sellers responded: counter-offers with their amount in cents, ' +
    'accepted offers with the payment page. Use domain for one domain, or offer_id for one offer with the message of its ' +
    'seller. The person must sign in.',
  params: Strict({
    offer_id: Type.Optional(OfferId()),
    domain: Type.Optional(Type.String({ maxLength: 253, description: 'Only offers for this domain.' })),
  }),
  output: Strict({
    offers: Type.Array(OfferRow),
    seller_text: Nullable(Strict({ untrusted: Type.Literal(true), notice: Type.String(), text: Type.String() })),
    next_step: NextStep(),
  }),
  hints: READS,
  scope: SCOPE,
  run: async ({ offer_id, domain }: { offer_id?: string; domain?: string }, asker) => {
    const found = offer_id === undefined ? await readOffers(domain, asker) : [await readOffer(offer_id, asker)]
    const said = offer_id === undefined || !found[0] ? null : findSellerText(found[0])
    return fitRows(found, (offers): Answer => {
      const next = chooseNext(offers)
      const lines = [...offers.map(writeLine), ...(said === null ? [] : [quoteUntrusted(said)]), `Next: ${next}`]
      const seller_text = said === null ? null : markUntrusted(said)
      return { data: { offers: offers.map(toRow), seller_text, next_step: next }, text: lines.join('\n') }
    })
  },
}

async function readOffers(domain: string | undefined, asker: Asker): Promise<Offer[]> {
  const query = { limit: OFFERS_MAX, ...(domain === undefined ? {} : { domain }) }
  return ((await callPublicRoute(LIST, { query }, asker)) as { offers: Offer[] }).offers
}

const readOffer = (offer_id: string, asker: Asker) =>
  callPublicRoute(GET, { params: { offer_id } }, asker) as Promise<Offer>

type Params = { offer_id: string; action: Action; amount_cents?: number; message?: string; confirmation?: string }

/** What the service would say, before anything is changed. */
function assertPossible({ action, amount_cents: amount, message }: Params, { domain, status, actions }: Offer): void {
  if (!actions.some((one) => one.action === action))
    throw new ApiError('conflict', {
      message: `Cannot ${action} the offer for ${domain} in status ${status}.`,
      reason: 'illegal_transition',
    })
  if ((action === 'counter') !== (amount !== undefined))
    throw invalidField('amount_cents', action === 'counter' ? 'is required to counter' : 'is only for counter')
  if (action === 'accept' && message !== undefined)
    throw invalidField('message', 'cannot be sent with accept; leave it out')
}

function describe({ action, amount_cents: amount }: Params, { domain, amount_cents, currency }: Offer): string {
  const price = formatPrice(amount_cents, currency)
  const texts: Record<Action, string> = {
    accept: `Buy ${domain} for ${price}`,
    counter: `Offer ${formatPrice(amount ?? amount_cents, currency)} for ${domain} instead of ${price}`,
    decline: `Decline ${price} for ${domain}`,
    withdraw: `Withdraw the offer for ${domain}`,
  }
  return texts[action]
}

function toBody({ action, amount_cents, message }: Params): { body?: object } {
  if (action === 'accept') return {}
  const said = message === undefined ? {} : { message }
  return { body: action === 'counter' ? { amount_cents, ...said } : said }
}

const NEXT: Record<Action, string> = {
  accept: 'Give the person checkout_url, where they pay. The domain is reserved until expires_at.',
  counter: 'The seller responds within 7 days. list_my_offers shows the response.',
  decline: 'The offer has ended. make_offer makes another one.',
  withdraw: 'The offer has ended. make_offer makes another one.',
}
const NEXT_SHOWN =
  'Nothing was sent yet. Show this to the person. If they agree, call again with the same input and confirmation.'

const respondToOffer: Tool = {
  name: 'respond_to_offer',
  title: 'Respond to a counter-offer',
  description:
    'Accept, counter or decline the counter-offer of a seller, or withdraw an offer of the signed-in person. The first call ' +
    'only shows the response and returns a confirmation. Show it to the person; if they agree, call again with the same input ' +
    'and the confirmation. Accepting reserves the domain for 72 hours; only the person pays. The person must sign in.',
  params: Strict({
    offer_id: OfferId(),
    action: OneOf(ACTIONS, { description: 'What the person decided.' }),
    amount_cents: Type.Optional(
      Type.Integer({
        minimum: OFFER_CENTS_MIN,
        maximum: MONEY_CENTS_MAX,
        description: 'With counter: the new amount, in cents.',
      }),
    ),
    message: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: OFFER_MESSAGE_LENGTH_MAX,
        description: 'A message to the seller. Not with accept.',
      }),
    ),
    confirmation: Confirmation(),
  }),
  output: Strict({
    sent: Type.Boolean({ description: 'False if nothing was sent yet.' }),
    offer: OfferRow,
    confirmation: Nullable(Type.String()),
    next_step: NextStep(),
  }),
  // Declining and withdrawing end the offer.
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  scope: SCOPE,
  limit: 'market_writes',
  conflictAdvice: 'Call list_my_offers to see what is possible now.',
  run: async ({ confirmation, ...asked }: Params, asker, call) => {
    const { user } = asker.caller
    invariant(user, 'the scope was checked')
    const offer = await readOffer(asked.offer_id, asker)
    assertPossible(asked, offer)
    const title = describe(asked, offer)
    const text = `${title}${writeMessage(asked.message)}`
    // The amount that the person agreed to belongs to the change: a seller cannot exchange it meanwhile.
    const params = { ...asked, seen_cents: offer.amount_cents, seen_status: offer.status }
    const change = { userId: user.id, operation: 'respond_to_offer', domains: [offer.domain], params }
    const agreement = readAgreement({ change, confirmation, message: `${text}?`, title }, asker, call)
    if (agreement.kind === 'ask') return agreement.question
    if (agreement.kind === 'show')
      return {
        data: { sent: false, offer: toRow(offer), confirmation: agreement.confirmation, next_step: NEXT_SHOWN },
        text: `Not sent yet: ${text}.\nNext: ${NEXT_SHOWN}`,
      }
    const given = { params: { offer_id: offer.offer_id }, ...toBody(asked) }
    const moved = (await callPublicRoute(MOVES[asked.action], given, asker)) as Offer
    const next = NEXT[asked.action]
    const lines = [`Sent: ${text}.`, writeLine(moved), ...(moved.checkout_url ? [moved.checkout_url] : [])]
    return {
      data: { sent: true, offer: toRow(moved), confirmation: null, next_step: next },
      text: [...lines, `Next: ${next}`].join('\n'),
    }
  },
}

export const MY_OFFER_TOOLS: readonly Tool[] = [listMyOffers, respondToOffer]
