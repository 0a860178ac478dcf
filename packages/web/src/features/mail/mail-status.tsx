// The status of a message as a badge.
import type { MailStatus as Status } from '@freehold/sdk/types'
import { Badge, type Tone } from '../../ui/feedback.tsx'
import { wordText } from '../../ui/text.ts'

const TONES: Record<Status, Tone> = { queued: 'warn', sent: 'good', failed: 'bad' }

type Props = { message: { status: Status; sent_at: string | null } }

/** In a sandbox and without a mail server, messages are only stored. */
export const MailStatus = ({ message: { status, sent_at } }: Props) =>
  status === 'sent' && sent_at === null ? (
    <Badge>Not emailed</Badge>
  ) : (
    <Badge tone={TONES[status]}>{wordText(status)}</Badge>
  )
