// The checkout pages, and the webhook endpoint for Stripe.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isMailOff } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { limitVisits } from '../../http/admission/rate-limit.ts'
import { asApiError } from '../../http/error-handler.ts'
import { sendPage } from '../../http/page.ts'
import { queryPairs } from '../../http/query.ts'
import { isStorable } from '../../http/validate.ts'
import type { Card } from '../../integrations/payments/provider.ts'
import { isPayoutReport } from '../../kernel/contracts/payout-reports.ts'
import { ApiError } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/ids.ts'
import { digestNetwork } from '../../kernel/text/client-network.ts'
import { isEmail } from '../../kernel/text/email-address.ts'
import { readClickCookie } from '../referrals/index.ts'
import { allowsReverseCharge, isVatId, type TaxSettings } from '../tax/index.ts'
import { type Account, checkoutPage, expiredPage, invalidPage, type Page, type Typed, troublePage } from './pages.ts'
import { parseExpiry } from './rules/cards.ts'
import { readForm } from './rules/tokens.ts'
import { checkoutKeys } from './service/open.ts'
import { cancelSession, confirmPayment, pay } from './service/pay.ts'
import { type CheckoutView, readCheckout } from './service/read.ts'
import { receiveDispute, receiveNotice, receivePayoutReport } from './service/receive-notice.ts'

const FORM_BYTES_MAX = 16 * 1024
const NOTICE_BYTES_MAX = 1024 * 1024
const TOTAL_CHANGED = 'The total has changed. You were not charged. Check the total and pay again.'
const OUT_OF_DATE = 'This page was out of date. You were not charged. Check the price and pay again.'

/** Who is signed in at the browser, if anyone: accounts are not known here. */
type Visitor = { userId: Id<'user'>; email: string; emailConfirmedAt: Date | null }
type FindVisitor = (request: FastifyRequest) => Promise<Visitor | undefined>

type Visit = { sessionId: string; pt: string; view: CheckoutView; visitor: Visitor | undefined }

const show = (reply: FastifyReply, page: Page): FastifyReply =>
  page.name === 'checkout' ? sendPage(reply, page) : sendPage(reply, page)

/** The token is in the address: it must not travel on in a referrer, a cache or a search index. */
const harden = (reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex')

const readPt = (request: FastifyRequest): string => {
  const url = request.raw.url ?? ''
  const cut = url.indexOf('?')
  return (cut < 0 ? [] : queryPairs(url.slice(cut + 1))).find(([name]) => name === 'pt')?.[1] ?? ''
}

const parseForm = (request: FastifyRequest): URLSearchParams =>
  new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '')

function readBuyer(form: URLSearchParams): Typed {
  const text = (name: string) => (form.get(name) ?? '').trim()
  return {
    email: text('email'),
    name: text('name'),
    country: text('country').toUpperCase(),
    company: text('company'),
    vatId: text('vat_id').toUpperCase(),
  }
}

const VAT_ID = /^[A-Z0-9][A-Z0-9 .-]{3,19}$/

function companyProblem({ company, vatId }: Typed): string | null {
  if (company.length > 200 || !isStorable(company)) return 'The company name is too long. Use at most 200 characters.'
  return vatId === '' || VAT_ID.test(vatId)
    ? null
    : 'The VAT ID is not valid. Enter 4 to 20 letters and digits, for example DE123456789, or leave it empty.'
}

/** Only what was given; nothing where the marketplace does not ask. */
const readCompany = ({ company, vatId }: Typed, isAsked: boolean): { company?: string; vat_id?: string } => ({
  ...(isAsked && company !== '' ? { company } : {}),
  ...(isAsked && vatId !== '' ? { vat_id: vatId } : {}),
})

function buyerProblem(typed: Typed, asksCompany: boolean): string | null {
  const { email, name, country } = typed
  if (!isEmail(email)) return 'Enter a valid email address.'
  if (name.length > 200 || !isStorable(name)) return 'The name is too long. Use at most 200 characters.'
  const problem = asksCompany ? companyProblem(typed) : null
  if (problem !== null) return problem
  return country === '' || /^[A-Z]{2}$/.test(country)
    ? null
    : 'The country is not valid. Choose a country from the list, or leave it empty.'
}

/** With tax, the country decides the rate, and a VAT ID in place of tax must look like one of that country. */
function taxProblem({ vatId }: Typed, country: string, tax: TaxSettings | null): string | null {
  if (tax === null) return null
  if (country === '') return 'Choose your country. The tax depends on it.'
  return vatId === '' || !allowsReverseCharge(tax, country) || isVatId(vatId, country)
    ? null
    : 'The VAT ID is not one of your country. Enter it with its country code, for example FR12345678901, or leave it empty.'
}

/** The total beside the button. A page of the version before had the price only. */
function readTotal(form: URLSearchParams, priceCents: number): number {
  const text = form.get('total')
  return text === null ? priceCents : /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
}

function readCard(form: URLSearchParams): Card | null {
  const text = (name: string) => (form.get(name) ?? '').trim()
  const number = text('number').replace(/[\s-]/g, '')
  // A page of the version before, which another process may have sent during a rollout, has two fields.
  const expiry = parseExpiry(form.has('expiry') ? text('expiry') : `${text('exp_month')}/${text('exp_year')}`)
  if (!/^\d{12,19}$/.test(number) || expiry === null || !/^\d{3,4}$/.test(text('cvc'))) return null
  return { number, expMonth: expiry.month, expYear: expiry.year, cvc: text('cvc') }
}

const toAccount = (visitor: Visitor | undefined): Account | null =>
  visitor && visitor.emailConfirmedAt !== null ? visitor : null

export function mountCheckout(app: FastifyInstance, deps: Deps, findVisitor: FindVisitor): void {
  const asksCompany = ({ tax }: CheckoutView): boolean =>
    deps.config.companyFields || (tax?.rates.some(({ reverseCharge }) => reverseCharge) ?? false)

  const toPage = ({ view, pt, visitor }: Visit, problem: string | null = null, typed: Typed | null = null): Page =>
    checkoutPage(view, pt, {
      problem,
      typed,
      asksCompany: asksCompany(view),
      account: toAccount(visitor),
      isMailOff: isMailOff(deps.config),
    })

  /** Opens the session for whoever has its token; anybody else gets a page that says so. */
  async function visit(request: FastifyRequest, reply: FastifyReply): Promise<Visit | FastifyReply> {
    const { session_id: sessionId } = request.params as { session_id: string }
    const pt = readPt(request)
    const reading = await readCheckout(deps, deps.db, sessionId, pt, deps.clock.now())
    if (reading.kind === 'session') return { sessionId, pt, view: reading.view, visitor: await findVisitor(request) }
    return show(reply, reading.kind === 'invalid' ? invalidPage() : expiredPage())
  }

  /** After a form, the browser is sent on: what it then shows can be reloaded without sending anything again. */
  async function sendOn(
    { sessionId, pt }: Pick<Visit, 'sessionId' | 'pt'>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const reading = await readCheckout(deps, deps.db, sessionId, pt, deps.clock.now())
    const paidTo = reading.kind === 'session' ? reading.view.returnTo : null
    return harden(reply).redirect(paidTo ?? `/checkout/${sessionId}?pt=${encodeURIComponent(pt)}`, 303)
  }

  const isVisit = (found: Visit | FastifyReply): found is Visit => 'view' in found

  /** The form was one of before: nothing was charged, and what the page says of an earlier try is not about this one. */
  async function showAgain(visit: Visit, reply: FastifyReply, typed: Typed, problem: string): Promise<FastifyReply> {
    const { sessionId, pt } = visit
    const reading = await readCheckout(deps, deps.db, sessionId, pt, deps.clock.now())
    if (reading.kind !== 'session' || reading.view.status !== 'open') return sendOn({ sessionId, pt }, reply)
    return show(reply, toPage({ ...visit, view: reading.view }, problem, typed))
  }

  async function receivePayment(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const found = await visit(request, reply)
    if (!isVisit(found)) return found
    const { view, sessionId } = found
    const form = parseForm(request)
    const claims = readForm(checkoutKeys.form(deps), sessionId, form.get('form') ?? '')
    if (view.status !== 'open' || claims === null) return sendOn(found, reply)
    const typed = readBuyer(form)
    // The same page with the totals of the chosen country.
    if (form.get('step') === 'total') return show(reply, toPage(found, null, typed))
    const isAsked = asksCompany(view)
    const country = typed.country || (view.buyer?.country ?? '')
    const problem = buyerProblem(typed, isAsked) ?? taxProblem(typed, country, view.tax)
    if (problem !== null) return show(reply, toPage(found, problem, typed))
    const card = view.takesCards ? readCard(form) : undefined
    if (card === null)
      return show(
        reply,
        toPage(found, 'The card details are not valid. Check the card number, expiry date and CVC.', typed),
      )
    const { attempt, ...agreed } = claims
    const buyer = {
      email: typed.email,
      name: typed.name || (view.buyer?.name ?? null),
      country: country === '' ? null : country,
      ...readCompany(typed, isAsked),
    }
    const refusal = await pay(deps, sessionId, {
      agreed,
      totalCents: readTotal(form, agreed.priceCents),
      attempt,
      buyer,
      card,
      visitorCode: readClickCookie(request.headers.cookie, deps.config.baseUrl),
      client: {
        network: digestNetwork(deps.secrets, request.ip),
        accountId: found.visitor?.userId ?? null,
      },
    })
    if (refusal === 'stale') return showAgain(found, reply, typed, OUT_OF_DATE)
    if (refusal === 'total_changed') return showAgain(found, reply, { ...typed, country }, TOTAL_CHANGED)
    return sendOn(found, reply)
  }

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: FORM_BYTES_MAX }, (_request, body, done) =>
      done(null, body),
    )
    scope.setErrorHandler((error, request, reply) => {
      const known = asApiError(error)
      if (!known || known.status >= 500) deps.log.error({ err: error, request_id: request.id }, 'checkout failed')
      return show(reply.headers(known?.headers ?? {}), troublePage(known))
    })
    scope.addHook('onRequest', limitVisits(deps))
    scope.get('/checkout/:session_id', { config: { routeId: 'checkout.page' } }, async (request, reply) => {
      const found = await visit(request, reply)
      return isVisit(found) ? show(reply, toPage(found)) : found
    })
    scope.post('/checkout/:session_id', { config: { routeId: 'checkout.pay' } }, receivePayment)
    scope.post('/checkout/:session_id/confirm', { config: { routeId: 'checkout.confirm' } }, async (request, reply) => {
      const found = await visit(request, reply)
      if (!isVisit(found)) return found
      await confirmPayment(deps, found.sessionId, parseForm(request).get('answer') === 'yes')
      return sendOn(found, reply)
    })
    scope.post('/checkout/:session_id/cancel', { config: { routeId: 'checkout.cancel' } }, async (request, reply) => {
      const found = await visit(request, reply)
      if (!isVisit(found)) return found
      const cancelUrl = await cancelSession(deps, found.sessionId)
      return cancelUrl === null ? sendOn(found, reply) : harden(reply).redirect(cancelUrl, 303)
    })
  })

  void app.register(async (scope) => {
    // The signature is over the bytes as they were sent.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: NOTICE_BYTES_MAX }, (_request, body, done) =>
      done(null, body),
    )
    scope.post(
      '/api/payments/stripe/webhook',
      { config: { routeId: 'payments.stripe_webhook' } },
      async (request, reply) => {
        const { stripe } = deps.payments
        if (!stripe)
          throw new ApiError('not_found', {
            message:
              'This service does not use Stripe. Set PAYMENTS=stripe, or delete this webhook endpoint in Stripe.',
          })
        const signature = request.headers['stripe-signature']
        const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const notice = stripe.readNotice(raw, typeof signature === 'string' ? signature : undefined)
        if (notice?.kind === 'dispute') await receiveDispute(deps, 'stripe', notice)
        else if (notice && isPayoutReport(notice)) await receivePayoutReport(deps, notice)
        else if (notice) await receiveNotice(deps, 'stripe', notice)
        return reply.header('cache-control', 'no-store').send({ received: true })
      },
    )
  })
}
