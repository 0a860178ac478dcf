// /console: what waits for a human, then how things stand.
import { useRead } from '../../api/hooks.ts'
import { GROUP_NAMES } from '../../features/operator/queue-groups.ts'
import { Empty } from '../../ui/feedback.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { QueueGroup } from './queue-group.tsx'
import { Standing } from './standing.tsx'

export function Overview() {
  const queue = useRead('GET /api/operator/v1/queue', {})
  return (
    <>
      <PageHead title="Overview" text="What waits for you, and the last 30 days." />
      <Reading of={queue}>
        {(groups) => {
          const waiting = GROUP_NAMES.filter((name) => groups[name].count > 0)
          return waiting.length === 0 ? (
            <Panel>
              <Empty title="Nothing waits">Every order, case and payment is on its way.</Empty>
            </Panel>
          ) : (
            waiting.map((name) => <QueueGroup key={name} name={name} group={groups[name]} />)
          )
        }}
      </Reading>
      <Standing />
    </>
  )
}
