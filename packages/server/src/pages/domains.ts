// The page of one domain, and its forms: buy the domain, make an offer, watch it, or open a brokerage case.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { type Form, receiveForm, textFor } from '../http/forms.ts'
import { readParameter } from '../http/incoming.ts'
import { type PropsOf, sendPage } from '../http/page.ts'
import { ApiError } from '../kernel/errors.ts'
import { OFFER_CENTS_MIN, SEARCH_QUERY_LENGTH_MAX, SEARCH_QUERY_LENGTH_MIN } from '../kernel/limits.ts'
import { formatDecimal, parseAmount } from '../kernel/money.ts'
import { countCharacters } from '../kernel/text/characters.ts'
import { readDomainInput } from '../kernel/text/domain-input.ts'
import { type DomainName, parseDomainName } from '../kernel/text/domain-name.ts'
import { findScriptRisk } from '../kernel/text/scripts.ts'
import { isPurchase } from '../modules/checkout/index.ts'
import { isTaxAdded } from '../modules/tax/index.ts'
import { ownPart, readDomainVisitor } from './domain-visitor.ts'
import { isPlain, plainDocument, toInvalidSearch } from './lookups.ts'
import { findRegistration, mountRegistrations } from './registrations.ts'
import { askApi, orNothing, publicOptions, toRefusal } from './visits.ts'

type Props = PropsOf<'domain'>
type Look = NonNullable<Props['look']>
/** What a rejected form adds to the page. */
type Refused = { status: number; notice?: string; draft?: Props['draft']; offer?: Props['offer'] }

const SIMILAR_SHOWN = 4
const NO_OFFER = { amount: '', message: '', problem: null }
const NO_DRAFT = { tier: '', email: '', budget: '', notes: '', problem: null }

const describePrice = ({ price_cents, currency }: NonNullable<Props['listing']>): object => ({
  '@type': 'UnitPriceSpecification',
  price: formatDecimal(price_cents, currency),
  priceCurrency: currency,
  valueAddedTaxIncluded: false,
})

/** What search engines show of a domain for sale (schema.org). */
const describeOffer = (
  { unicode, url, canPay }: Props,
  listing: NonNullable<Props['listing']>,
  isTaxAdded: boolean,
): object => ({
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: unicode,
  description: listing.description ?? `The domain ${unicode}.`,
  category: 'Domain name',
  url,
  sku: listing.domain,
  offers: {
    '@type': 'Offer',
    url,
    price: formatDecimal(listing.price_cents, listing.currency),
    priceCurrency: listing.currency,
    ...(isTaxAdded ? { priceSpecification: describePrice(listing) } : {}),
    availability: `https://schema.org/${canPay ? 'InStock' : 'OutOfStock'}`,
    itemCondition: 'https://schema.org/NewCondition',
  },
})

const sendTo = (reply: FastifyReply, address: string): FastifyReply =>
  reply.header('cache-control', 'no-store').redirect(ownPart(address), 303)

export function mountDomains(app: FastifyInstance, scope: FastifyInstance, deps: Deps): void {
  function parseName(request: FastifyRequest): DomainName {
    const parsed = parseDomainName((request.params as { name: string }).name, { allowTest: false })
    if (!parsed.ok) throw new ApiError('validation_error', { message: parsed.message })
    return parsed.name
  }

  /** Names that mean the same; what the name is for helps where its letters say little. */
  async function similarTo(
    request: FastifyRequest,
    { domain, unicode }: DomainName,
    categories: readonly string[],
  ): Promise<Props['similar']> {
    const q = [unicode.split('.')[0] ?? '', ...categories].join(' ').slice(0, SEARCH_QUERY_LENGTH_MAX)
    if (countCharacters(q) < SEARCH_QUERY_LENGTH_MIN) return []
    const path = '/api/market/search'
    const { results } = await askApi<{ results: Props['similar'] }>(app, request, { path, query: { q } })
    return results.filter((one) => one.domain !== domain).slice(0, SIMILAR_SHOWN)
  }

  /** What the registry and a look at the name's site say: seconds, perhaps. */
  async function lookAt(request: FastifyRequest, domain: string): Promise<Look> {
    try {
      const whois = { method: 'POST', path: '/api/tools/whois', body: { domain } } as const
      const { registered } = await askApi<{ registered: boolean }>(app, request, whois)
      if (!registered) return { registered, eligibility: null, problem: null }
      const path = '/api/market/brokerage/eligibility'
      const eligibility = await askApi<Look['eligibility']>(app, request, { path, query: { domain } })
      return { registered, eligibility, problem: null }
    } catch (error) {
      return { registered: null, eligibility: null, problem: textFor(toRefusal(error)) }
    }
  }

  const readPrice = (request: FastifyRequest, tld: string): Promise<Props['price']> =>
    orNothing(askApi<Props['price']>(app, request, { path: '/api/pricing/tld', query: { tld } }))

  const boughtHere = (request: FastifyRequest, domain: string): Promise<boolean> =>
    isPurchase(deps.db, {
      sessionId: readParameter(request, 'session_id'),
      orderId: readParameter(request, 'order'),
      domain,
    })

  async function showName(
    request: FastifyRequest,
    reply: FastifyReply,
    name: DomainName,
    refused?: Refused,
  ): Promise<FastifyReply> {
    const { domain, unicode, tld } = name
    const path = `/api/market/listings/${domain}`
    const [listing, isBought, visitor] = await Promise.all([
      orNothing(askApi<NonNullable<Props['listing']>>(app, request, { path })),
      boughtHere(request, domain),
      readDomainVisitor(deps, request, domain),
    ])
    const isUnlisted = listing === null
    const [similar, price, look] = await Promise.all([
      similarTo(request, name, listing?.categories ?? []),
      isUnlisted ? readPrice(request, tld) : null,
      isUnlisted && (refused || isPlain(request)) ? lookAt(request, domain) : null,
    ])
    const draft = refused?.draft ?? NO_DRAFT
    const props: Props = {
      domain,
      unicode,
      tld,
      listing,
      similar,
      isBought,
      canPay: deps.payments.live !== null,
      price,
      registration: isUnlisted ? await findRegistration(deps, tld) : null,
      look,
      draft,
      offer: refused?.offer ?? NO_OFFER,
      notice: refused?.notice ?? null,
      url: `${deps.config.baseUrl}/domains/${domain}`,
      scriptRisk: findScriptRisk(unicode.slice(0, unicode.indexOf('.'))),
      ...visitor,
    }
    const document = {
      ...(isUnlisted && !refused ? plainDocument(request, `/domains/${domain}`) : {}),
      ...(listing?.status === 'listed' && !isBought
        ? { structuredData: describeOffer(props, listing, await isTaxAdded(deps)) }
        : {}),
    }
    const options = await publicOptions(deps, request, `/domains/${domain}`, document)
    // The link of a reservation has the token of its checkout.
    const isKept = options.isKept === true && visitor.stake?.kind !== 'buyer'
    // Of every name there could be a page; search engines keep those that are for sale.
    const isPublic = listing?.status === 'listed'
    const status = refused?.status ?? (listing?.status === 'sold' && !isBought ? 410 : 200)
    return sendPage(reply, { status, name: 'domain', props, options: { ...options, isPublic, isKept } })
  }

  async function receiveBuy(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    receiveForm(deps, request)
    const name = parseName(request)
    const { stake } = await readDomainVisitor(deps, request, name.domain)
    // From a page that was open before the seller accepted: the agreed price counts.
    if (stake?.kind === 'buyer') return sendTo(reply, deps.config.baseUrl + stake.checkoutUrl)
    const ask = { method: 'POST', path: '/api/market/checkout', body: { domain: name.domain } } as const
    const begun = await askApi<{ checkout_url: string }>(app, request, ask).catch(toRefusal)
    if (!(begun instanceof ApiError)) return sendTo(reply, begun.checkout_url)
    return showName(request, reply.headers(begun.headers), name, { status: begun.status, notice: textFor(begun) })
  }

  async function askOwner(request: FastifyRequest, domain: string, form: Form): Promise<{ progress_url: string }> {
    const budget = parseAmount(form('budget'), 'USD')
    if (budget === null || budget === 0)
      throw new ApiError('validation_error', { message: 'Enter a budget in US dollars, for example 2500.' })
    const body = {
      domain,
      tier: form('tier'),
      buyer_email: form('email').trim(),
      budget_cents: budget,
      currency: 'USD',
      ...(form('notes').trim() === '' ? {} : { notes: form('notes').trim() }),
    }
    return askApi(app, request, { method: 'POST', path: '/api/market/brokerage', body })
  }

  async function receiveBroker(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form = receiveForm(deps, request)
    const name = parseName(request)
    const opened = await askOwner(request, name.domain, form).catch(toRefusal)
    if (!(opened instanceof ApiError)) return sendTo(reply, opened.progress_url)
    const [tier, email, budget, notes] = [form('tier'), form('email'), form('budget'), form('notes')]
    const draft = { tier, email, budget, notes, problem: textFor(opened) }
    return showName(request, reply.headers(opened.headers), name, { status: opened.status, draft })
  }

  async function makeOffer(request: FastifyRequest, domain: string, form: Form): Promise<{ offer_id: string }> {
    const listing = await askApi<NonNullable<Props['listing']>>(app, request, {
      path: `/api/market/listings/${domain}`,
    })
    const amount = parseAmount(form('amount').trim(), listing.currency)
    if (amount === null)
      throw new ApiError('validation_error', { message: `Enter an amount in ${listing.currency}, for example 2500.` })
    if (amount >= listing.price_cents)
      throw new ApiError('validation_error', {
        message: `Offer less than the price, ${formatDecimal(listing.price_cents, listing.currency)} ${listing.currency}, or buy the domain at its price.`,
      })
    if (amount < OFFER_CENTS_MIN)
      throw new ApiError('validation_error', {
        message: `Offer at least ${formatDecimal(OFFER_CENTS_MIN, listing.currency)} ${listing.currency}.`,
      })
    const message = form('message').trim()
    const body = {
      domain,
      amount_cents: amount,
      currency: listing.currency,
      ...(message === '' ? {} : { message }),
    }
    return askApi(app, request, { method: 'POST', path: '/api/market/offers', body })
  }

  async function receiveOffer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form = receiveForm(deps, request)
    const name = parseName(request)
    const made = await makeOffer(request, name.domain, form).catch(toRefusal)
    if (!(made instanceof ApiError)) return sendTo(reply, `${deps.config.baseUrl}/account/offers/${made.offer_id}`)
    if (made.status === 401)
      return reply.redirect(`/sign-in?next=${encodeURIComponent(`/domains/${name.domain}`)}`, 303)
    const offer = { amount: form('amount'), message: form('message'), problem: textFor(made) }
    return showName(request, reply.headers(made.headers), name, { status: made.status, offer })
  }

  /** Where links for brokerage lead: whoever names a name goes on to its page, which has the form. */
  async function showBrokerage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const asked = readParameter(request, 'domain').trim()
    const parsed = asked === '' ? null : readDomainInput(asked, { allowTest: false })
    if (parsed?.ok) return reply.redirect(`/domains/${parsed.name.domain}`, 303)
    const props = { asked: asked.slice(0, 255), problem: parsed?.message ?? null }
    const options = await publicOptions(deps, request, '/brokerage')
    return sendPage(reply, { status: parsed ? 400 : 200, name: 'brokerage', props, options })
  }

  async function receiveWatch(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form = receiveForm(deps, request)
    const name = parseName(request)
    const method = form('watch') === 'no' ? 'DELETE' : 'PUT'
    const path = `/api/account/watches/${name.domain}`
    const done = await askApi(app, request, { method, path }).catch(toRefusal)
    // Nothing to stop: the page says so by itself.
    if (!(done instanceof ApiError) || done.code === 'not_found')
      return sendTo(reply, `${deps.config.baseUrl}/domains/${name.domain}`)
    if (done.status === 401)
      return reply.redirect(`/sign-in?next=${encodeURIComponent(`/domains/${name.domain}`)}`, 303)
    return showName(request, reply.headers(done.headers), name, { status: done.status, notice: textFor(done) })
  }

  /** A text that is not a domain gets the search with what is wrong, so that the visitor can correct it there. */
  async function showInvalid(
    request: FastifyRequest,
    reply: FastifyReply,
    asked: string,
    problem: string,
  ): Promise<FastifyReply> {
    const options = await publicOptions(deps, request, '/search')
    const props = toInvalidSearch(asked.slice(0, SEARCH_QUERY_LENGTH_MAX), problem)
    return sendPage(reply, { status: 400, name: 'search', props, options: { ...options, isPublic: false } })
  }

  scope.get('/brokerage', { config: { routeId: 'pages.brokerage' } }, showBrokerage)
  scope.get('/domains/:name', { config: { routeId: 'pages.domain' } }, (request, reply) => {
    const asked = (request.params as { name: string }).name
    const parsed = readDomainInput(asked, { allowTest: false })
    if (!parsed.ok) return showInvalid(request, reply, asked, parsed.message)
    if (parsed.name.domain !== asked) return reply.redirect(`/domains/${parsed.name.domain}`, 301)
    return showName(request, reply, parsed.name)
  })
  mountRegistrations(app, scope, deps)
  scope.post('/domains/:name/buy', { config: { routeId: 'pages.buy' } }, receiveBuy)
  scope.post('/domains/:name/offer', { config: { routeId: 'pages.offer' } }, receiveOffer)
  scope.post('/domains/:name/watch', { config: { routeId: 'pages.watch' } }, receiveWatch)
  scope.post('/domains/:name/broker', { config: { routeId: 'pages.broker' } }, receiveBroker)
}
