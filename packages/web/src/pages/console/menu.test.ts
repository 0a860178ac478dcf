// The menu of the console counts what waits in each section.
import { expect, it } from 'vitest'
import { GROUP_NAMES, type Queue } from '../../features/operator/queue-groups.ts'
import { listLinks } from './menu.ts'

it('counts every group of the queue in one entry', () => {
  const queue = Object.fromEntries(GROUP_NAMES.map((name) => [name, { count: 1, items: [] }])) as unknown as Queue
  const counts = listLinks(queue).map(({ count }) => count ?? 0)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(GROUP_NAMES.length)
  expect(listLinks(queue).find(({ href }) => href === '/console/sellers')?.count).toBe(2)
})
