// The state of a brokerage case as a badge.
import type { BrokerageStatus } from '@freehold/sdk/types'
import { Badge } from '../../ui/feedback.tsx'
import { CASE_STATUSES } from './case-words.ts'

export const CaseStatus = ({ status }: { status: BrokerageStatus }) => (
  <Badge tone={CASE_STATUSES[status].tone}>{CASE_STATUSES[status].text}</Badge>
)
