// The sandbox clock for partners.
import { defineRoute } from '../../http/define-route.ts'
import { requireSandbox } from '../../http/sandbox.ts'
import { isoTime, Named, Strict, Timestamp, Type } from '../../http/schema.ts'
import { CLOCK_ADVANCE_SECONDS_MAX } from '../../kernel/limits.ts'
import { advanceClock } from './service.ts'

const ClockView = Named('SandboxClock', {
  now: Timestamp('The time that stamps your sandbox records.'),
  offset_seconds: Type.Integer({ description: 'How far it runs ahead of real time.' }),
  real_now: Timestamp('Real time, which request timestamps stay on.'),
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

export const partnerRoutes = [get, advance]
