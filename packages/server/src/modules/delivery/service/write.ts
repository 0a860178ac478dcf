// The writes of deliveries under way, shared: those of several deliveries commit together, and reach the disk once.
import { createGathering } from '../../../jobs/gather.ts'
import { DELIVERY_GATHER_MS } from '../../../kernel/limits.ts'
import type { Environment } from '../../../kernel/owner.ts'
import { type Begun, beginSteps } from '../store/steps.ts'
import { type SettleDeps, type Settling, settleSteps } from './settle.ts'

/** One that waits for a lock stops no other. More would compete with requests for PostgreSQL. */
const SETTLING_MAX = 2

/** A process may have an order twice: its lease ended, and it leased the order again. */
const nameClaim = ({ orderId, lease }: { orderId: string; lease: string }): string => `${orderId} ${lease}`

/** In the order of their IDs, so that two writes take their locks in the same order. The results are in the order given. */
async function writeSorted<Item, Result>(
  items: readonly Item[],
  readId: (item: Item) => string,
  write: (sorted: readonly Item[]) => Promise<readonly Result[]>,
): Promise<readonly Result[]> {
  const places = items.map((_, index) => index)
  places.sort((a, b) => (readId(items[a] as Item) < readId(items[b] as Item) ? -1 : 1))
  const written = await write(places.map((place) => items[place] as Item))
  const results: Result[] = []
  for (const [index, place] of places.entries()) results[place] = written[index] as Result
  return results
}

function gather(deps: SettleDeps, countUnderWay: () => number) {
  const countEnough = () => Math.floor(countUnderWay() / 2)
  const waitMs = DELIVERY_GATHER_MS
  const begin = async (begun: readonly Begun[]) => {
    const lines = new Map((await beginSteps(deps.db, begun, deps.clock.now())).map((line) => [nameClaim(line), line]))
    return begun.map((one) => lines.get(nameClaim(one)))
  }
  return {
    begin: createGathering({
      write: (begun: readonly Begun[]) => writeSorted(begun, ({ orderId }) => orderId, begin),
      countEnough,
      waitMs,
    }),
    settle: createGathering({
      write: (settling: readonly Settling[]) =>
        writeSorted(
          settling,
          ({ leased }) => leased.orderId,
          (sorted) => settleSteps(deps, sorted),
        ),
      countEnough,
      waitMs,
      writers: SETTLING_MAX,
    }),
  }
}

/**
 * `countUnderWay`: the deliveries of this process. One alone waits for no other; of several, half of them share a write. The environments
 * share none: the reset of a sandbox keeps its orders locked, and no live delivery waits for it.
 */
export function createDeliveryWrites(deps: SettleDeps, countUnderWay: (environment: Environment) => number) {
  const byEnvironment = {
    live: gather(deps, () => countUnderWay('live')),
    sandbox: gather(deps, () => countUnderWay('sandbox')),
  }
  return {
    /** Undefined when nothing may be sent. */
    begin: (begun: Begun) => byEnvironment[begun.environment].begin(begun),
    settle: (settling: Settling) => byEnvironment[settling.leased.environment].settle(settling),
  }
}

export type DeliveryWrites = ReturnType<typeof createDeliveryWrites>
