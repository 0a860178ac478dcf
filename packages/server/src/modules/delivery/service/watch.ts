// Watches deliveries through RDAP: when the registrar of record becomes the expected one, the confirmation is proposed to
// operators, or done. Only a registry's RDAP record counts. WHOIS, the simulated registry and failed lookups confirm nothing.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { lockOrder, moveOrder, noteOrder, type Order } from '../../orders/index.ts'
import { operatorActions } from '../rules/deliveries.ts'
import { canConfirmAlone, computeWatchSeconds, isArrival, readIanaId, type SeenRegistrar } from '../rules/watch.ts'
import { type Delivery, lockDelivery } from '../store/deliveries.ts'
import { findWatch, saveWatch, type Watch } from '../store/watch.ts'

export type WatchDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'orderEvents' | 'registry' | 'secrets'>

type Seen = SeenRegistrar & { at: Date }

async function lookUp({ registry }: WatchDeps, domain: string): Promise<Seen | null> {
  const found = await registry.readRecord(domain)
  if (found.source !== 'rdap' || found.state !== 'registered') return null
  const { registrar, transferredAt } = found.registration
  return { ianaId: readIanaId(registrar.ianaId), name: registrar.name, transferredAt, at: found.checkedAt }
}

const nameSeen = ({ ianaId, name }: SeenRegistrar): string => `${name ?? 'the registrar'} (IANA ID ${ianaId})`

/** Delivers the order, or asks operators to. */
async function announce(
  deps: WatchDeps,
  tx: Tx,
  { order, delivery, seen }: { order: Order; delivery: Delivery; seen: Seen },
): Promise<void> {
  const message = `RDAP shows the domain at ${nameSeen(seen)}.`
  if (deps.config.delivery.confirm === 'auto' && canConfirmAlone(delivery.method)) {
    await moveOrder(deps, tx, order, 'complete_transfer', { kind: 'system', actor: 'system', note: message })
    return
  }
  await noteOrder(deps, tx, order, {
    event: 'transfer.action_required',
    actor: 'system',
    message: `${message} An operator confirms the delivery.`,
  })
}

/** What is known after a look. A failed one changes nothing but the time of the next. */
function nextWatch(watch: Watch & { startedAt: Date | null }, seen: Seen | null, now: Date): Watch {
  const age = watch.startedAt ? (now.getTime() - watch.startedAt.getTime()) / 1000 : 0
  const failures = seen ? 0 : watch.watchFailures + 1
  const next = { ...watch, watchFailures: failures, watchAfter: addSeconds(now, computeWatchSeconds(age, failures)) }
  if (!seen) return next
  return {
    ...next,
    registrarBefore: watch.registrarBefore ?? seen.ianaId,
    registrarSeen: seen.ianaId,
    registrarSeenName: seen.name,
    registrarSeenAt: seen.at,
  }
}

export async function watchDelivery(
  deps: WatchDeps,
  { orderId, domain }: { orderId: string; domain: string },
): Promise<void> {
  const seen = await lookUp(deps, domain)
  await deps.db.tx(async (tx) => {
    const now = deps.clock.now()
    const order = await lockOrder(tx, null, orderId)
    const delivery = await lockDelivery(tx, orderId)
    const watch = delivery && (await findWatch(tx, orderId))
    if (!watch || order.status !== 'TRANSFER_IN_PROGRESS') return
    const isConfirmable = operatorActions(delivery, order.status).some(({ action }) => action === 'confirm')
    const expected = { ...watch, registrarIanaId: delivery.registrarIanaId }
    const hasArrived = seen !== null && isConfirmable && isArrival(expected, seen)
    const isNews = hasArrived && watch.arrivedAt === null
    // A domain that went elsewhere after it arrived is not proposed any longer.
    const arrivedAt = hasArrived ? (watch.arrivedAt ?? now) : seen ? null : watch.arrivedAt
    await saveWatch(tx, orderId, { ...nextWatch(watch, seen, now), arrivedAt })
    if (isNews) await announce(deps, tx, { order, delivery, seen })
  })
}
