// Sandbox orders: every move that an operator would make.
import { type Body, type CallOptions, Resource } from '../api.ts'
import type { PartnerOrderAction } from '../types.gen.ts'

const ORDERS = '/api/partner/v1/sandbox/orders/{public_id}'
type OrderMove = Exclude<PartnerOrderAction, 'refund'>
type OrderNote = Body<`POST ${typeof ORDERS}/${OrderMove}`>

export class SandboxOrders extends Resource {
  /** One of the order's `actions`, by its name; a refund is `refunds.create`. */
  act(publicId: string, action: OrderMove, input?: OrderNote, options?: CallOptions) {
    return this.api.call(`POST ${ORDERS}/${action}`, { params: { public_id: publicId }, body: input }, options)
  }

  hold(publicId: string, input?: OrderNote, options?: CallOptions) {
    return this.act(publicId, 'hold', input, options)
  }

  clear(publicId: string, input?: OrderNote, options?: CallOptions) {
    return this.act(publicId, 'clear', input, options)
  }

  startTransfer(publicId: string, input?: OrderNote, options?: CallOptions) {
    return this.act(publicId, 'start_transfer', input, options)
  }

  failTransfer(publicId: string, input?: OrderNote, options?: CallOptions) {
    return this.act(publicId, 'fail_transfer', input, options)
  }

  /** For transfer-fails.test the push fails instead. */
  completeTransfer(publicId: string, input?: OrderNote, options?: CallOptions) {
    return this.act(publicId, 'complete_transfer', input, options)
  }
}
