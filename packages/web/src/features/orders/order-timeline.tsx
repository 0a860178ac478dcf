// What happened to an order, and what is still to come.
import type { OrderDetail } from '@freehold/sdk/types'
import { storySteps, Timeline } from '../../ui/timeline.tsx'
import { ORDER_STATUSES, type OrderStatus, stepsAhead } from './order-rules.ts'

type Line = Pick<OrderDetail['timeline'][number], 'at' | 'message'> & { status: OrderStatus; actor?: string }

export const OrderTimeline = ({ order }: { order: { status: OrderStatus; timeline: readonly Line[] } }) => (
  <Timeline steps={storySteps(order.timeline, ({ status }) => ORDER_STATUSES[status].text, stepsAhead(order.status))} />
)
