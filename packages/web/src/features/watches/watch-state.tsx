// The state of a watched domain as a badge.
import type { Watch } from '@freehold/sdk/types'
import { Badge, type Tone } from '../../ui/feedback.tsx'

const STATES: Record<Watch['state'], { tone: Tone; text: string }> = {
  for_sale: { tone: 'info', text: 'For sale' },
  available: { tone: 'good', text: 'Available' },
  registered: { tone: 'neutral', text: 'Taken' },
  sold: { tone: 'neutral', text: 'Sold' },
  unknown: { tone: 'warn', text: 'Not checked yet' },
}

export const WatchState = ({ watch: { state } }: { watch: Watch }) => (
  <Badge tone={STATES[state].tone}>{STATES[state].text}</Badge>
)
