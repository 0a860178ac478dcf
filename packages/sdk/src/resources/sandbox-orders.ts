// Sandbox orders: the actions of an operator.
import { type Body, type CallOptions, Resource } from '../api.ts'
import type { PartnerOrderAction } from '../types.gen.ts'

const ORDERS = '/api/partner/v1/sandbox/orders/{public_id}'
type OrderMove = Exclude<PartnerOrderAction, 'refund'>
type OrderNote = Body<`POST ${typeof ORDERS}/${OrderMove}`>

export class SandboxOrders extends Resource {
  hold(publicId: string, input?: OrderNote, options?: CallOptions) {
    return this.#move('hold', publicId, input, options)
  }

  clear(publicId: string, input?: OrderNote, options?: CallOptions) {
    return this.#move('clear', publicId, input, options)
  }

  startTransfer(publicId: string, input?: OrderNote, options?: CallOptions) {
    return this.#move('start_transfer', publicId, input, options)
  }

  failTransfer(publicId: string, input?: OrderNote, options?: CallOptions) {
    return this.#move('fail_transfer', publicId, input, options)
  }

  /** Completes the transfer. For transfer-fails.test the transfer fails instead. */
  completeTransfer(publicId: string, input?: OrderNote, options?: CallOptions) {
    return this.#move('complete_transfer', publicId, input, options)
  }

  #move(move: OrderMove, publicId: string, body: OrderNote, options?: CallOptions) {
    return this.api.call(`POST ${ORDERS}/${move}`, { params: { public_id: publicId }, body }, options)
  }
}
