// The sandbox stands in for the operator: a partner drives its own orders through every state.

import type { Tx } from '../../db/sql.ts'
import { defineRoute } from '../../http/define-route.ts'
import { requireSandbox } from '../../http/sandbox.ts'
import { Strict, Type } from '../../http/schema.ts'
import { invariant } from '../../kernel/errors.ts'
import type { Owner } from '../../kernel/owner.ts'
import { findHouse } from '../partners/index.ts'
import { findSaleOfOrder } from '../referrals/index.ts'
import { NoteBody } from './routes.operator.ts'
import type { SANDBOX_ACTIONS } from './rules.ts'
import { lockOrder, moveOrder } from './service.ts'
import { findOrderJson, findSeller, type Order } from './store.ts'
import { asOrderDetail, OrderDetailView } from './views.ts'

type SandboxAction = (typeof SANDBOX_ACTIONS)[number]

const SUMMARIES: Record<SandboxAction, string> = {
  hold: 'Sandbox: hold an order for manual review.',
  clear: 'Sandbox: clear a held order.',
  start_transfer: 'Sandbox: start the domain push.',
  fail_transfer: 'Sandbox: let the push fail.',
  complete_transfer: 'Sandbox: confirm delivery. For transfer-fails.test the push fails instead.',
}

/**
 * The caller's own order, or the house's order that a visitor of the caller's links bought: nobody else would deliver it.
 * What another partner sold through the caller's link is that partner's alone.
 */
async function lockDriven(tx: Tx, owner: Owner, id: string): Promise<Order> {
  const referred = await findSaleOfOrder(tx, owner, id)
  const seller = referred && (await findSeller(tx, id))
  return lockOrder(tx, seller && seller.partnerId === (await findHouse(tx)) ? seller : owner, id)
}

export const sandboxRoutes = (Object.entries(SUMMARIES) as [SandboxAction, string][]).map(([action, summary]) =>
  defineRoute({
    id: `sandbox.orders.${action}`,
    area: 'partner',
    method: 'POST',
    path: `/sandbox/orders/{public_id}/${action}`,
    scope: 'buy',
    requires: requireSandbox,
    summary,
    params: Strict({ public_id: Type.String() }),
    body: NoteBody,
    bodyOptional: true,
    response: OrderDetailView,
    errors: ['not_found', 'conflict'],
    writes: true,
    handle: async ({ deps, tx, caller }, { params, body }) => {
      const order = await lockDriven(tx, caller, params.public_id)
      await moveOrder(deps, tx, order, action, { kind: 'operator', actor: 'sandbox', note: body?.note })
      const moved = await findOrderJson(tx, { partnerId: order.partnerId, environment: order.environment }, order.id)
      invariant(moved, 'the order was just moved')
      return asOrderDetail(moved)
    },
  }),
)
