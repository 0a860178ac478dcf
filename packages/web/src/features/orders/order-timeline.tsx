// What happened to an order, and what is still to come.
import type { OrderDetail } from '@freehold/sdk/types'
import { type Step, Timeline } from '../../ui/timeline.tsx'
import { ORDER_STATUSES, type OrderStatus, stepsAhead } from './order-rules.ts'

type Line = Pick<OrderDetail['timeline'][number], 'at' | 'message'> & { status: OrderStatus; actor?: string }

export function OrderTimeline({ order }: { order: { status: OrderStatus; timeline: readonly Line[] } }) {
  const ahead = stepsAhead(order.status)
  const past = order.timeline.map(({ at, status, message, actor }, index): Step => {
    const isLast = index === order.timeline.length - 1
    return {
      title: ORDER_STATUSES[status].text,
      at,
      text: (
        <span className="soft small">
          {message}
          {actor ? ` By ${actor}.` : null}
        </span>
      ),
      state: isLast && ahead.length > 0 ? 'now' : 'done',
    }
  })
  return <Timeline steps={[...past, ...ahead.map((title): Step => ({ title, state: 'ahead' }))]} />
}
