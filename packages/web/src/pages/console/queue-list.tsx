// /console/queue/{group}: all tasks of one kind that no other list shows, such as failed refunds.
import { useRead } from '../../api/hooks.ts'
import { QUEUE_GROUPS, type QueueGroupName } from '../../features/operator/queue-groups.ts'
import { Empty } from '../../ui/feedback.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { Crumbs } from '../../ui/record-head.tsx'
import { Table } from '../../ui/table.tsx'
import { buildColumns } from './queue-group.tsx'

export function QueueList({ group }: { group: string }) {
  return Object.hasOwn(QUEUE_GROUPS, group) ? <Found name={group as QueueGroupName} /> : <NotFound />
}

function Found({ name }: { name: QueueGroupName }) {
  const { title, text } = QUEUE_GROUPS[name]
  const found = useRead('GET /api/operator/v1/queue/{group}', { params: { group: name } })
  return (
    <>
      <Crumbs crumbs={[{ href: '/console', text: 'Overview' }]} here={title} />
      <PageHead title={title} text={text} />
      <Panel>
        <Reading of={found}>
          {({ count, items }) => (
            <>
              {count === 0 ? null : (
                <p role="status">
                  {count > items.length ? `The oldest ${items.length} of ${count}.` : `${count} waiting.`}
                </p>
              )}
              <Table
                caption={title}
                columns={buildColumns(name)}
                rows={items}
                rowKey={({ id, environment }) => `${id} ${environment}`}
                empty={<Empty title="Nothing is waiting">Tasks of this kind appear here.</Empty>}
              />
            </>
          )}
        </Reading>
      </Panel>
    </>
  )
}
