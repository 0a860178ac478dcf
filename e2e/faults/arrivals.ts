// What the buyers were told stands in the partner's history, once, and that very event reaches the receiver.
import { expect } from 'vitest'
import { type Receiver, until } from '../../packages/server/test/receiver.ts'
import type { Service } from '../process.ts'
import type { Writers } from './writers.ts'

/** The events of each order's sale, as the partner reads them. */
async function listSaleEvents(service: Service): Promise<Map<string, string[]>> {
  const events = new Map<string, string[]>()
  for await (const { id, data } of service.sdk().events.list({ type: 'order.recorded', limit: 200 })) {
    const { public_id: order } = (data as { order: { public_id: string } }).order
    events.set(order, [...(events.get(order) ?? []), id])
  }
  return events
}

export async function expectAllArrive(
  service: Service,
  { acknowledged }: Writers,
  receiver: Receiver,
  seconds = 120,
): Promise<void> {
  const orders = [...acknowledged.values()]
  let events = new Map<string, string[]>()
  // An event shows once every older transaction of the server has ended.
  await until('every sale is in the history', async () => {
    events = await listSaleEvents(service)
    return orders.every((order) => events.has(order))
  })
  expect(orders.filter((order) => events.get(order)?.length !== 1)).toEqual([])
  const ids = orders.flatMap((order) => events.get(order) ?? [])
  await until('every event arrives', () => ids.every((id) => receiver.accepted.has(id)), seconds)
}
