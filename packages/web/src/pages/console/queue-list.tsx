// /console/queue/{group}: all tasks of one kind that no other list shows, such as failed refunds.
import type { ResponseBody } from '../../api/client.ts'
import { useList } from '../../api/hooks.ts'
import { QUEUE_GROUPS, type QueueGroupName } from '../../features/operator/queue-groups.ts'
import { Empty } from '../../ui/feedback.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import { Crumbs } from '../../ui/record-head.tsx'
import { buildColumns } from './queue-group.tsx'

const LIST = 'GET /api/operator/v1/queue/{group}'
/** Rows of a page. */
const PAGE = 100

type Task = ResponseBody<typeof LIST>['items'][number]
const getKey = ({ id, environment }: Task): string => `${id} ${environment}`

export function QueueList({ group }: { group: string }) {
  return Object.hasOwn(QUEUE_GROUPS, group) ? <Found name={group as QueueGroupName} /> : <NotFound />
}

function Found({ name }: { name: QueueGroupName }) {
  const { title, text } = QUEUE_GROUPS[name]
  const list = useList(LIST, { params: { group: name }, query: { limit: PAGE } }, ({ items }) => items)
  // A task that moved while the next page was read is on both pages. It is one row.
  const shown = new Set(list.rows.map(getKey)).size
  const count = list.data?.pages[0]?.count ?? 0
  return (
    <>
      <Crumbs crumbs={[{ href: '/console', text: 'Overview' }]} here={title} />
      <PageHead title={title} text={text} />
      <Panel>
        {count === 0 ? null : (
          <p role="status">{list.hasNextPage ? `Showing ${shown} of ${count}.` : `${count} waiting.`}</p>
        )}
        <ListView
          list={list}
          caption={title}
          noun="task"
          columns={buildColumns(name)}
          rowKey={getKey}
          empty={<Empty title="Nothing is waiting">Tasks of this kind appear here.</Empty>}
        />
      </Panel>
    </>
  )
}
