// Disputes in a partner's sandbox: the bank's decision on request.
import { defineRoute } from '../../http/define-route.ts'
import { requireSandbox } from '../../http/sandbox.ts'
import { Strict, Type } from '../../http/schema.ts'
import { invariant } from '../../kernel/errors.ts'
import { asOrderDetail, findOrderJson, OrderDetailView } from '../orders/index.ts'
import { closeSandboxDispute } from './service/respond.ts'
import { findDispute } from './store/disputes.ts'
import { CloseInput } from './views/disputes.ts'

const close = defineRoute({
  id: 'sandbox.disputes.close',
  area: 'partner',
  method: 'POST',
  path: '/sandbox/disputes/{dispute_id}/close',
  scope: 'buy',
  requires: requireSandbox,
  summary: 'Close a dispute (sandbox)',
  description:
    'The bank decides a dispute of one of your orders. Test card 4000 0000 0000 0259 opens a dispute. The order shows its ID in `dispute`.',
  returns: 'The order, with its timeline.',
  params: Strict({ dispute_id: Type.String() }),
  body: CloseInput,
  response: OrderDetailView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ deps, tx, caller }, { params, body }) => {
    await closeSandboxDispute(deps, tx, caller, params.dispute_id, body.outcome)
    const dispute = await findDispute(tx, params.dispute_id)
    const order = dispute?.orderId && (await findOrderJson(tx, caller, dispute.orderId))
    invariant(order, 'a dispute in the sandbox is of an order')
    return asOrderDetail(order)
  },
})

export const partnerRoutes = [close]
