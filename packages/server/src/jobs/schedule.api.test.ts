// Periodic jobs: one process runs each, failures are noted, and what has expired goes.
import { describe, expect, it, vi } from 'vitest'
import { startTestService } from '../../test/harness.ts'
import { until } from '../../test/receiver.ts'
import { sign } from '../../test/signer.ts'
import { sql } from '../db/sql.ts'
import { addSeconds } from '../kernel/clock.ts'
import { LEASE_SECONDS } from './lease-store.ts'
import { createSchedule, type Job } from './schedule.ts'

const service = await startTestService()

let serial = 0
const job = (run: Job['run'], everySeconds = 60): Job => ({ name: `test.job_${serial++}`, everySeconds, run })
const countJobs = async (kind: string, outcome: string): Promise<number> => {
  const { values } = await service.deps.metrics.jobs.get()
  return values.find(({ labels }) => labels.kind === kind && labels.outcome === outcome)?.value ?? 0
}

describe('a job', () => {
  it('runs in one of several processes at a time', async () => {
    let running = 0
    let most = 0
    const slow = job(async () => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 300))
      running--
    })
    const processes = Array.from({ length: 5 }, () => createSchedule(service.deps, [slow]))
    const ran = await Promise.all(processes.map((one) => one.runNow(slow.name)))
    expect([most, ran.filter(Boolean).length]).toEqual([1, 1])
    expect(await processes[0]!.runNow(slow.name)).toBe(true)
  })

  it('runs by the timetable of many processes about once a period', async () => {
    let runs = 0
    const quick = job(async () => void runs++, 0.5)
    const processes = Array.from({ length: 3 }, () => createSchedule(service.deps, [quick]))
    for (const one of processes) one.start()
    await new Promise((resolve) => setTimeout(resolve, 3200))
    await Promise.all(processes.map((one) => one.stop()))
    expect(runs).toBeGreaterThanOrEqual(2)
    expect(runs).toBeLessThanOrEqual(8)
    const ended = runs
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(runs).toBe(ended)
  })

  it('that fails is counted, noted, and may run again', async () => {
    let failing = true
    const shaky = job(async () => {
      if (failing) throw new Error('not today')
    })
    const schedule = createSchedule(service.deps, [shaky])
    await expect(schedule.runNow(shaky.name)).rejects.toThrow('not today')
    const row = await service.db.one<{ lastError: string }>(
      sql`select last_error from job_leases where name = ${shaky.name}`,
    )
    expect(row?.lastError).toBe('not today')
    expect(await countJobs(shaky.name, 'failed')).toBe(1)
    failing = false
    expect(await schedule.runNow(shaky.name)).toBe(true)
    expect(await countJobs(shaky.name, 'succeeded')).toBe(1)
  })

  it('of a process that died is taken over when its lease has passed', async () => {
    let runs = 0
    const lost = job(async () => void runs++)
    const schedule = createSchedule(service.deps, [lost])
    await service.db.run(sql`
      insert into job_leases (name, leased_by, leased_until) values (${lost.name}, 'wrk_dead', now() + interval '1 second')`)
    expect(await schedule.runNow(lost.name)).toBe(false)
    await new Promise((resolve) => setTimeout(resolve, 1100))
    expect(await schedule.runNow(lost.name)).toBe(true)
    expect(runs).toBe(1)
  })

  it('runs on after the clock of the database went back', async () => {
    let runs = 0
    const held = job(async () => void runs++, 0.1)
    await service.db.run(sql`
      insert into job_leases (name, leased_by, leased_until, last_started_at)
      values (${held.name}, 'wrk_dead', now() + interval '40 days', now() + interval '40 days')`)
    const schedule = createSchedule(service.deps, [held])
    schedule.start()
    await until('it runs by its timetable', () => runs > 0)
    await schedule.stop()
  })

  it('is asked to end when another process has it by now, and leaves the other one its lease', async () => {
    let [begun, asked] = [false, false]
    const endless = job((_, signal) => {
      begun = true
      return new Promise((resolve) =>
        signal.addEventListener('abort', () => {
          asked = true
          resolve()
        }),
      )
    })
    const schedule = createSchedule(service.deps, [endless])
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const run = schedule.runNow(endless.name)
      await until('it runs', () => begun)
      vi.advanceTimersByTime(LEASE_SECONDS * 1000)
      await new Promise((resolve) => setTimeout(resolve, 200))
      expect(asked, 'while the lease is its own').toBe(false)
      await service.db.run(sql`update job_leases set leased_by = 'wrk_other' where name = ${endless.name}`)
      vi.advanceTimersByTime(LEASE_SECONDS * 1000)
      await run
    } finally {
      vi.useRealTimers()
    }
    expect(asked).toBe(true)
    const row = await service.db.one(
      sql`select leased_by, leased_until > now() as held, last_finished_at from job_leases where name = ${endless.name}`,
    )
    expect(row).toEqual({ leasedBy: 'wrk_other', held: true, lastFinishedAt: null })
  })

  it('is asked to end when the service stops', async () => {
    let ended = false
    const endless = job(
      (_, signal) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => {
            ended = true
            resolve()
          }),
        ),
      0.01,
    )
    const schedule = createSchedule(service.deps, [endless])
    schedule.start()
    await new Promise((resolve) => setTimeout(resolve, 400))
    await schedule.stop()
    expect(ended).toBe(true)
  })
})

describe('housekeeping', () => {
  it('throws away nonces and idempotency keys that expired, in batches, and no others', async () => {
    const now = service.clock.now()
    const [past, future] = [addSeconds(now, -1), addSeconds(now, 60)]
    await service.db.run(sql`
      insert into nonces select gen_random_uuid(), ${past}::timestamptz from generate_series(1, 4500)`)
    await service.db.run(sql`insert into nonces values (gen_random_uuid(), ${future})`)
    await service.db.run(sql`
      insert into idempotency_keys (partner_id, environment, key, fingerprint, created_at, expires_at)
      select 'ptn_x', 'sandbox', 'old-' || n, ''::bytea, ${past}::timestamptz, ${past}::timestamptz from generate_series(1, 2500) n
      union all select 'ptn_x', 'sandbox', 'new', ''::bytea, ${now}::timestamptz, ${future}::timestamptz
      union all select 'ptn_x', 'sandbox', 'ever', ''::bytea, ${past}::timestamptz, null`)
    await service.background.runJobNow('nonces.purge')
    await service.background.runJobNow('idempotency_keys.purge')
    await service.background.runJobNow('rate_buckets.purge')
    const nonces = await service.db.one(
      sql`select count(*) filter (where expires_at <= ${now}) as old, count(*) > 0 as some from nonces`,
    )
    expect(nonces).toEqual({ old: 0, some: true })
    const keys = await service.db.many(sql`select key from idempotency_keys where partner_id = 'ptn_x' order by key`)
    expect(keys).toEqual([{ key: 'ever' }, { key: 'new' }])
  })

  it('forgets no nonce by the clock of one process that runs ahead', async () => {
    const partner = await service.partner()
    const request = sign(partner, 'GET', '/api/partner/v1/me')
    expect((await service.send(request)).status).toBe(200)
    service.clock.advance(7200)
    await service.background.runJobNow('used_nonces.purge')
    await service.background.runJobNow('nonces.purge')
    service.clock.advance(-7200)
    expect((await service.send(request)).json.error.code).toBe('replay_detected')
  })
})
