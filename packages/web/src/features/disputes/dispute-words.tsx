// Statuses and reasons of disputes as people read them, and the dispute of an order.
import type { DisputeStatus, OrderDispute } from '@freehold/sdk/types'
import type { ReactNode } from 'react'
import { DateTime } from '../../ui/date-time.tsx'
import { Badge, Notice, type Tone } from '../../ui/feedback.tsx'
import { Money } from '../../ui/money.tsx'
import { wordText } from '../../ui/text.ts'

const STATUSES: Record<DisputeStatus, { tone: Tone; text: string }> = {
  needs_response: { tone: 'warn', text: 'Needs response' },
  under_review: { tone: 'info', text: 'Under review' },
  won: { tone: 'good', text: 'Won' },
  lost: { tone: 'bad', text: 'Lost' },
}

export const DISPUTE_STATUS_OPTIONS = (Object.keys(STATUSES) as DisputeStatus[]).map((value) => ({
  value,
  label: STATUSES[value].text,
}))

export const DisputeStatusBadge = ({ status }: { status: DisputeStatus }) => (
  <Badge tone={STATUSES[status].tone}>{STATUSES[status].text}</Badge>
)

const TEXTS: Record<DisputeStatus, string> = {
  needs_response: 'Nobody is paid for this sale until the dispute is closed.',
  under_review: 'The bank decides. Nobody is paid for this sale until then.',
  won: 'The bank decided for the marketplace. The sale is paid as usual.',
  lost: 'The bank decided for the buyer. What was earned on this sale was taken back.',
}
const TONES: Record<DisputeStatus, 'warn' | 'good' | 'bad'> = {
  needs_response: 'warn',
  under_review: 'warn',
  won: 'good',
  lost: 'bad',
}

const LOST_ALONE = 'The bank decided for the buyer. The marketplace bears the loss, and the sale stands.'

/** Above the details of an order. `link` leads to the dispute where the reader may see it. */
export const OrderDisputeNotice = ({
  dispute,
  isTakenBack,
  link,
}: {
  dispute: OrderDispute
  isTakenBack: boolean
  link?: ReactNode
}) => (
  <Notice tone={TONES[dispute.status]} title={`Payment disputed: ${STATUSES[dispute.status].text.toLowerCase()}`}>
    <p>
      <Money cents={dispute.amount_cents} currency={dispute.currency} exact />
      {`, ${wordText(dispute.reason).toLowerCase()}. ${dispute.status === 'lost' && !isTakenBack ? LOST_ALONE : TEXTS[dispute.status]} `}
      {dispute.status === 'needs_response' && dispute.respond_by ? (
        <>
          {'Deadline: '}
          <DateTime at={dispute.respond_by} />.{' '}
        </>
      ) : null}
      {link}
    </p>
  </Notice>
)
