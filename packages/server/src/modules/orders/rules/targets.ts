// Until when it can be chosen where a domain is delivered.
import type { OrderStatus, PaymentModel } from './orders.ts'

/** Before the transfer starts, and again after the registrar refused it. */
const BEFORE_TRANSFER: readonly OrderStatus[] = ['PAID', 'EXTERNALLY_PAID', 'MANUAL_REVIEW']

export const isBeforeTransfer = ({ status }: { status: OrderStatus }): boolean => BEFORE_TRANSFER.includes(status)

/** A partner chooses for what it collected. The buyer chooses for the others. */
export const mayPartnerChoose = (order: { status: OrderStatus; paymentModel: PaymentModel }): boolean =>
  order.paymentModel === 'partner_collected' && isBeforeTransfer(order)
