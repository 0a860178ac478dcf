// Brings the numbers of the whole service up to date when /metrics is asked: any process can tell them.
import type { Deps } from '../../../deps.ts'
import { lastCheck } from '../../audit/index.ts'
import { countOpenOrders, readBacklog, readJobs, readMailBacklog, readTableSizes } from '../store/gauges.ts'
import { GROWING_TABLES } from '../tables.ts'

/** Several who ask in a moment share an answer. */
const KEPT_MS = 2000
/** A database that does not answer at all would hold up the others past the patience of whoever asks, ten seconds for Prometheus. */
const WAIT_MS = 3000

/** A table's size changes slowly, and reading it looks at many files. */
const SIZES_KEPT_MS = 60_000

type Needed = Pick<Deps, 'db' | 'clock' | 'log' | 'metrics'>

/** Answers when the books were last checked; null if they never were. */
async function readGauges({ db, clock, metrics }: Needed): Promise<Date | null> {
  const now = clock.now()
  const backlog = await readBacklog(db, now)
  const mail = await readMailBacklog(db)
  const orders = await countOpenOrders(db)
  const jobs = await readJobs(db)
  const check = await lastCheck(db)
  metrics.deliveriesWaiting.set(backlog.waiting)
  metrics.deliveryLag.set(backlog.lagSeconds)
  metrics.mailQueued.set(mail.queued)
  metrics.mailLag.set(mail.oldestSeconds)
  metrics.openOrders.reset()
  for (const { environment, status, orders: count } of orders) metrics.openOrders.set({ environment, status }, count)
  for (const { name, ageSeconds, failing } of jobs) {
    metrics.jobAge.set({ task: name }, ageSeconds)
    metrics.jobFailing.set({ task: name }, failing ? 1 : 0)
  }
  if (!check) return null
  metrics.ledgerFindings.set(check.findings)
  return check.at
}

const patiently = (read: Promise<void>): Promise<unknown> =>
  Promise.race([read, new Promise((resolve) => setTimeout(resolve, WAIT_MS).unref())])

async function readSizes({ db, metrics }: Needed): Promise<void> {
  const tables = GROWING_TABLES.map(({ table }) => table)
  for (const { table, bytes } of await readTableSizes(db, tables)) metrics.tableBytes.set({ table }, bytes)
}

/** The sizes of the growing tables, read at most once a minute. */
export function createSizeRefresh(deps: Needed): () => Promise<void> {
  let last: { at: number; read: Promise<void> } | undefined
  return async () => {
    const at = performance.now()
    if (!last || at - last.at > SIZES_KEPT_MS)
      last = { at, read: readSizes(deps).catch((error) => deps.log.warn({ err: error }, 'could not read table sizes')) }
    await patiently(last.read)
  }
}

/** Where the database is away the other numbers are told all the same: that is when they are wanted. */
export function createGaugeRefresh(deps: Needed): () => Promise<void> {
  const { db, clock, log, metrics } = deps
  let last: { at: number; read: Promise<void> } | undefined
  // Until a check is known its age is that of the process, so that books which nobody ever checks do not seem checked just now.
  let checkedAt = clock.now()
  const read = async (): Promise<void> => {
    checkedAt = (await readGauges(deps)) ?? checkedAt
  }
  return async () => {
    const { busy, idle, waiting } = db.connections()
    metrics.connections.set({ state: 'busy' }, busy)
    metrics.connections.set({ state: 'idle' }, idle)
    metrics.connections.set({ state: 'waiting' }, waiting)
    const at = performance.now()
    if (!last || at - last.at > KEPT_MS)
      last = {
        at,
        read: read().catch((error: unknown) => log.warn({ err: error }, 'could not read metrics')),
      }
    await patiently(last.read)
    metrics.ledgerCheckAge.set((clock.now().getTime() - checkedAt.getTime()) / 1000)
  }
}
