// The status of a message as a badge.
import type { MailStatus as Status } from '@freehold/sdk/types'
import { Badge, type Tone } from '../../ui/feedback.tsx'
import { wordText } from '../../ui/text.ts'

const TONES: Record<Status, Tone> = { queued: 'warn', sent: 'good', failed: 'bad' }

export const MailStatus = ({ status }: { status: Status }) => <Badge tone={TONES[status]}>{wordText(status)}</Badge>
