// Works on leased rows: looks for what is due, and works on some at a time. A process may die at any moment: its rows are due again
// when their leases end.
import type { Logger } from 'pino'
import { randomToken } from '../kernel/secret-box.ts'

/** Other processes queue rows too, and retries become due. */
const POLL_MS = 1000
/** Rows are leased together: one look for each row would cost as much as a part of its work. */
const LOOK_AT_FREE_SHARE = 1 / 4

export type LeaseLoop<Row> = {
  /** For log lines: "deliveries". */
  name: string
  concurrency: number
  log: Logger
  /** Rows that belong to the caller from now on. */
  lease(lease: string, limit: number): Promise<Row[]>
  /** Never rejects. */
  work(row: Row, lease: string): Promise<void>
  /** Calls the listener when there may be something due; returns how to end that. */
  onQueued(listener: () => void): () => void
}

export function createLeaseLoop<Row>({ name, concurrency, log, lease: leaseRows, work, onQueued }: LeaseLoop<Row>) {
  const underWay = new Set<Promise<void>>()
  let isRunning = false
  let isLooking = false
  let lookAgain = false
  let looking: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let unsubscribe: (() => void) | undefined

  function begin(row: Row, lease: string): void {
    const task = work(row, lease).finally(() => {
      underWay.delete(task)
      if (underWay.size <= concurrency * (1 - LOOK_AT_FREE_SHARE)) look()
    })
    underWay.add(task)
  }

  async function leaseAll(): Promise<void> {
    do {
      lookAgain = false
      const free = concurrency - underWay.size
      if (free <= 0 || !isRunning) return
      const lease = randomToken('lse_', 8)
      for (const row of await leaseRows(lease, free)) begin(row, lease)
    } while (lookAgain)
  }

  /** One look at a time; a nudge meanwhile causes another. */
  function look(): void {
    if (!isRunning) return
    lookAgain = true
    if (isLooking) return
    isLooking = true
    looking = leaseAll()
      .catch((error: unknown) => log.error({ err: error }, `could not read queued ${name}`))
      .finally(() => {
        isLooking = false
        if (lookAgain && isRunning) look()
      })
  }

  return {
    start(): void {
      isRunning = true
      unsubscribe = onQueued(look)
      timer = setInterval(look, POLL_MS)
      look()
    },
    /** Waits for the rows under way. */
    async stop(): Promise<void> {
      isRunning = false
      clearInterval(timer)
      unsubscribe?.()
      await looking
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
