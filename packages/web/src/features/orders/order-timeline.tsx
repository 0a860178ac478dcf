// The timeline of an order, with upcoming steps.
import type { OrderDetail, OrderStatus } from '@freehold/sdk/types'
import { storySteps, Timeline } from '../../ui/timeline.tsx'
import { buyerLineTitle, ORDER_STATUSES, stepText } from './order-words.ts'

type Line = Pick<OrderDetail['timeline'][number], 'at' | 'message'> & {
  status: OrderStatus
  event: string | null
  actor?: string
}

type Story = { timeline: readonly Line[]; upcoming_statuses: readonly OrderStatus[] }

export const OrderTimeline = ({ order, isForBuyer = false }: { order: Story; isForBuyer?: boolean }) => (
  <Timeline
    steps={storySteps(
      order.timeline,
      isForBuyer ? buyerLineTitle : ({ status }) => ORDER_STATUSES[status].text,
      order.upcoming_statuses.map(stepText),
    )}
  />
)
