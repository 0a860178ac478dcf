// The buyer's pages, for anyone who has the secret link: the order, and claiming the purchase for an account. Plain forms.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isMailOff } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { assertWithinBucket, limitByAddress } from '../../http/admission/rate-limit.ts'
import { type Form, mountForms, receiveForm, textFor } from '../../http/forms.ts'
import { sendPage } from '../../http/page.ts'
import { readIncoming } from '../../http/pipeline.ts'
import { ApiError } from '../../kernel/errors.ts'
import { type Id, isId } from '../../kernel/ids.ts'
import { CLAIM_LINKS_PER_HOUR, DELIVERY_FORMS_PER_HOUR } from '../../kernel/limits.ts'
import { buildSignInCookies, buildVisit, readBrowser, signUpProblem } from '../accounts/index.ts'
import { listOrderDocuments, PDF, pdfHeaders, renderDocument } from '../documents/index.ts'
import { findSaleSeller } from '../sellers/index.ts'
import {
  type BuyerDelivery,
  claimPage,
  deadClaimPage,
  type GivenTarget,
  type Note,
  orderPage,
  unknownOrderPage,
} from './pages.ts'
import { splitClaimLink } from './rules/purchases.ts'
import {
  type ClaimLink,
  claimForAccount,
  claimForNewAccount,
  readClaimLink,
  sendNewClaimLink,
} from './service/claim-purchase.ts'
import { buildOrderPath, parseOrderSecret } from './service/order-link.ts'
import { type BuyerOrder, findBuyerOrder } from './store/claims.ts'
import { findPurchase, findTimeline } from './store/purchases.ts'

/** Who is signed in at the browser, if anyone. */
type Visitor = { userId: Id<'user'>; email: string; emailConfirmedAt: Date | null }
type FindVisitor = (request: FastifyRequest) => Promise<Visitor | undefined>

const NO_MAIL = 'This service sends no email. Ask the operator of this marketplace for a claim link.'
const NO_CODE = 'There is no auth code to show at the moment. It is not ready yet, or has expired.'
const HAS_ACCOUNT = 'This email address already has an account. Sign in to add the purchase to it.'

const readSecret = (request: FastifyRequest): string => (request.params as { secret: string }).secret

const hasQuery = (request: FastifyRequest, name: string): boolean =>
  readIncoming(request).pairs.some(([found]) => found === name)

const sendTo = (reply: FastifyReply, path: string): FastifyReply =>
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(path, 303)

/** Ends a sign-up before anyone is signed in. */
class NotClaimed extends Error {
  readonly why: 'gone' | 'has_account'
  constructor(why: 'gone' | 'has_account') {
    super(why)
    this.why = why
  }
}

const isLimit = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'rate_limited'

export function mountPurchases(
  app: FastifyInstance,
  deps: Deps,
  findVisitor: FindVisitor,
  delivery: BuyerDelivery,
): void {
  async function showOrder(
    reply: FastifyReply,
    order: BuyerOrder,
    note: Note,
    status?: number,
    { code = null, given = null }: { code?: string | null; given?: GivenTarget } = {},
  ): Promise<FastifyReply> {
    const timeline = await findTimeline(deps.db, order.orderId)
    const path = buildOrderPath(deps, order.orderId)
    const now = deps.clock.now()
    return sendPage(
      reply,
      orderPage(order, {
        path,
        timeline,
        note,
        now,
        isForOwner: (await findSaleSeller(deps.db, order.orderId)) !== undefined,
        visitorId: (await findVisitor(reply.request))?.userId ?? null,
        isMailOff: isMailOff(deps.config),
        delivery: await delivery.describe(order),
        code,
        given,
        documents: await listOrderDocuments(deps.db, order.orderId),
        ...(status ? { status } : {}),
      }),
    )
  }

  /** A wrong secret and an order that does not exist look the same, and nothing is looked up for a wrong one. */
  async function findOrder(request: FastifyRequest): Promise<BuyerOrder | undefined> {
    const orderId = parseOrderSecret(deps, readSecret(request))
    return orderId === null ? undefined : findBuyerOrder(deps.db, orderId)
  }

  async function openOrder(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    // A receipt has one secret for both of its links; the part that claims does not belong here.
    const { secret, token } = splitClaimLink(readSecret(request))
    if (token !== '' && parseOrderSecret(deps, secret) !== null) return sendTo(reply, `/orders/${secret}`)
    const order = await findOrder(request)
    if (!order) return sendPage(reply, unknownOrderPage())
    if (hasQuery(request, 'chosen')) return showOrder(reply, order, { kind: 'chosen' })
    if (hasQuery(request, 'sent')) return showOrder(reply, order, { kind: 'sent' })
    return showOrder(reply, order, hasQuery(request, 'paid') ? { kind: 'paid' } : null)
  }

  /**
   * From the account to the order page, where the buyer chooses the delivery and sees the auth code. Only a browser session
   * opens it: the API tells no bearer token the secret of the page.
   */
  async function openOwnOrder(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { id } = request.params as { id: string }
    const visitor = await findVisitor(request)
    if (!visitor) return sendTo(reply, `/sign-in?next=${encodeURIComponent(`/account/orders/${id}/page`)}`)
    const isOwn = isId('order', id) && (await findPurchase(deps.db, visitor.userId, id)) !== undefined
    return isOwn ? sendTo(reply, buildOrderPath(deps, id)) : sendPage(reply, unknownOrderPage())
  }

  /** A document of this order, for anyone with the link: it names the buyer, as the receipt by mail does. */
  async function openDocument(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const order = await findOrder(request)
    const { document_id: id } = request.params as { document_id: string }
    const document = order && (await listOrderDocuments(deps.db, order.orderId)).find((one) => one.id === id)
    if (!document) return sendPage(reply, unknownOrderPage())
    return reply
      .headers({ ...pdfHeaders(document), 'content-type': PDF, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      .send(await renderDocument(deps.db, document))
  }

  /** Anyone with the link can send these forms, and each leaves a row. */
  async function limitByOrder({ orderId }: BuyerOrder, name: string, capacity: number): Promise<void> {
    if (deps.config.rateLimits === 'off') return
    await assertWithinBucket(deps, { key: `${name}:${orderId}`, limit: { name, capacity, perSeconds: 3600 } })
  }

  async function receiveResend(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    receiveForm(deps, request)
    const order = await findOrder(request)
    if (!order) return sendPage(reply, unknownOrderPage())
    if (isMailOff(deps.config)) return showOrder(reply, order, { kind: 'problem', text: NO_MAIL }, 409)
    try {
      await limitByOrder(order, 'claim_links', CLAIM_LINKS_PER_HOUR)
      await sendNewClaimLink(deps, order.orderId)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      const text = isLimit(error) ? textFor(error) : 'This purchase cannot be claimed, or is in an account already.'
      return showOrder(reply.headers(error.headers), order, { kind: 'problem', text }, error.status)
    }
    return sendTo(reply, `${buildOrderPath(deps, order.orderId)}?sent=1`)
  }

  async function receiveTarget(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form: Form = receiveForm(deps, request)
    const order = await findOrder(request)
    if (!order) return sendPage(reply, unknownOrderPage())
    const given = { registrar: form('registrar'), account: form('account') }
    try {
      await limitByOrder(order, 'delivery_forms', DELIVERY_FORMS_PER_HOUR)
      await delivery.choose(order, { method: form('method'), ...given })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      const text = error.details?.[0]?.message ?? textFor(error)
      return showOrder(reply.headers(error.headers), order, { kind: 'problem', text }, error.status, { given })
    }
    return sendTo(reply, `${buildOrderPath(deps, order.orderId)}?chosen=1`)
  }

  /** The URL of a form, opened again: the order page has what it led to. */
  async function openForm(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const order = await findOrder(request)
    return order ? sendTo(reply, buildOrderPath(deps, order.orderId)) : sendPage(reply, unknownOrderPage())
  }

  /** Shown in the response itself: a code never becomes part of a URL. */
  async function revealCode(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    receiveForm(deps, request)
    const order = await findOrder(request)
    if (!order) return sendPage(reply, unknownOrderPage())
    const call = { actor: 'buyer', requestId: request.id, method: 'POST', path: '/orders/auth-code' }
    try {
      await limitByOrder(order, 'delivery_forms', DELIVERY_FORMS_PER_HOUR)
      return await showOrder(reply, order, null, 200, { code: await delivery.reveal(order, call) })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      const isGone = error.reason === 'auth_code_unavailable'
      // The page was reloaded when the domain had been delivered, for example.
      if (isGone && order.status !== 'TRANSFER_IN_PROGRESS') return sendTo(reply, buildOrderPath(deps, order.orderId))
      const text = isGone ? NO_CODE : textFor(error)
      return showOrder(reply.headers(error.headers), order, { kind: 'problem', text }, error.status)
    }
  }

  /** The link, or the page that says that it does not work. */
  async function openLink(request: FastifyRequest, reply: FastifyReply): Promise<ClaimLink | FastifyReply> {
    const link = await readClaimLink(deps, deps.db, readSecret(request), deps.clock.now())
    return link?.works ? link : sendDead(reply, link)
  }

  const sendDead = (reply: FastifyReply, link: Pick<ClaimLink, 'order'> | null): FastifyReply =>
    sendPage(reply, deadClaimPage(link === null ? null : buildOrderPath(deps, link.order.orderId)))

  const isLink = (found: ClaimLink | FastifyReply): found is ClaimLink => 'works' in found

  async function showClaim(
    request: FastifyRequest,
    reply: FastifyReply,
    { order }: ClaimLink,
    problem: { text: string; status: number } | null = null,
  ): Promise<FastifyReply> {
    const visitor = await findVisitor(request)
    const person = visitor ? { email: visitor.email, isConfirmed: visitor.emailConfirmedAt !== null } : null
    const path = `/claim/${readSecret(request)}`
    const shown = { path, person, problem: problem?.text ?? null, status: problem?.status ?? 200 }
    return sendPage(reply, claimPage(order, shown))
  }

  const toAccount = (reply: FastifyReply, { order }: ClaimLink): FastifyReply =>
    sendTo(reply, `/account/orders/${order.orderId}`)

  /** For someone who is signed in with a confirmed address, whichever it is: the link is what counts. */
  async function receiveClaim(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    receiveForm(deps, request)
    const link = await openLink(request, reply)
    if (!isLink(link)) return link
    const visitor = await findVisitor(request)
    if (!visitor || visitor.emailConfirmedAt === null) {
      const text = 'Sign in with a confirmed email address, or create an account here.'
      return showClaim(request, reply, link, { text, status: 401 })
    }
    const claimant = { id: visitor.userId, email: visitor.email }
    const visit = { requestId: request.id, method: 'POST', path: '/claim', address: request.ip }
    return (await claimForAccount(deps, link, claimant, visit)) ? toAccount(reply, link) : sendDead(reply, link)
  }

  /** Opens the account, claims and signs in: all of it or nothing. */
  async function signUpAndClaim(request: FastifyRequest, link: ClaimLink, password: string): Promise<string[]> {
    await limitByAddress(deps, 'sign_in', request.ip, 'claim')
    const guesser = { ...readBrowser(request), path: '/claim' }
    const visit = buildVisit(deps, guesser, null)
    const outcome = await claimForNewAccount(deps, link, { password, visit })
    if (outcome.kind !== 'claimed') throw new NotClaimed(outcome.kind)
    return buildSignInCookies(deps, guesser, outcome.user, outcome.sessionToken)
  }

  async function receiveSignUp(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form: Form = receiveForm(deps, request)
    const link = await openLink(request, reply)
    if (!isLink(link)) return link
    const password = form('password')
    const problem = signUpProblem({ email: link.order.buyerEmail, password })
    if (problem !== null) return showClaim(request, reply, link, { text: problem, status: 400 })
    try {
      return await toAccount(reply.header('set-cookie', await signUpAndClaim(request, link, password)), link)
    } catch (error) {
      if (error instanceof NotClaimed && error.why === 'gone') return sendDead(reply, link)
      if (error instanceof NotClaimed) return showClaim(request, reply, link, { text: HAS_ACCOUNT, status: 409 })
      if (!isLimit(error)) throw error
      return showClaim(request, reply.headers(error.headers), link, { text: textFor(error), status: error.status })
    }
  }

  mountForms(app, deps, (scope) => {
    scope.get('/account/orders/:id/page', { config: { routeId: 'orders.own_page' } }, openOwnOrder)
    scope.get('/orders/:secret', { config: { routeId: 'orders.page' } }, openOrder)
    scope.post('/orders/:secret/claim-link', { config: { routeId: 'orders.resend_claim' } }, receiveResend)
    scope.post('/orders/:secret/delivery', { config: { routeId: 'orders.choose_delivery' } }, receiveTarget)
    scope.post('/orders/:secret/auth-code', { config: { routeId: 'orders.reveal_code' } }, revealCode)
    for (const form of ['claim-link', 'delivery', 'auth-code'])
      scope.get(`/orders/:secret/${form}`, { config: { routeId: 'orders.form' } }, openForm)
    scope.get('/orders/:secret/documents/:document_id', { config: { routeId: 'orders.document' } }, openDocument)
    scope.get('/claim/:secret', { config: { routeId: 'orders.claim_page' } }, async (request, reply) => {
      const link = await openLink(request, reply)
      return isLink(link) ? showClaim(request, reply, link) : link
    })
    scope.post('/claim/:secret', { config: { routeId: 'orders.claim' } }, receiveClaim)
    scope.post('/claim/:secret/sign-up', { config: { routeId: 'orders.claim_sign_up' } }, receiveSignUp)
  })
}
