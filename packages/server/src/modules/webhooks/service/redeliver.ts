// Use cases of deliveries: read them, send them again, send a test event; and of the event history.
import type { Db, Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField, invariant, notFound } from '../../../kernel/errors.ts'
import { isId, newId } from '../../../kernel/ids.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { type EventOrder, type EventType, TEST_EVENT_TYPE } from '../rules/deliveries.ts'
import type { Delivery } from '../store/deliveries.ts'
import * as store from '../store/deliveries.ts'
import { ageEndpoints, type Endpoint, findDefault, findEndpoint, listOwn } from '../store/endpoints.ts'
import { type EventRow, findEventPlace, listEvents } from '../store/history.ts'
import { mayBeForgotten } from '../store/retention.ts'
import { getDefault, getEndpoint, noRegistration } from './register.ts'
import { wakeDispatcher } from './wake.ts'

type WithClock = Pick<Deps, 'clock'>

function assertReceives({ active, disabledReason }: Endpoint): void {
  if (!active)
    throw new ApiError('conflict', {
      message: `The webhook endpoint is disabled. ${disabledReason ?? ''} Enable it first.`,
    })
}

async function readDelivery(db: Db, { partnerId, environment }: Owner, id: string): Promise<Delivery> {
  const [delivery] = isId('delivery', id) ? await store.findDeliveries(db, { partnerId, environment, id }) : []
  if (!delivery) throw notFound('Delivery not found.')
  return delivery
}

/** A delivery with what it carries. */
export async function getDelivery(db: Db, owner: Owner, id: string): Promise<Delivery & { payload: string }> {
  const delivery = await readDelivery(db, owner, id)
  const payload = await store.findPayload(db, owner, id)
  invariant(payload !== undefined, 'a delivery carries an event of the history, or its own payload')
  return { ...delivery, payload }
}

/** After an outage: sends again what was given up since then, to one endpoint or to all that are active. Returns how many. */
export async function recoverFailed(
  deps: WithClock,
  tx: Tx,
  owner: Owner,
  { since, endpointId }: { since: Date; endpointId: string | undefined },
): Promise<number> {
  const asked = endpointId === undefined ? await listOwn(tx, owner) : [await getEndpoint(tx, owner, endpointId)]
  const [first] = asked
  if (!first) throw noRegistration()
  const receiving = asked.filter(({ active }) => active)
  if (receiving.length === 0) assertReceives(first)
  let recovered = 0
  for (const endpoint of receiving) recovered += await store.restartFailed(tx, endpoint, since, deps.clock.now())
  if (recovered > 0) tx.afterCommit(() => wakeDispatcher(owner))
  return recovered
}

async function findReceiver(db: Db, owner: Owner, { isDefault, endpointId }: Delivery): Promise<Endpoint> {
  if (isDefault) {
    const endpoint = await findDefault(db, owner)
    if (!endpoint) throw noRegistration()
    return endpoint
  }
  const endpoint = endpointId === null ? undefined : await findEndpoint(db, owner, endpointId)
  if (!endpoint)
    throw new ApiError('conflict', {
      message: 'The webhook endpoint of this delivery was deleted. Read the event from the event history instead.',
      reason: 'endpoint_deleted',
    })
  return endpoint
}

/** Sends a delivery once more, whatever became of it, to the URL that its endpoint has now. */
export async function redeliver(deps: WithClock, tx: Tx, owner: Owner, id: string): Promise<Delivery> {
  assertReceives(await findReceiver(tx, owner, await readDelivery(tx, owner, id)))
  await store.restartDelivery(tx, owner, id, deps.clock.now())
  tx.afterCommit(() => wakeDispatcher(owner))
  return readDelivery(tx, owner, id)
}

/** The operator's: the owner comes with the delivery. */
export async function redeliverForOperator(deps: WithClock, tx: Tx, id: string): Promise<Delivery> {
  const [delivery] = isId('delivery', id) ? await store.findDeliveries(tx, { id }) : []
  if (!delivery) throw notFound('Delivery not found.')
  const { partnerId, environment } = delivery
  return redeliver(deps, tx, { partnerId, environment }, id)
}

/** A test event is delivered like any other and is in no history. It goes to the default endpoint unless another one is named. */
export async function sendTestEvent(
  deps: WithClock,
  tx: Tx,
  owner: Owner,
  endpointId: string | undefined,
  now: Date,
): Promise<Delivery> {
  const endpoint = await (endpointId === undefined ? getDefault(tx, owner) : getEndpoint(tx, owner, endpointId))
  assertReceives(endpoint)
  const real = deps.clock.now()
  const id = newId('delivery', real)
  const eventId = newId('event', now)
  const payload = JSON.stringify({
    id: eventId,
    type: TEST_EVENT_TYPE,
    created_at: now.toISOString(),
    partner_id: owner.partnerId,
    data: { message: 'This is a test event. No order or case was changed.' },
  })
  await store.insertTestDelivery(tx, endpoint, { id, eventId, eventType: TEST_EVENT_TYPE, payload, real })
  tx.afterCommit(() => wakeDispatcher(owner))
  return readDelivery(tx, owner, id)
}

export type EventsAsked = {
  afterId?: string | undefined
  order: EventOrder
  types?: EventType[] | undefined
  from?: Date | undefined
  to?: Date | undefined
  limit: number
}

/**
 * A page of the history after an event, which must be one of this owner's. If the event was dropped because of its age, everything that
 * is kept comes after it: a reader that saw no event for that long goes on.
 */
export async function readEvents(db: Db, owner: Owner, { afterId, ...page }: EventsAsked): Promise<EventRow[]> {
  if (afterId === undefined) return listEvents(db, owner, page)
  const isEvent = isId('event', afterId)
  const after = isEvent ? await findEventPlace(db, owner, afterId) : undefined
  if (after) return listEvents(db, owner, { ...page, after })
  if (!isEvent || !(await mayBeForgotten(db, afterId)))
    throw invalidField('after_id', 'must be the ID of an event in your history')
  return page.order === 'newest' ? [] : listEvents(db, owner, page)
}

/** A sandbox partner's clock went forward: its retries are due that much earlier, and nobody else's. */
export async function ageDeliveries(tx: Tx, owner: Owner, seconds: number): Promise<void> {
  invariant(owner.environment === 'sandbox', 'only a sandbox clock can be moved')
  await store.ageDeliveries(tx, owner, seconds)
  await ageEndpoints(tx, owner, seconds)
  tx.afterCommit(() => wakeDispatcher(owner, true))
}
