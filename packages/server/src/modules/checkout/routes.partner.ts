// Checkout sessions for partners, and the sandbox's own way of paying one.
import { defineRoute } from '../../http/define-route.ts'
import { requireSandbox } from '../../http/sandbox.ts'
import { assertMetadata, OneOf, Strict, Type } from '../../http/schema.ts'
import { ApiError } from '../../kernel/errors.ts'
import { readBuyer } from '../orders/index.ts'
import { createSession } from './service/open.ts'
import { payInSandbox } from './service/pay.ts'
import { computeStatus, findOwnSession } from './service/read.ts'
import { CheckoutSessionView, SessionInput, sessionView } from './views.ts'

const create = defineRoute({
  id: 'checkout_sessions.create',
  area: 'partner',
  method: 'POST',
  path: '/checkout-session',
  scope: 'embed',
  summary: 'Create a checkout session',
  description:
    'Creates a hosted checkout page where the buyer pays the marketplace and you earn commission. Use it if you are not ' +
    'the merchant of record. The link is valid for seven days and does not reserve the domain. While a buyer confirms a ' +
    'payment, the domain is held for three minutes. The first completed payment gets it. If the price changes, the buyer ' +
    'sees the new price before paying. Subscribe to `order.paid`, which is not sent by default, or read the session when the ' +
    'buyer returns.',
  returns: 'The created checkout session.',
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
  summary: 'Get a checkout session',
  description: 'Returns one of your checkout sessions with its status and, once paid, its order.',
  returns: 'The checkout session.',
  params: SessionPath,
  response: CheckoutSessionView,
  errors: ['not_found'],
  readsAhead: true,
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
  summary: 'Pay a checkout session (sandbox)',
  description:
    "Simulates the buyer's payment, or a declined card. It pays the price shown in the session. If the price has changed " +
    'or the domain is gone, nothing is charged: check `last_payment_error`, the price and the status.',
  returns: 'The checkout session after the attempt.',
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
        message: `Cannot pay a checkout session in status ${computeStatus(paid, deps.clock.now())}.`,
        reason: 'illegal_transition',
      })
    return sessionView(deps, paid)
  },
})

export const partnerRoutes = [create, get, pay]
