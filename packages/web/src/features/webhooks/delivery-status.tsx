// The state of a webhook delivery as a badge.
import type { DeliveryStatus as Status } from '@freehold/sdk/types'
import { Badge, type Tone } from '../../ui/feedback.tsx'
import { wordText } from '../../ui/text.ts'

const TONES: Record<Status, Tone> = { pending: 'warn', succeeded: 'good', failed: 'bad' }

export const DeliveryStatus = ({ status }: { status: Status }) => <Badge tone={TONES[status]}>{wordText(status)}</Badge>
