// The sandbox of referral: a made-up visitor.

import type { PartnerCaller } from '../../http/callers.ts'
import { defineRoute } from '../../http/define-route.ts'
import { requireSandbox } from '../../http/sandbox.ts'
import { DomainText, Strict, Type } from '../../http/schema.ts'
import { readDomain } from '../catalog/index.ts'
import { requireAffiliate, SaleView, saleView } from '../referrals/index.ts'
import { simulateReferredSale } from './referred-sale-service.ts'

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
  body: Strict({ domain: DomainText('A name that is for sale in the sandbox.') }),
  response: SaleView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ deps, tx, caller, now }, { params, body }) => {
    const { domain } = readDomain(body.domain, caller.environment)
    return saleView(await simulateReferredSale(deps, tx, caller, { linkId: params.link_id, domain }, now))
  },
})

export const referralRoutes = [sale]
