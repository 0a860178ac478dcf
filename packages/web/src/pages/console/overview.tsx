// /console: the work queue, then key figures.
import { readWroteAt, useRead } from '../../api/hooks.ts'
import { useShownEnvironment } from '../../features/operator/console-environment.ts'
import { GROUP_NAMES } from '../../features/operator/queue-groups.ts'
import { useQuietQueue } from '../../features/operator/quiet-queue.ts'
import { Empty } from '../../ui/feedback.tsx'
import { NewRows } from '../../ui/new-rows.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { QueueGroup } from './queue-group.tsx'
import { Standing } from './standing.tsx'

export function Overview() {
  const { environment } = useShownEnvironment()
  const queue = useRead('GET /api/operator/v1/queue', {})
  const source = { scope: environment, updatedAt: queue.dataUpdatedAt, wroteAt: readWroteAt() }
  const quiet = useQuietQueue(queue.data, source)
  return (
    <>
      <PageHead title="Overview" text="Open work, and sales of the last 30 days." />
      <Reading of={queue}>
        {(groups) => {
          const waiting = GROUP_NAMES.filter((name) => quiet.listItems(name).length > 0)
          return (
            <NewRows fresh={quiet.fresh} noun="task" onShow={quiet.show}>
              {waiting.length === 0 ? (
                <Panel>
                  <Empty title="Nothing needs your attention">
                    Orders, cases and payouts that need you appear here.
                  </Empty>
                </Panel>
              ) : (
                waiting.map((name) => (
                  <QueueGroup
                    key={name}
                    name={name}
                    group={{ ...groups[name], items: quiet.listItems(name) }}
                    environment={environment}
                  />
                ))
              )}
            </NewRows>
          )
        }}
      </Reading>
      {/* After the queue, so that it does not move when the queue arrives. */}
      {queue.isPending ? null : <Standing />}
    </>
  )
}
