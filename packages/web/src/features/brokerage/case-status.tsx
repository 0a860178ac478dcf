// The state of a brokerage case as a badge.
import { Badge } from '../../ui/feedback.tsx'
import { CASE_STATUSES, type CaseStatus as Status } from './case-rules.ts'

export const CaseStatus = ({ status }: { status: Status }) => (
  <Badge tone={CASE_STATUSES[status].tone}>{CASE_STATUSES[status].text}</Badge>
)
