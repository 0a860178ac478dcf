// The work queue while it is looked at: counts are current, and new tasks wait until the operator asks for them.
import { type QuietSource, useQuietRows } from '../../ui/quiet-rows.ts'
import { GROUP_NAMES, type Queue, type QueueGroupName, type QueueItem } from './queue-groups.ts'

type Task = { name: QueueGroupName; item: QueueItem }

const listTasks = (queue: Queue | undefined): Task[] =>
  GROUP_NAMES.flatMap((name) => (queue?.[name].items ?? []).map((item) => ({ name, item })))

export function useQuietQueue(queue: Queue | undefined, source: QuietSource) {
  const { rows, fresh, show } = useQuietRows(
    listTasks(queue),
    ({ name, item }) => `${name} ${item.id} ${item.environment}`,
    source,
  )
  const listItems = (name: QueueGroupName): QueueItem[] =>
    rows.filter((task) => task.name === name).map(({ item }) => item)
  return { listItems, fresh, show }
}
