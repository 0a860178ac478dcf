// The state of a webhook delivery as a badge.
import type { WebhookDelivery } from '@freehold/sdk/types'
import { Badge, type Tone } from '../../ui/feedback.tsx'
import { wordText } from '../../ui/text.ts'

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const satisfies WebhookDelivery['status'][]

const TONES: Record<WebhookDelivery['status'], Tone> = { pending: 'warn', succeeded: 'good', failed: 'bad' }

export const DeliveryStatus = ({ status }: { status: WebhookDelivery['status'] }) => (
  <Badge tone={TONES[status]}>{wordText(status)}</Badge>
)
