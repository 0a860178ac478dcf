// How far a brokerage case has come.
import { storySteps, Timeline } from '../../ui/timeline.tsx'
import { CASE_STATUSES, type CaseStatus, statesAhead } from './case-rules.ts'

type Line = { at: string; status: CaseStatus; message: string; actor?: string }

const titleOf = (status: CaseStatus): string => CASE_STATUSES[status].text

export const CaseTimeline = ({ of }: { of: { status: CaseStatus; timeline: readonly Line[] } }) => (
  <Timeline steps={storySteps(of.timeline, ({ status }) => titleOf(status), statesAhead(of.status).map(titleOf))} />
)
