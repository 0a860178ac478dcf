// Results of attempts, written in batches: many deliveries share one statement. A result is kept until it is written.
import type { Deps } from '../../../deps.ts'
import { BUSY_BATCH, batchMax, GATHER_BUSY_MS, GATHER_MS, UNWRITTEN_MAX, WRITE_RETRY_MS } from '../rules/pace.ts'
import { type Result, recordResults } from '../store/dispatch.ts'

type Entry = { result: Result; written: () => void }

export function createResults({ db, log, metrics }: Pick<Deps, 'db' | 'log' | 'metrics'>) {
  const most = batchMax(db.kind)
  let waiting: Entry[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let gatherMs = GATHER_MS

  const count = (results: Result[], outcome: string, is: (result: Result) => boolean) => {
    const number = results.filter(is).length
    if (number > 0) metrics.jobs.inc({ kind: 'webhook_delivery', outcome }, number)
  }

  async function writeBatch(): Promise<void> {
    const batch = waiting.slice(0, most)
    gatherMs = batch.length >= BUSY_BATCH ? GATHER_BUSY_MS : GATHER_MS
    const results = batch.map(({ result }) => result)
    await recordResults(db, results)
    waiting = waiting.slice(batch.length)
    count(results, 'succeeded', ({ status }) => status === 'succeeded')
    count(results, 'retried', ({ status }) => status === 'pending')
    count(results, 'failed', ({ status }) => status === 'failed')
    for (const { written } of batch) written()
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) await writeBatch()
  }

  /** One write at a time; what arrives meanwhile shares the next. */
  function write(): void {
    timer = undefined
    if (writing) return
    const done = writeBatch().then(
      () => 0,
      (error: unknown) => {
        log.error({ err: error, unwritten: waiting.length }, 'could not write webhook results')
        return WRITE_RETRY_MS
      },
    )
    writing = done.then((pause) => {
      writing = undefined
      if (waiting.length > 0) schedule(pause)
    })
  }

  function schedule(pause = 0): void {
    if (timer || writing) return
    timer = setTimeout(write, Math.max(pause, waiting.length >= most ? 0 : gatherMs))
  }

  return {
    add(result: Result, written: () => void): void {
      waiting.push({ result, written })
      schedule()
    },
    isBehind: () => waiting.length >= UNWRITTEN_MAX,
    /** Everything is written when this ends; it throws when that cannot be. */
    async drain(): Promise<void> {
      clearTimeout(timer)
      await writing
      clearTimeout(timer)
      timer = undefined
      await writeAll()
    },
  }
}
