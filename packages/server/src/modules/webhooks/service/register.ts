// Use cases of endpoints: the default one, which PUT registers, and additional ones.
import type { Db, Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { ApiError, invariant, notFound } from '../../../kernel/errors.ts'
import { isId, newId } from '../../../kernel/ids.ts'
import { WEBHOOK_ENDPOINTS_MAX } from '../../../kernel/limits.ts'
import type { Owner } from '../../../kernel/owner.ts'
import {
  type EventType,
  PAUSED,
  PUSHED_BY_DEFAULT,
  SECRET_OVERLAP_SECONDS,
  tidyEventTypes,
} from '../rules/deliveries.ts'
import { sealContext } from '../rules/signing.ts'
import { giveUpPending, resumeFailed, resumePending } from '../store/deliveries.ts'
import type { Endpoint, EndpointWithHealth, Health } from '../store/endpoints.ts'
import * as store from '../store/endpoints.ts'
import { wakeDispatcher } from './wake.ts'

type Needed = Pick<Deps, 'secrets' | 'clock'>

export type NewEndpoint = {
  url: string
  secret: string
  eventTypes?: readonly EventType[] | undefined
  active?: boolean | undefined
}
/** What is left out stays as it is. */
export type EndpointChange = { [Key in keyof NewEndpoint]?: NewEndpoint[Key] | undefined }

export const noRegistration = () =>
  notFound('No webhook endpoint is registered. Register one first with PUT /api/partner/webhooks.')
const noSuchEndpoint = () => notFound('Webhook endpoint not found.')

export async function getDefault(db: Db, owner: Owner): Promise<Endpoint> {
  const endpoint = await store.findDefault(db, owner)
  if (!endpoint) throw noRegistration()
  return endpoint
}

export async function getEndpoint(db: Db, owner: Owner, id: string): Promise<Endpoint> {
  const endpoint = isId('webhookEndpoint', id) ? await store.findEndpoint(db, owner, id) : undefined
  if (!endpoint) throw noSuchEndpoint()
  return endpoint
}

/** What is known of an endpoint that got nothing yet. */
const NO_DELIVERIES: Health = { succeeded: 0, failed: 0, pending: 0, lastSuccessAt: null, lastDeliveryAt: null }

/** The default endpoint first. */
export async function listWithHealth(db: Db, owner: Owner): Promise<EndpointWithHealth[]> {
  const health = await store.readHealth(db, owner)
  const endpoints = await store.listOwn(db, owner)
  return endpoints.map((endpoint) => ({ ...endpoint, health: health.get(endpoint.id) ?? NO_DELIVERIES }))
}

export async function withHealth(db: Db, endpoint: Endpoint): Promise<EndpointWithHealth> {
  const health = await store.readHealth(db, endpoint)
  return { ...endpoint, health: health.get(endpoint.id) ?? NO_DELIVERIES }
}

/** Creates or replaces the default endpoint. The URL has been checked: nothing waits for the network inside a transaction. */
export async function registerDefault(
  deps: Needed,
  tx: Tx,
  owner: Owner,
  wanted: NewEndpoint,
  now: Date,
): Promise<Endpoint> {
  const replaced = { ...wanted, eventTypes: wanted.eventTypes ?? PUSHED_BY_DEFAULT, active: true }
  let known = await store.lockDefault(tx, owner)
  if (!known) {
    const added = await insert(deps, tx, { ...owner, isDefault: true }, replaced, now)
    if (added) return added
    known = await store.lockDefault(tx, owner)
    invariant(known, 'a registration that could not be inserted is there')
  }
  // The same values again change nothing; but the partner is there now, so pending deliveries are attempted immediately.
  await resumePending(tx, known, deps.clock.now())
  return change(deps, tx, known, replaced, now)
}

export async function createEndpoint(
  deps: Needed,
  tx: Tx,
  owner: Owner,
  wanted: NewEndpoint,
  now: Date,
): Promise<Endpoint> {
  const added = await insert(deps, tx, { ...owner, isDefault: false }, wanted, now)
  invariant(added, 'the ID of a new endpoint is unique')
  return added
}

/** Undefined when another request registered the default endpoint at the same moment. */
async function insert(
  { secrets, clock }: Needed,
  tx: Tx,
  { partnerId, environment, isDefault }: Owner & { isDefault: boolean },
  wanted: NewEndpoint,
  now: Date,
): Promise<Endpoint | undefined> {
  const owner = { partnerId, environment }
  // The lock: parallel calls count one after the other.
  await store.lockOwner(tx, owner)
  if ((await store.listOwn(tx, owner)).length >= WEBHOOK_ENDPOINTS_MAX)
    throw new ApiError('conflict', {
      message: `A partner can have at most ${WEBHOOK_ENDPOINTS_MAX} webhook endpoints in an environment. Delete one that you no longer use.`,
      reason: 'too_many_endpoints',
    })
  const place = { id: newId('webhookEndpoint', clock.now()), isDefault, ...owner }
  const active = wanted.active ?? true
  const endpoint: Endpoint = {
    ...place,
    url: wanted.url,
    secretSealed: secrets.seal(wanted.secret, sealContext(place)),
    previousSecretSealed: null,
    previousSecretUntil: null,
    eventTypes: tidyEventTypes(wanted.eventTypes ?? PUSHED_BY_DEFAULT),
    active,
    paused: !active,
    disabledReason: active ? null : PAUSED,
    failingSince: null,
    failingReportedAt: null,
    registeredAt: clock.now(),
    createdAt: now,
    updatedAt: now,
  }
  if (!(await store.insertEndpoint(tx, endpoint))) return undefined
  // A default endpoint that was deleted left what it had not delivered.
  if (isDefault) await resumePending(tx, endpoint, clock.now())
  tx.afterCommit(() => wakeDispatcher(owner, true))
  return endpoint
}

export async function changeEndpoint(
  deps: Needed,
  tx: Tx,
  owner: Owner,
  id: string,
  wanted: EndpointChange,
  now: Date,
): Promise<Endpoint> {
  const known = isId('webhookEndpoint', id) ? await store.lockEndpoint(tx, owner, id) : undefined
  if (!known) throw noSuchEndpoint()
  return change(deps, tx, known, wanted, now)
}

/** A new URL, a new secret or a new start: what the endpoint did before counts no more, and what it missed is sent. */
async function change(
  { secrets, clock }: Needed,
  tx: Tx,
  known: Endpoint,
  wanted: EndpointChange,
  now: Date,
): Promise<Endpoint> {
  const real = clock.now()
  const context = sealContext(known)
  const { url = known.url, active = known.active } = wanted
  const paused = !active && (wanted.active === false || known.paused)
  const secret =
    wanted.secret !== undefined && secrets.open(known.secretSealed, context) !== wanted.secret ? wanted.secret : null
  const eventTypes = wanted.eventTypes ? tidyEventTypes(wanted.eventTypes) : known.eventTypes
  const startsOver = secret !== null || known.url !== url || (active && !known.active)
  const isSame =
    !startsOver && known.active === active && known.paused === paused && known.eventTypes.join() === eventTypes.join()
  tx.afterCommit(() => wakeDispatcher({ partnerId: known.partnerId, environment: known.environment }, true))
  if (isSame) return known
  if (startsOver && active) {
    await resumePending(tx, known, real)
    if (known.failingSince) await resumeFailed(tx, known, known.failingSince, real)
  }
  const endpoint: Endpoint = {
    ...known,
    url,
    eventTypes,
    active,
    paused,
    disabledReason: active ? null : known.active ? PAUSED : known.disabledReason,
    // While it is off, what it missed is still to be sent when it is enabled.
    failingSince: startsOver && active ? null : known.failingSince,
    failingReportedAt: startsOver && active ? null : known.failingReportedAt,
    updatedAt: now,
    ...(secret === null
      ? {}
      : {
          secretSealed: secrets.seal(secret, context),
          previousSecretSealed: known.secretSealed,
          previousSecretUntil: addSeconds(real, SECRET_OVERLAP_SECONDS),
        }),
  }
  await store.updateEndpoint(tx, endpoint)
  return endpoint
}

/** The deliveries of a default endpoint wait for it to be registered again; no other endpoint comes back. */
export async function endDefault(tx: Tx, owner: Owner): Promise<Endpoint> {
  const known = await store.lockDefault(tx, owner)
  if (!known) throw noRegistration()
  return end(tx, known)
}

export async function deleteEndpoint(deps: Pick<Deps, 'clock'>, tx: Tx, owner: Owner, id: string): Promise<Endpoint> {
  const known = isId('webhookEndpoint', id) ? await store.lockEndpoint(tx, owner, id) : undefined
  if (!known) throw noSuchEndpoint()
  if (!known.isDefault) await giveUpPending(tx, known, deps.clock.now())
  return end(tx, known)
}

async function end(tx: Tx, known: Endpoint): Promise<Endpoint> {
  await store.deleteEndpoint(tx, known)
  const { partnerId, environment } = known
  tx.afterCommit(() => wakeDispatcher({ partnerId, environment }, true))
  return { ...known, active: false }
}
