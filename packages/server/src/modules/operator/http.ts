// A page of a group of the work queue, and the cursor to the next.
import type { Db } from '../../db/sql.ts'
import { decodeCursor, type Page, toPage } from '../../http/pagination.ts'
import { invalidField } from '../../kernel/errors.ts'
import { type Environment, liveFirst } from '../../kernel/owner.ts'
import type { QueueGroupName } from './rules/queue.ts'
import { readGroup } from './store/queue.ts'
import type { QueueItem } from './store/queue-groups.ts'

type AskedGroup = { environment: Environment | undefined; cursor: string | undefined; limit: number }

export async function readQueueGroup(
  db: Db,
  name: QueueGroupName,
  { environment: only, cursor, limit }: AskedGroup,
  now: Date,
): Promise<Page<QueueItem> & { count: number }> {
  const filters = { list: `queue.${name}`, environment: only }
  const place = decodeCursor(cursor, filters, ['string', 'number', 'string', 'position'])
  const environments = liveFirst(only)
  const environment = environments.find((one) => one === place?.[0])
  if (place && !environment) throw invalidField('cursor', 'must be next_cursor from the previous page')
  const after = place && environment && { environment, at: place[1], id: place[2], count: place[3] }
  const { count, items } = await readGroup(db, name, environments, now, { after, most: limit + 1 })
  return { count, ...toPage(items, limit, filters, (item) => [item.environment, item.placeAt, item.id, count]) }
}
