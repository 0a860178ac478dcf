// The status of a message as a badge.
import type { MailStatus as Status } from '@freehold/sdk/types'
import { Badge, type Tone } from '../../ui/feedback.tsx'
import { wordText } from '../../ui/text.ts'

const TONES: Record<Status, Tone> = { queued: 'warn', sent: 'good', failed: 'bad' }

type Props = { message: { status: Status; environment: string } }

/** The sandbox keeps its messages: nothing leaves the service. */
export const MailStatus = ({ message: { status, environment } }: Props) =>
  environment === 'sandbox' && status === 'sent' ? (
    <Badge>Not emailed</Badge>
  ) : (
    <Badge tone={TONES[status]}>{wordText(status)}</Badge>
  )
