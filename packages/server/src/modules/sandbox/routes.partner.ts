// The sandbox for partners: their own clock, and a made-up visitor who buys through their link.
import type { PartnerCaller } from '../../http/callers.ts'
import { defineRoute } from '../../http/define-route.ts'
import { forgetIdempotencyKeys } from '../../http/idempotency.ts'
import { requireSandbox } from '../../http/sandbox.ts'
import { DomainText, isoTime, Named, Strict, Timestamp, Type } from '../../http/schema.ts'
import { CLOCK_ADVANCE_SECONDS_MAX } from '../../kernel/limits.ts'
import { readDomain } from '../catalog/index.ts'
import { requireAffiliate, SaleView, saleView } from '../referrals/index.ts'
import { advanceClock } from './service/advance-clock.ts'
import { resetSandbox } from './service/reset.ts'
import { simulateReferredSale } from './service/simulate-sale.ts'

const ClockView = Named('SandboxClock', {
  now: Timestamp('Current time on your sandbox clock.'),
  offset_seconds: Type.Integer({ description: 'Seconds the sandbox clock is ahead of real time.' }),
  real_now: Timestamp('Real time. Request timestamps always use real time.'),
})

const viewClock = (now: Date, offsetSeconds: number) => ({
  now: isoTime(now),
  offset_seconds: offsetSeconds,
  real_now: isoTime(new Date(now.getTime() - offsetSeconds * 1000)),
})

const get = defineRoute({
  id: 'sandbox.clock.get',
  area: 'partner',
  method: 'GET',
  path: '/sandbox/clock',
  scope: null,
  requires: requireSandbox,
  summary: 'Get your sandbox clock',
  description: 'Your sandbox has its own clock. Advance it to test expiry, retries and settlement.',
  returns: 'The sandbox clock.',
  response: ClockView,
  handle: ({ caller, now }) => viewClock(now, caller.partner.sandboxOffsetSeconds),
})

const advance = defineRoute({
  id: 'sandbox.clock.advance',
  area: 'partner',
  method: 'POST',
  path: '/sandbox/clock/advance',
  scope: null,
  requires: requireSandbox,
  summary: 'Advance your sandbox clock',
  description:
    'Moves your clock forward. Your quotes, holds, checkout sessions, brokerage cases, settlement periods, commissions and ' +
    'webhook retries age accordingly. Other partners are not affected.',
  returns: 'The sandbox clock.',
  body: Strict({ seconds: Type.Integer({ minimum: 1, maximum: CLOCK_ADVANCE_SECONDS_MAX }) }),
  response: ClockView,
  errors: ['conflict'],
  writes: true,
  handle: async ({ deps, tx, caller }, { body }) => {
    const clock = await advanceClock(deps, tx, caller, body.seconds)
    return viewClock(clock.now, clock.offsetSeconds)
  },
})

const reset = defineRoute({
  id: 'sandbox.reset',
  area: 'partner',
  method: 'POST',
  path: '/sandbox/reset',
  scope: null,
  requires: requireSandbox,
  summary: 'Reset your sandbox',
  description:
    'Deletes the orders, quotes, checkout sessions, refunds, statements, payouts, links, brokerage cases, events, webhook ' +
    'endpoints and messages of your sandbox, lists the domains you bought again, and sets your clock to the real time. API ' +
    'keys and team stay. This cannot be undone. Other partners are not affected.',
  returns: 'The sandbox clock.',
  response: ClockView,
  errors: ['conflict'],
  writes: true,
  handle: async ({ deps, tx, caller }) => {
    await resetSandbox(deps, tx, caller)
    await forgetIdempotencyKeys(tx, caller)
    return viewClock(deps.clock.now(), 0)
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
  summary: 'Simulate a referred sale (sandbox)',
  description:
    'A visitor clicks your link and buys a domain. To make the commission pending, deliver the order with `POST ' +
    '/sandbox/orders/{public_id}/start_transfer` and `complete_transfer`, then advance your clock by 30 days.',
  returns: 'The referred sale.',
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

export const partnerRoutes = [get, advance, sale, reset]
