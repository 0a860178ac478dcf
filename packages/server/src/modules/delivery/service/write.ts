// The writes of deliveries under way, shared: those of several deliveries commit together, and reach the disk once.
import { createGathering } from '../../../jobs/gather.ts'
import { DELIVERY_GATHER_MS } from '../../../kernel/limits.ts'
import { beginSteps } from '../store/steps.ts'
import { type SettleDeps, settleSteps } from './settle.ts'

/** One transaction alone has the process and PostgreSQL wait for each other. */
const SETTLING_MAX = 3

/** A process may have an order twice: its lease ended, and it leased the order again. */
const nameClaim = ({ orderId, lease }: { orderId: string; lease: string }): string => `${orderId} ${lease}`

/** `countUnderWay`: the deliveries of this process. One alone waits for no other; of several, half of them share a write. */
export function createDeliveryWrites(deps: SettleDeps, countUnderWay: () => number) {
  const countEnough = () => Math.floor(countUnderWay() / 2)
  const waitMs = DELIVERY_GATHER_MS
  return {
    /** Undefined when nothing may be sent. */
    begin: createGathering({
      async write(begun: Parameters<typeof beginSteps>[1]) {
        const lines = new Map(
          (await beginSteps(deps.db, begun, deps.clock.now())).map((line) => [nameClaim(line), line]),
        )
        return begun.map((one) => lines.get(nameClaim(one)))
      },
      countEnough,
      waitMs,
    }),
    settle: createGathering({
      write: (settling: Parameters<typeof settleSteps>[1]) => settleSteps(deps, settling),
      countEnough,
      waitMs,
      writers: SETTLING_MAX,
    }),
  }
}

export type DeliveryWrites = ReturnType<typeof createDeliveryWrites>
