// Periodic work. Every process keeps the timetable, and a lease in the database decides which of them runs a job.
import type { Deps } from '../deps.ts'
import { invariant } from '../kernel/errors.ts'
import { randomToken } from '../kernel/secret-box.ts'
import { inSpan } from '../kernel/trace.ts'
import { claimJob, finishJob, keepJob, LEASE_SECONDS } from './lease-store.ts'

export type Job = {
  /** `module.what_it_does`, unique. */
  name: string
  everySeconds: number
  /** May run again after a crash, from the start. `signal` asks it to end early: the service stops, or another process has the job. */
  run(deps: Deps, signal: AbortSignal): Promise<void>
}

/** Processes that start together do not all ask at once. */
const FIRST_RUN_SECONDS_MAX = 10

export function createSchedule(deps: Deps, jobs: readonly Job[]) {
  const { db, log, metrics, tracer } = deps
  const worker = randomToken('wrk_', 8)
  const timers = new Map<string, NodeJS.Timeout>()
  const running = new Set<Promise<unknown>>()
  const stopping = new AbortController()
  invariant(new Set(jobs.map(({ name }) => name)).size === jobs.length, 'job names are unique')

  /** True when it ran here. A failure is thrown after it was noted. */
  async function attempt(job: Job, evenIfRecent: boolean): Promise<boolean> {
    if (!(await claimJob(db, job.name, worker, evenIfRecent ? 0 : job.everySeconds))) return false
    const lost = new AbortController()
    const keep = async (): Promise<void> => {
      try {
        if (!(await keepJob(db, job.name, worker))) lost.abort()
      } catch (error) {
        log.warn({ err: error, job: job.name }, 'could not renew the job lease')
      }
    }
    const renewal = setInterval(() => void keep(), (LEASE_SECONDS * 1000) / 3)
    const signal = AbortSignal.any([stopping.signal, lost.signal])
    try {
      await inSpan(tracer, `job ${job.name}`, { parent: null }, () => job.run(deps, signal))
      metrics.jobs.inc({ kind: job.name, outcome: 'succeeded' })
      await finishJob(db, job.name, worker, null)
    } catch (error) {
      metrics.jobs.inc({ kind: job.name, outcome: 'failed' })
      log.error({ err: error, job: job.name }, 'job failed')
      await finishJob(db, job.name, worker, (error as Error).message).catch(() => {})
      throw error
    } finally {
      clearInterval(renewal)
    }
    return true
  }

  function plan(job: Job, seconds: number): void {
    if (stopping.signal.aborted) return
    const timer = setTimeout(() => {
      const run = attempt(job, false)
        // Noted above, or the database is away: the next time comes.
        .catch(() => {})
        .finally(() => {
          running.delete(run)
          plan(job, job.everySeconds)
        })
      running.add(run)
    }, seconds * 1000)
    timers.set(job.name, timer)
  }

  return {
    names: jobs.map(({ name }) => name),
    start(): void {
      for (const job of jobs) plan(job, Math.random() * Math.min(job.everySeconds, FIRST_RUN_SECONDS_MAX))
    },
    /** Runs a job at once, unless another process is at it; whether it ran. */
    async runNow(name: string): Promise<boolean> {
      const job = jobs.find((one) => one.name === name)
      invariant(job, `the job ${name} is registered`)
      return attempt(job, true)
    },
    async stop(): Promise<void> {
      stopping.abort()
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all(running)
    },
  }
}
