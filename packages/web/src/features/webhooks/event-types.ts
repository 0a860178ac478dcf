// The kinds of events, in the order in which they happen, and those that every receiver gets unless it chooses.
import type { Event } from '@freehold/sdk/types'

export type EventType = Event['type']

export const PUSHED_BY_DEFAULT: readonly EventType[] = [
  'order.recorded',
  'order.manual_review_cleared',
  'order.transfer_started',
  'order.transfer_completed',
  'order.settled',
  'order.refunded',
  'brokerage.case_completed',
]

export const EVENT_TYPES: readonly EventType[] = [
  ...PUSHED_BY_DEFAULT,
  'order.paid',
  'order.held',
  'transfer.started',
  'transfer.completed',
  'transfer.failed',
  'brokerage.case_opened',
  'brokerage.case_updated',
  'brokerage.case_closed',
]
