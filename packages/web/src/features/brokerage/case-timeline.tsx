// How far a brokerage case has come.
import { type Step, Timeline } from '../../ui/timeline.tsx'
import { CASE_STATUSES, type CaseStatus, statesAhead } from './case-rules.ts'

type Line = { at: string; status: CaseStatus; message: string; actor?: string }

export function CaseTimeline({ of }: { of: { status: CaseStatus; timeline: readonly Line[] } }) {
  const ahead = statesAhead(of.status)
  const past = of.timeline.map(({ at, status, message, actor }, index): Step => {
    const isLast = index === of.timeline.length - 1
    return {
      title: CASE_STATUSES[status].text,
      at,
      text: (
        <span className="soft small">
          {message}
          {actor ? ` By ${actor}.` : null}
        </span>
      ),
      state: isLast && ahead.length > 0 ? 'now' : 'done',
    }
  })
  return (
    <Timeline
      steps={[...past, ...ahead.map((status): Step => ({ title: CASE_STATUSES[status].text, state: 'ahead' }))]}
    />
  )
}
