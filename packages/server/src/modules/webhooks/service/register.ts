// Use cases of registrations and deliveries.
import type { Db, Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { ApiError, invalidField, invariant, notFound } from '../../../kernel/errors.ts'
import { isId, newId } from '../../../kernel/ids.ts'
import type { Owner } from '../../../kernel/owner.ts'
import {
  type EventOrder,
  type EventType,
  PUSHED_BY_DEFAULT,
  SECRET_OVERLAP_SECONDS,
  TEST_EVENT_TYPE,
  tidyEventTypes,
} from '../rules/deliveries.ts'
import type { Delivery, Endpoint, EventRow } from '../store/history.ts'
import * as store from '../store/history.ts'
import { wakeDispatcher } from './wake.ts'

export type Registration = { url: string; secret: string; eventTypes?: readonly EventType[] | undefined }

/** A sealed secret opens only where it was put: for this partner, in this environment. */
export const sealContext = (owner: Owner): string => `webhook:${owner.partnerId}:${owner.environment}`

const noRegistration = () =>
  notFound('No webhook endpoint is registered. Register one first with PUT /api/partner/webhooks.')

export async function getEndpoint(db: Db, owner: Owner): Promise<Endpoint> {
  const endpoint = await store.findEndpoint(db, owner)
  if (!endpoint) throw noRegistration()
  return endpoint
}

/** The address is looked up before the transaction: nothing waits for the network inside one. */
export async function registerWebhook(
  deps: Pick<Deps, 'db' | 'secrets' | 'outbound' | 'clock'>,
  owner: Owner,
  wanted: Registration,
  now: Date,
): Promise<Endpoint> {
  await deps.outbound.assertPublicUrl(wanted.url)
  return deps.db.tx(async (tx) => {
    const endpoint = (await change(deps, tx, owner, wanted, now)) ?? (await insert(deps, tx, owner, wanted, now))
    tx.afterCommit(() => wakeDispatcher(owner, true))
    return endpoint
  })
}

async function insert(
  deps: Pick<Deps, 'secrets' | 'clock'>,
  tx: Tx,
  owner: Owner,
  wanted: Registration,
  now: Date,
): Promise<Endpoint> {
  const real = deps.clock.now()
  const endpoint: Endpoint = {
    partnerId: owner.partnerId,
    environment: owner.environment,
    url: wanted.url,
    secretSealed: deps.secrets.seal(wanted.secret, sealContext(owner)),
    previousSecretSealed: null,
    previousSecretUntil: null,
    eventTypes: tidyEventTypes(wanted.eventTypes ?? PUSHED_BY_DEFAULT),
    active: true,
    disabledReason: null,
    failingSince: null,
    failingReportedAt: null,
    createdAt: now,
    updatedAt: now,
  }
  if (await store.insertEndpoint(tx, endpoint)) {
    // A registration that was ended left what it had not delivered.
    await store.resumePending(tx, owner, real)
    return endpoint
  }
  const changed = await change(deps, tx, owner, wanted, now)
  invariant(changed, 'a registration that could not be inserted is there')
  return changed
}

/** The same values again change nothing; but whoever registers is there now, so what waits is tried at once. */
async function change(
  deps: Pick<Deps, 'secrets' | 'clock'>,
  tx: Tx,
  owner: Owner,
  wanted: Registration,
  now: Date,
): Promise<Endpoint | undefined> {
  const known = await store.lockEndpoint(tx, owner)
  if (!known) return undefined
  const real = deps.clock.now()
  const context = sealContext(owner)
  const eventTypes = tidyEventTypes(wanted.eventTypes ?? PUSHED_BY_DEFAULT)
  const newSecret = deps.secrets.open(known.secretSealed, context) !== wanted.secret
  const anew = newSecret || known.url !== wanted.url || !known.active
  await store.resumePending(tx, owner, real)
  if (!anew && known.eventTypes.join() === eventTypes.join()) return known
  if (anew && known.failingSince) await store.resumeFailed(tx, owner, known.failingSince, real)
  const endpoint: Endpoint = {
    ...known,
    url: wanted.url,
    eventTypes,
    active: true,
    disabledReason: null,
    failingSince: anew ? null : known.failingSince,
    failingReportedAt: anew ? null : known.failingReportedAt,
    updatedAt: now,
    ...(newSecret
      ? {
          secretSealed: deps.secrets.seal(wanted.secret, context),
          previousSecretSealed: known.secretSealed,
          previousSecretUntil: addSeconds(real, SECRET_OVERLAP_SECONDS),
        }
      : {}),
  }
  await store.updateEndpoint(tx, endpoint)
  return endpoint
}

export async function endWebhook(tx: Tx, owner: Owner): Promise<Endpoint> {
  const ended = await store.deleteEndpoint(tx, owner)
  if (!ended) throw noRegistration()
  tx.afterCommit(() => wakeDispatcher(owner, true))
  return { ...ended, active: false }
}

async function assertReceives(tx: Tx, owner: Owner): Promise<void> {
  const endpoint = await store.findEndpoint(tx, owner)
  if (!endpoint) throw noRegistration()
  if (!endpoint.active)
    throw new ApiError('conflict', {
      message: `The webhook endpoint is disabled. ${endpoint.disabledReason ?? ''} Register it again to enable it.`,
    })
}

async function readDelivery(db: Db, { partnerId, environment }: Owner, id: string): Promise<Delivery> {
  const [delivery] = isId('delivery', id)
    ? await store.listDeliveries(db, { partnerId, environment, id, limit: 1 })
    : []
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

/** After an outage: sends again what was given up since then. How many. */
export async function recoverFailed(deps: Pick<Deps, 'clock'>, tx: Tx, owner: Owner, since: Date): Promise<number> {
  await assertReceives(tx, owner)
  const recovered = await store.restartFailed(tx, owner, since, deps.clock.now())
  if (recovered > 0) tx.afterCommit(() => wakeDispatcher(owner))
  return recovered
}

/** Sends a delivery once more, whatever became of it, to the address that is registered now. */
export async function redeliver(deps: Pick<Deps, 'clock'>, tx: Tx, owner: Owner, id: string): Promise<Delivery> {
  await readDelivery(tx, owner, id)
  await assertReceives(tx, owner)
  await store.restartDelivery(tx, owner, id, deps.clock.now())
  tx.afterCommit(() => wakeDispatcher(owner))
  return readDelivery(tx, owner, id)
}

/** The operator's: the owner comes with the delivery. */
export async function redeliverForOperator(deps: Pick<Deps, 'clock'>, tx: Tx, id: string): Promise<Delivery> {
  const [delivery] = isId('delivery', id) ? await store.listDeliveries(tx, { id, limit: 1 }) : []
  if (!delivery) throw notFound('Delivery not found.')
  return redeliver(deps, tx, delivery, id)
}

/** A test event is delivered like any other and stands in no history. */
export async function sendTestEvent(deps: Pick<Deps, 'clock'>, tx: Tx, owner: Owner, now: Date): Promise<Delivery> {
  await assertReceives(tx, owner)
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
  await store.insertTestDelivery(tx, owner, { id, eventId, eventType: TEST_EVENT_TYPE, payload, real })
  tx.afterCommit(() => wakeDispatcher(owner))
  return readDelivery(tx, owner, id)
}

type EventsAsked = {
  afterId?: string | undefined
  order: EventOrder
  types?: EventType[] | undefined
  limit: number
}

/** A page of the history after an event, which must be one of this owner's. */
export async function readEvents(db: Db, owner: Owner, { afterId, ...page }: EventsAsked): Promise<EventRow[]> {
  if (afterId === undefined) return store.listEvents(db, owner, page)
  const after = isId('event', afterId) ? await store.findEventPlace(db, owner, afterId) : undefined
  if (!after) throw invalidField('after_id', 'must be the ID of an event in your history')
  return store.listEvents(db, owner, { ...page, after })
}

/** A sandbox partner's clock went forward: its retries are due that much earlier, and nobody else's. */
export async function ageDeliveries(tx: Tx, owner: Owner, seconds: number): Promise<void> {
  invariant(owner.environment === 'sandbox', 'only a sandbox clock can be moved')
  await store.ageWaiting(tx, owner, seconds)
  tx.afterCommit(() => wakeDispatcher(owner, true))
}
