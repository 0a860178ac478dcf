// The sandbox for partners: their own clock, and a made-up visitor who buys through their link.
import type { PartnerCaller } from '../../http/callers.ts'
import { defineRoute } from '../../http/define-route.ts'
import { requireSandbox } from '../../http/sandbox.ts'
import { DomainText, isoTime, Named, Strict, Timestamp, Type } from '../../http/schema.ts'
import { CLOCK_ADVANCE_SECONDS_MAX } from '../../kernel/limits.ts'
import { readDomain } from '../catalog/index.ts'
import { requireAffiliate, SaleView, saleView } from '../referrals/index.ts'
import { advanceClock } from './service/advance-clock.ts'
import { simulateReferredSale } from './service/simulate-sale.ts'

const ClockView = Named('SandboxClock', {
  now: Timestamp('Current time on your sandbox clock.'),
  offset_seconds: Type.Integer({ description: 'Seconds the sandbox clock is ahead of real time.' }),
  real_now: Timestamp('Real time. Request timestamps always use real time.'),
})

const get = defineRoute({
  id: 'sandbox.clock.get',
  area: 'partner',
  method: 'GET',
  path: '/sandbox/clock',
  scope: null,
  requires: requireSandbox,
  summary: 'Sandbox: your own clock.',
  response: ClockView,
  handle: ({ deps, caller, now }) => ({
    now: isoTime(now),
    offset_seconds: caller.partner.sandboxOffsetSeconds,
    real_now: isoTime(deps.clock.now()),
  }),
})

const advance = defineRoute({
  id: 'sandbox.clock.advance',
  area: 'partner',
  method: 'POST',
  path: '/sandbox/clock/advance',
  scope: null,
  requires: requireSandbox,
  summary: 'Sandbox: move your clock forward and age whatever of yours waits for time.',
  description:
    'Quotes, holds, sessions, brokerage cases, periods, commissions and webhook retries of yours grow older; nothing of anybody else does.',
  body: Strict({ seconds: Type.Integer({ minimum: 1, maximum: CLOCK_ADVANCE_SECONDS_MAX }) }),
  response: ClockView,
  errors: ['conflict'],
  writes: true,
  handle: async ({ deps, tx, caller }, { body }) => {
    const clock = await advanceClock(deps, tx, caller, body.seconds)
    return { now: isoTime(clock.now), offset_seconds: clock.offsetSeconds, real_now: isoTime(deps.clock.now()) }
  },
})

function requireSandboxAffiliate(caller: PartnerCaller): void {
  requireSandbox(caller)
  requireAffiliate(caller)
}

const sale = defineRoute({
  id: 'sandbox.links.sale',
  area: 'partner',
  method: 'POST',
  path: '/sandbox/links/{link_id}/sale',
  scope: 'refer',
  requires: requireSandboxAffiliate,
  summary: 'Sandbox: a visitor clicks your link and buys a name on the marketplace.',
  description:
    'The answer is the referred sale. Deliver its order with `POST /sandbox/orders/{order_public_id}/start_transfer` and `complete_transfer`, move your clock by 30 days, and the commission is pending.',
  params: Strict({ link_id: Type.String() }),
  body: Strict({ domain: DomainText('A domain that is for sale in the sandbox.') }),
  response: SaleView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ deps, tx, caller, now }, { params, body }) => {
    const { domain } = readDomain(body.domain, caller.environment)
    return saleView(await simulateReferredSale(deps, tx, caller, { linkId: params.link_id, domain }, now))
  },
})

export const partnerRoutes = [get, advance, sale]
