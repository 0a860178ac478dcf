// The default event types of an endpoint.
import type { EventType } from '@freehold/sdk/types'

export const PUSHED_BY_DEFAULT: readonly EventType[] = [
  'order.recorded',
  'order.manual_review_cleared',
  'order.transfer_started',
  'order.transfer_completed',
  'order.settled',
  'order.refunded',
  'brokerage.case_completed',
  'order.paid',
  'checkout.completed',
  'checkout.expired',
]
