// Runs deliveries: starts live orders that have a target, leases what is due, and works on several at a time. A process may die
// at any moment: its deliveries are due again when their leases end, and the next one asks the registrar before it sends anything.
import type { Deps } from '../../../deps.ts'
import { createLeaseLoop } from '../../../jobs/lease-loop.ts'
import { DELIVERIES_PER_SESSION } from '../../../kernel/limits.ts'
import { countLanes } from '../../../kernel/settings/delivery.ts'
import { inSpan } from '../../../kernel/trace.ts'
import { isAwaitingTransfer, lockOrder, moveOrder } from '../../orders/index.ts'
import { type LeasedDelivery, leaseDue, listStartable } from '../store/deliveries.ts'
import { hasConnector } from './follow.ts'
import { onDeliveryQueued } from './wake.ts'
import { type WorkDeps, workOn } from './work.ts'
import { createDeliveryWrites } from './write.ts'

type Needed = WorkDeps & Pick<Deps, 'config' | 'metrics' | 'tracer'>

export function createDeliveryEngine(deps: Needed) {
  const { config, db, log, metrics, tracer, registrars } = deps
  const withLive = hasConnector(registrars, 'live')
  const underWay = { live: 0, sandbox: 0 }
  const writes = createDeliveryWrites(deps, (environment) => underWay[environment])

  /** An order that another process started meanwhile, or that was refunded, is left alone. */
  const startOrder = (orderId: string): Promise<void> =>
    db.tx(async (tx) => {
      const order = await lockOrder(tx, null, orderId)
      if (!isAwaitingTransfer(order.status)) return
      await moveOrder(deps, tx, order, 'start_transfer', { kind: 'system', actor: 'system' })
    })

  async function tryStart(orderId: string): Promise<void> {
    try {
      await startOrder(orderId)
    } catch (error) {
      log.error({ err: error, order_id: orderId }, 'could not start a transfer')
    }
  }

  async function work(delivery: LeasedDelivery, lease: string): Promise<void> {
    const attributes = { 'freehold.order_id': delivery.orderId }
    underWay[delivery.environment]++
    try {
      await inSpan(tracer, 'deliver domain', { attributes, parent: null }, () => workOn(deps, writes, delivery, lease))
      metrics.jobs.inc({ kind: 'delivery', outcome: 'succeeded' })
    } catch (error) {
      // The lease ends, and another attempt begins by asking the registrar.
      metrics.jobs.inc({ kind: 'delivery', outcome: 'failed' })
      log.error({ err: error, order_id: delivery.orderId }, 'could not work on a delivery')
    } finally {
      underWay[delivery.environment]--
    }
  }

  return createLeaseLoop<LeasedDelivery>({
    name: 'deliveries',
    concurrency: countLanes(config.delivery, DELIVERIES_PER_SESSION),
    log,
    onQueued: onDeliveryQueued,
    async lease(lease, limit) {
      if (withLive) await Promise.all((await listStartable(db, limit)).map(({ orderId }) => tryStart(orderId)))
      return leaseDue(db, lease, withLive, limit)
    },
    work,
  })
}
