// How far a brokerage case has come.
import type { BrokerageStatus } from '@freehold/sdk/types'
import { storySteps, Timeline } from '../../ui/timeline.tsx'
import { CASE_STATUSES } from './case-words.ts'

type Line = { at: string; status: BrokerageStatus; message: string; actor?: string }

type Story = { timeline: readonly Line[]; upcoming_statuses: readonly BrokerageStatus[] }

const getTitle = (status: BrokerageStatus): string => CASE_STATUSES[status].text

export const CaseTimeline = ({ of }: { of: Story }) => (
  <Timeline steps={storySteps(of.timeline, ({ status }) => getTitle(status), of.upcoming_statuses.map(getTitle))} />
)
