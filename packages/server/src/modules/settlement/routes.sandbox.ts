// The sandbox closes its own periods whenever its partner likes.
import { defineRoute } from '../../http/define-route.ts'
import { requireSandbox } from '../../http/sandbox.ts'
import { Strict, Type } from '../../http/schema.ts'
import { settleWithin } from './service.ts'
import { listSettlements } from './store.ts'
import { SettlementView, settlementView } from './views.ts'

/** Enough to hold the latest of every currency. */
const RECENT = 100

const run = defineRoute({
  id: 'sandbox.settlements.run',
  area: 'partner',
  method: 'POST',
  path: '/sandbox/settlements/run',
  scope: 'buy',
  requires: requireSandbox,
  summary: 'Sandbox: close your periods up to the now of your own clock.',
  description:
    'The running month is cut at this moment: what is delivered later in it comes on another statement, from here to its end. ' +
    'Answers what was closed, and for a currency in which nothing was left to close, its latest statement.',
  response: Strict({ settlements: Type.Array(SettlementView) }),
  writes: true,
  handle: async ({ deps, tx, caller }) => {
    const owner = { partnerId: caller.partnerId, environment: caller.environment }
    const closed = await settleWithin(deps, tx, owner, true)
    const shown = new Map(closed.map((settlement) => [settlement.id, settlement]))
    const currencies = new Set(closed.map(({ currency }) => currency))
    for (const latest of await listSettlements(tx, { owner, before: undefined, limit: RECENT }))
      if (!currencies.has(latest.currency)) {
        currencies.add(latest.currency)
        shown.set(latest.id, latest)
      }
    const settlements = [...shown.values()].sort((a, b) => (a.id < b.id ? 1 : -1))
    return { settlements: settlements.map(settlementView) }
  },
})

export const sandboxRoutes = [run]
