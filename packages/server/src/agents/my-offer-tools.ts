// Tools for the offers that a person made: how sellers responded, and what the person does next.
import { type Asker, callPublicRoute } from '../http/call-route.ts'
import { CurrencyCode, Nullable, OneOf, PositiveCents, Strict, Type } from '../http/schema.ts'
import { ApiError, invalidField, invariant } from '../kernel/errors.ts'
import { MONEY_CENTS_MAX, OFFER_CENTS_MIN, OFFER_MESSAGE_LENGTH_MAX } from '../kernel/limits.ts'
import { findTurn, OFFER_STATUSES } from '../modules/offers/index.ts'
import { publicRoutes as offersPublic } from '../modules/offers/routes.public.ts'
import { isTaxAdded } from '../modules/tax/index.ts'
import { Confirmation, readAgreement } from './agreement.ts'
import { formatPrice, markUntrusted, quoteUntrusted, writeMessage, writeTaxNote } from './texts.ts'
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
/** A page stays near two kilobytes. All of its rows are shown, because the cursor goes on after the page. */
const OFFERS_MAX = 5

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

const writeLine = ({ offer_id, domain, status, amount_cents, currency }: Offer, isNet: boolean): string =>
  `${offer_id} ${domain} ${formatPrice(amount_cents, currency, isNet)}: ${status}`

function chooseNext({ offers, next }: Page): string {
  if (offers.length === 0) return 'There are no offers. make_offer makes one.'
  const steps = [
    ...(offers.some(({ waiting_for: side, status }) => side === 'buyer' && status === 'countered_by_seller')
      ? ['A seller asks for another amount. Tell the person, then call respond_to_offer with their decision.']
      : []),
    ...(offers.some(({ checkout_url: url }) => url !== null)
      ? ['Give the person checkout_url: the domain is reserved until expires_at.']
      : []),
  ]
  if (steps.length === 0) steps.push('Tell the person. Sellers have 7 days to respond.')
  if (next?.part === 'waiting') steps.push('More offers wait for the person: pass next_cursor as cursor.')
  else if (next) steps.push('For more, pass next_cursor as cursor.')
  return steps.join(' ')
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
    'accepted offers with the payment page. Offers that wait for the person come first. Use domain for one domain, or ' +
    'offer_id for one offer with the message of its seller. The person must sign in.',
  params: Strict({
    offer_id: Type.Optional(OfferId()),
    domain: Type.Optional(Type.String({ maxLength: 253, description: 'Only offers for this domain.' })),
    cursor: Type.Optional(Type.String({ maxLength: 1024, description: 'next_cursor of the page before.' })),
  }),
  output: Strict({
    offers: Type.Array(OfferRow),
    next_cursor: Nullable(Type.String()),
    seller_text: Nullable(Strict({ untrusted: Type.Literal(true), notice: Type.String(), text: Type.String() })),
    next_step: NextStep(),
  }),
  hints: READS,
  scope: SCOPE,
  run: async ({ offer_id, ...asked }: { offer_id?: string; domain?: string; cursor?: string }, asker) => {
    const page =
      offer_id === undefined
        ? await readOffers(asked, asker)
        : { offers: [await readOffer(offer_id, asker)], next: null }
    const { offers, next } = page
    const said = offer_id === undefined || !offers[0] ? null : findSellerText(offers[0])
    const isNet = await isTaxAdded(asker.deps)
    const next_step = `${chooseNext(page)}${offers.length > 0 ? writeTaxNote(isNet) : ''}`
    return {
      data: {
        offers: offers.map(toRow),
        next_cursor: next && writeCursor(next),
        seller_text: said === null ? null : markUntrusted(said),
        next_step,
      },
      text: [
        ...offers.map((offer) => writeLine(offer, isNet)),
        ...(said === null ? [] : [quoteUntrusted(said)]),
        `Next: ${next_step}`,
      ].join('\n'),
    }
  },
}

type Part = keyof typeof STATUSES
/** Where the list goes on: in which part, and after which offer; null from the start of the part. */
type Place = { part: Part; cursor: string | null }
type Page = { offers: Offer[]; next: Place | null }

/** The offers that wait for the person are a list before all others, newest first in both. */
const STATUSES = {
  waiting: OFFER_STATUSES.filter((status) => findTurn(status) === 'buyer').join(),
  other: OFFER_STATUSES.filter((status) => findTurn(status) !== 'buyer').join(),
}

const writeCursor = ({ part, cursor }: Place): string => `${part}:${cursor ?? ''}`
function parseCursor(text: string | undefined): Place {
  if (text === undefined) return { part: 'waiting', cursor: null }
  const [part, cursor] = text.split(':', 2)
  if ((part !== 'waiting' && part !== 'other') || cursor === undefined)
    throw invalidField('cursor', 'is not valid; use next_cursor of the page before')
  return { part, cursor: cursor || null }
}

async function readOffers({ domain, cursor }: { domain?: string; cursor?: string }, asker: Asker): Promise<Page> {
  const readPart = async (from: Place, limit: number): Promise<Page> => {
    const query = {
      limit,
      status: STATUSES[from.part],
      ...(domain === undefined ? {} : { domain }),
      ...(from.cursor === null ? {} : { cursor: from.cursor }),
    }
    const { offers, next_cursor } = (await callPublicRoute(LIST, { query }, asker)) as {
      offers: Offer[]
      next_cursor: string | null
    }
    return { offers, next: next_cursor === null ? null : { part: from.part, cursor: next_cursor } }
  }
  const from = parseCursor(cursor)
  const first = await readPart(from, OFFERS_MAX)
  if (from.part === 'other' || first.next) return first
  const others: Place = { part: 'other', cursor: null }
  const room = OFFERS_MAX - first.offers.length
  const second = await readPart(others, Math.max(room, 1))
  if (room === 0) return { offers: first.offers, next: second.offers.length > 0 ? others : null }
  return { offers: [...first.offers, ...second.offers], next: second.next }
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

function describe({ action, amount_cents: amount }: Params, offer: Offer, isNet: boolean): string {
  const { domain, amount_cents, currency } = offer
  const price = formatPrice(amount_cents, currency, isNet)
  const texts: Record<Action, string> = {
    accept: `Buy ${domain} for ${price}`,
    counter: `Offer ${formatPrice(amount ?? amount_cents, currency, isNet)} for ${domain} instead of ${price}`,
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
    const isNet = await isTaxAdded(asker.deps)
    const title = describe(asked, offer, isNet)
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
    const lines = [`Sent: ${text}.`, writeLine(moved, isNet), ...(moved.checkout_url ? [moved.checkout_url] : [])]
    return {
      data: { sent: true, offer: toRow(moved), confirmation: null, next_step: next },
      text: [...lines, `Next: ${next}`].join('\n'),
    }
  },
}

export const MY_OFFER_TOOLS: readonly Tool[] = [listMyOffers, respondToOffer]
