// Who chooses where a domain is delivered, and until when.
import type { Environment } from '../../../kernel/owner.ts'
import type { OrderStatus, PaymentModel } from './orders.ts'

/** Before the transfer starts, and again after the registrar refused it. */
const BEFORE_TRANSFER: readonly OrderStatus[] = ['PAID', 'EXTERNALLY_PAID', 'MANUAL_REVIEW']

export const isBeforeTransfer = ({ status }: { status: OrderStatus }): boolean => BEFORE_TRANSFER.includes(status)

/** A partner chooses for what it collected. The buyer chooses for the others. */
export const mayPartnerChoose = (order: { status: OrderStatus; paymentModel: PaymentModel }): boolean =>
  order.paymentModel === 'partner_collected' && isBeforeTransfer(order)

/** Whether the buyer must choose before the transfer starts. Operators start it with `without_choice` if they agreed otherwise. */
export const waitsForChoice = (order: {
  environment: Environment
  paymentModel: string
  hasDelivery: boolean
}): boolean => !order.hasDelivery && order.environment === 'live' && order.paymentModel === 'service_collected'
