// Checkout sessions for partners, and the sandbox's own way of paying one.
import { defineRoute } from '../../http/define-route.ts'
import { requireSandbox } from '../../http/sandbox.ts'
import { assertMetadata, OneOf, Strict, Type } from '../../http/schema.ts'
import { ApiError } from '../../kernel/errors.ts'
import { readBuyer } from '../orders/index.ts'
import { createSession } from './service/open.ts'
import { payInSandbox } from './service/pay.ts'
import { findOwnSession, statusOf } from './service/read.ts'
import { CheckoutSessionView, SessionInput, sessionView } from './views.ts'

const create = defineRoute({
  id: 'checkout_sessions.create',
  area: 'partner',
  method: 'POST',
  path: '/checkout-session',
  scope: 'embed',
  summary: 'Make a link where a buyer pays at our own page; the sale is yours.',
  description:
    'The link works for seven days and reserves nothing. A payment that the buyer has to confirm holds the domain for three ' +
    'minutes; the first completed payment gets it. The buyer pays the price in force: when it changes, the buyer is shown the new ' +
    'one first. Partners that are not merchant of record sell this way.',
  body: SessionInput,
  status: 201,
  response: CheckoutSessionView,
  errors: ['not_found', 'conflict', 'upstream_unavailable'],
  writes: true,
  handle: async ({ deps, tx, caller, now }, { body }) => {
    const { metadata } = body
    assertMetadata(metadata)
    const owner = { partnerId: caller.partnerId, environment: caller.environment }
    const input = {
      domain: body.domain,
      buyer: readBuyer(body.buyer),
      returnUrl: body.return_url,
      cancelUrl: body.cancel_url,
      linkId: body.link_id,
      metadata,
    }
    return sessionView(deps, await createSession(deps, tx, owner, input, now))
  },
})

const SessionPath = Strict({ session_id: Type.String() })

const get = defineRoute({
  id: 'checkout_sessions.get',
  area: 'partner',
  method: 'GET',
  path: '/checkout-session/{session_id}',
  scope: 'embed',
  summary: 'Show one of your checkout sessions.',
  params: SessionPath,
  response: CheckoutSessionView,
  errors: ['not_found'],
  handle: async ({ deps, db, caller }, { params }) =>
    sessionView(deps, await findOwnSession(db, caller, params.session_id)),
})

const TEST_CARDS = { paid: '4242424242424242', declined: '4000000000000002' } as const

const pay = defineRoute({
  id: 'sandbox.checkout_sessions.pay',
  area: 'partner',
  method: 'POST',
  path: '/sandbox/checkout-session/{session_id}/pay',
  scope: 'embed',
  requires: requireSandbox,
  summary: 'Sandbox: pay a session as its buyer would, or let the card be declined.',
  description:
    'Pays the price that the session shows. When the price has changed meanwhile, or the name is gone, nothing is charged and the ' +
    'answer says so: `last_payment_error`, the new price, or the status `unavailable`.',
  params: SessionPath,
  body: Strict({ outcome: Type.Optional(OneOf(['paid', 'declined'] as const, { default: 'paid' })) }),
  bodyOptional: true,
  response: CheckoutSessionView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ deps, tx, caller }, { params, body }) => {
    const session = await findOwnSession(tx, caller, params.session_id)
    const card = { number: TEST_CARDS[body?.outcome ?? 'paid'], expMonth: 12, expYear: 9999, cvc: '123' }
    const claim = await payInSandbox(deps, tx, session, card)
    const paid = await findOwnSession(tx, caller, session.id)
    if (claim.kind === 'refused' && (claim.why === 'closed' || claim.why === 'stale'))
      throw new ApiError('conflict', {
        message: `Cannot pay a checkout session in status ${statusOf(paid, deps.clock.now())}.`,
        reason: 'illegal_transition',
      })
    return sessionView(deps, paid)
  },
})

export const partnerRoutes = [create, get, pay]
