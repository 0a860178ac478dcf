// How far a change is at the registry.
import type { DomainPurchaseItem } from '@freehold/sdk/types'
import { Badge, type Tone } from '../../ui/feedback.tsx'

const TEXTS: Record<DomainPurchaseItem['progress'], { text: string; tone: Tone }> = {
  awaiting_payment: { text: 'Not paid', tone: 'neutral' },
  pending: { text: 'Pending', tone: 'warn' },
  done: { text: 'Done', tone: 'good' },
  failed: { text: 'Failed', tone: 'bad' },
}

export const ProgressBadge = ({ progress }: Pick<DomainPurchaseItem, 'progress'>) => (
  <Badge tone={TEXTS[progress].tone}>{TEXTS[progress].text}</Badge>
)
