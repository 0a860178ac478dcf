// Runs deliveries: starts live orders that have a target, leases what is due, and works on up to ten at a time. A process may die
// at any moment: its deliveries are due again when their leases end, and the next one asks the registrar before it sends anything.
import type { Deps } from '../../../deps.ts'
import { DELIVERY_CONCURRENCY } from '../../../kernel/limits.ts'
import { randomToken } from '../../../kernel/secret-box.ts'
import { inSpan } from '../../../kernel/trace.ts'
import { lockOrder, moveOrder } from '../../orders/index.ts'
import { type LeasedDelivery, leaseDue, listStartable } from '../store/deliveries.ts'
import { hasConnector } from './follow.ts'
import { onDeliveryQueued } from './wake.ts'
import { type WorkDeps, workOn } from './work.ts'

/** Other processes queue deliveries too, and retries become due. */
const POLL_MS = 1000

type Needed = WorkDeps & Pick<Deps, 'metrics' | 'tracer'>

export function createDeliveryEngine(deps: Needed) {
  const { db, log, metrics, tracer, registrars } = deps
  const withLive = hasConnector(registrars, 'live')
  const underWay = new Set<Promise<void>>()
  let isRunning = false
  let isLooking = false
  let lookAgain = false
  let looking: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let unsubscribe: (() => void) | undefined

  /** An order that another process started meanwhile, or that was refunded, is left alone. */
  const startOrder = (orderId: string): Promise<void> =>
    db.tx(async (tx) => {
      const order = await lockOrder(tx, null, orderId)
      if (order.status !== 'PAID' && order.status !== 'EXTERNALLY_PAID') return
      await moveOrder(deps, tx, order, 'start_transfer', { kind: 'system', actor: 'system' })
    })

  async function tryStart(orderId: string): Promise<void> {
    try {
      await startOrder(orderId)
    } catch (error) {
      log.error({ err: error, order_id: orderId }, 'could not start a transfer')
    }
  }

  function begin(delivery: LeasedDelivery, lease: string): void {
    const attributes = { 'freehold.order_id': delivery.orderId }
    const task = inSpan(tracer, 'deliver domain', { attributes, parent: null }, () => workOn(deps, delivery, lease))
      .then(() => metrics.jobs.inc({ kind: 'delivery', outcome: 'succeeded' }))
      .catch((error: unknown) => {
        // The lease ends, and another attempt begins by asking the registrar.
        metrics.jobs.inc({ kind: 'delivery', outcome: 'failed' })
        log.error({ err: error, order_id: delivery.orderId }, 'could not work on a delivery')
      })
      .finally(() => {
        underWay.delete(task)
        look()
      })
    underWay.add(task)
  }

  async function leaseAll(): Promise<void> {
    do {
      lookAgain = false
      const free = DELIVERY_CONCURRENCY - underWay.size
      if (free <= 0 || !isRunning) return
      if (withLive) for (const { orderId } of await listStartable(db, DELIVERY_CONCURRENCY)) await tryStart(orderId)
      const lease = randomToken('lse_', 8)
      for (const delivery of await leaseDue(db, lease, withLive, free)) begin(delivery, lease)
    } while (lookAgain)
  }

  /** One look at a time; a nudge meanwhile causes another. */
  function look(): void {
    if (!isRunning) return
    lookAgain = true
    if (isLooking) return
    isLooking = true
    looking = leaseAll()
      .catch((error: unknown) => log.error({ err: error }, 'could not read queued deliveries'))
      .finally(() => {
        isLooking = false
        if (lookAgain && isRunning) look()
      })
  }

  return {
    start(): void {
      isRunning = true
      unsubscribe = onDeliveryQueued(look)
      timer = setInterval(look, POLL_MS)
      look()
    },
    /** Waits for the deliveries under way. */
    async stop(): Promise<void> {
      isRunning = false
      clearInterval(timer)
      unsubscribe?.()
      await looking
      while (underWay.size > 0) await Promise.all(underWay)
      if (registrars.live !== null && registrars.live !== 'simulated') await registrars.live.close()
    },
  }
}
