// Tables partitioned by time: rows go where they belong, whole partitions go when their time is over, and no write needs a partition.
import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { beforeAll, describe, expect, it } from 'vitest'
import { databaseKind, startTestService, type TestPartner, type TestService } from '../../test/harness.ts'
import { sign } from '../../test/signer.ts'
import { adoptNonces, NONCE_PARTITIONS } from '../http/admission/nonce-slots.ts'
import { addSeconds } from '../kernel/clock.ts'
import { idBound, newId } from '../kernel/ids.ts'
import { findSlice } from '../kernel/time-slices.ts'
import { loadMigrations } from './migrate.ts'
import { dropPartitions, listPartitions, makePartitions, type Partitioned } from './partitions.ts'
import { Sql, sql } from './sql.ts'
import { loadSqlCode } from './sql-code.ts'

const DAY = 86_400
const ME = '/api/partner/v1/me'
const LOG: Partitioned = {
  table: 'request_log',
  column: 'request_id',
  length: 'day',
  ahead: 3,
  toValue: (at) => idBound('request', at),
}

let service: TestService
let partner: TestPartner
beforeAll(async () => {
  service = await startTestService()
  partner = await service.partner()
})

const names = async (spec: Partitioned): Promise<string[]> =>
  (await listPartitions(service.db, spec)).map(({ name }) => name)

/** Where the rows of a table are, by partition. */
async function places(table: string, where = 'true'): Promise<Record<string, number>> {
  const rows = await service.db.many<{ name: string; count: number }>(
    new Sql(
      `select tableoid::regclass::text as name, count(*)::int as count from ${table} where ${where} group by 1`,
      [],
    ),
  )
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

const logged = (id: string, at: Date) =>
  service.db.run(sql`
    insert into request_log (partner_id, request_id, environment, key_id, at, method, path, query, status, duration_ms)
    values (${partner.partnerId}, ${id}, 'sandbox', ${partner.keyId}, ${at}, 'GET', '/', '', 200, 1)`)

const signedAt = (at: Date, nonce: string = randomUUID()) =>
  sign(partner, 'GET', ME, { nonce, timestamp: String(Math.floor(at.getTime() / 1000)) })
const code = async (request: ReturnType<typeof sign>) => {
  const { status, json } = await service.send(request)
  return status === 200 ? 'accepted' : json.error.code
}

/** The statement of the release before: it knows one table, and no timestamps. */
const admitAsBefore = async (nonce: string, now: Date): Promise<boolean> =>
  (
    await service.db.many(sql`
      insert into nonces (nonce, expires_at) values (${nonce}::uuid, ${addSeconds(now, 900)})
      on conflict (nonce) do update set expires_at = excluded.expires_at where nonces.expires_at <= ${now}::timestamptz
      returning nonce`)
  ).length === 1
const admit = async (nonce: string, signed: Date): Promise<boolean> =>
  (
    await service.deps.admission.admit({
      nonce,
      signedAt: signed.getTime() / 1000,
      bucket: null,
      partnerId: null,
      durable: false,
    })
  ).fresh

/** The tables as they were before they were partitioned. */
const BEFORE = `
  ${['request_log', 'referral_visitors', 'webhook_attempts']
    .map(
      (table) => `
  alter table ${table} detach partition ${table}_first;
  drop table ${table};
  alter table ${table}_first rename to ${table};
  alter table ${table} drop constraint ${table}_first_range;`,
    )
    .join('')}
  drop table used_nonces;
  drop trigger nonces_share on nonces;
  delete from service_state where key = 'nonces_adopted'`

describe('an upgrade', () => {
  it('keeps every row, and processes of both releases share nonces and the log', async () => {
    const [one, two] = [0, 1].map((index) => loadMigrations().filter(({ name }) => /^time_slices/.test(name))[index]!)
    const now = service.clock.now()
    const run = (text: string) => service.db.session((session) => session.script(text))
    await run(BEFORE)
    const old = newId('request', addSeconds(now, -8 * DAY))
    await logged(old, addSeconds(now, -8 * DAY))
    await service.db.run(sql`
      insert into webhook_attempts (delivery_id, attempt, at, url, duration_ms) values ('dlv_old', 1, ${now}, 'https://a.example', 1)`)
    const usedBefore = randomUUID()
    expect(await admitAsBefore(usedBefore, now)).toBe(true)
    // More than are adopted in one statement.
    await service.db.run(sql`
      insert into nonces select gen_random_uuid(), ${addSeconds(now, 900)}::timestamptz from generate_series(1, 5000)`)

    await run(one!.text)
    const between = newId('request', now)
    await logged(between, now)
    await run(two!.text)
    for (const { name, text } of loadSqlCode().files) if (/share-nonces|note-change/.test(name)) await run(text)
    await adoptNonces(service.db, now)

    const adopted = await places('used_nonces')
    expect(Object.values(adopted).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(5000)
    // Nothing that a job would have to move while requests wait.
    expect(Object.keys(adopted)).not.toContain('used_nonces_other')
    expect(await admit(usedBefore, now)).toBe(false)
    const [usedByOld, usedByNew] = [randomUUID(), randomUUID()]
    expect(await admitAsBefore(usedByOld, now)).toBe(true)
    expect(await admitAsBefore(usedByOld, now)).toBe(false)
    for (const seconds of [-299, 0, 299]) expect(await admit(usedByOld, addSeconds(now, seconds))).toBe(false)
    expect(await admit(usedByNew, addSeconds(now, 290))).toBe(true)
    for (const seconds of [0, 300, 590]) expect(await admitAsBefore(usedByNew, addSeconds(now, seconds))).toBe(false)

    await logged(newId('request', now), now)
    expect(await places('request_log', `at >= '${addSeconds(now, -8 * DAY).toISOString()}'`)).toMatchObject({
      request_log_first: 3,
    })
    expect(await places('webhook_attempts', "delivery_id = 'dlv_old'")).toEqual({ webhook_attempts_first: 1 })
    await service.background.runJobNow('requests.purge')
    const left = await service.db.many<{ requestId: string }>(sql`
      select request_id from request_log where request_id in (${old}, ${between})`)
    expect(left).toEqual([{ requestId: between }])
    // Its bound is three days after the upgrade.
    expect((await dropPartitions(service.db, LOG, addSeconds(now, 2 * DAY))).names).toEqual([])
    expect((await dropPartitions(service.db, LOG, addSeconds(now, 4 * DAY))).names).toContain('request_log_first')
  })
})

describe('partitions', () => {
  it('are made ahead once, and rows go to the partition of their time', async () => {
    const now = addSeconds(service.clock.now(), 20 * DAY)
    const slices = [0, 1, 2, 3].map((days) => findSlice('day', addSeconds(now, days * DAY)))
    const made = slices.map(({ name }) => `request_log_${name}`)
    expect(await makePartitions(service.db, LOG, now)).toEqual({ names: made, isBusy: false })
    expect(await makePartitions(service.db, LOG, now)).toEqual({ names: [], isBusy: false })
    const [first, second] = slices
    await logged(newId('request', first!.from), now)
    await logged(newId('request', addSeconds(first!.to, -0.001)), now)
    await logged(newId('request', second!.from), now)
    expect(await places('request_log', `at = '${now.toISOString()}'`)).toEqual({
      [`request_log_${first!.name}`]: 2,
      [`request_log_${second!.name}`]: 1,
    })
  })

  it('that are past are dropped whole, and the others stay', async () => {
    const now = addSeconds(service.clock.now(), 40 * DAY)
    await makePartitions(service.db, LOG, now)
    const [past, present] = [findSlice('day', now), findSlice('day', addSeconds(now, DAY))]
    await logged(newId('request', past.from), now)
    await logged(newId('request', present.from), now)
    const { names: dropped } = await dropPartitions(service.db, LOG, present.from)
    expect(dropped).toContain(`request_log_${past.name}`)
    expect(await names(LOG)).not.toContain(`request_log_${past.name}`)
    expect(await service.db.one(sql`select to_regclass(${`request_log_${past.name}`})::text as name`)).toEqual({
      name: null,
    })
    expect(await places('request_log', `at = '${now.toISOString()}'`)).toEqual({ [`request_log_${present.name}`]: 1 })
  })
})

describe.runIf(databaseKind === 'postgres')('a backup', () => {
  it('keeps past partitions until it is over, and holds nobody up', async () => {
    const now = addSeconds(service.clock.now(), 60 * DAY)
    await makePartitions(service.db, LOG, now)
    const steps = new EventEmitter()
    const begun = once(steps, 'begun')
    const backup = service.db.tx(async (tx) => {
      await tx.run(sql`lock table request_log in access share mode`)
      const ended = once(steps, 'ended')
      steps.emit('begun')
      await ended
    })
    await begun
    const past = addSeconds(now, 2 * DAY)
    // It returns while the backup still holds the table.
    expect(await dropPartitions(service.db, LOG, past)).toMatchObject({ names: [], isBusy: true })
    steps.emit('ended')
    await backup
    expect((await dropPartitions(service.db, LOG, past)).names).toContain(`request_log_${findSlice('day', now).name}`)
  })
})

describe('a default partition with many rows', () => {
  it('keeps them, and partitions are made for times that it has no rows of', async () => {
    const now = findSlice('half_hour', addSeconds(service.clock.now(), 500 * DAY)).from
    const slot = now.getTime() / 1_800_000
    await service.db.run(sql`
      insert into used_nonces select gen_random_uuid(), ${slot}::int + n % 2, ${now}::timestamptz from generate_series(1, 40000) n`)
    const made = [2, 3, 4].map((n) => `used_nonces_${findSlice('half_hour', addSeconds(now, n * 1800)).name}`)
    expect(await makePartitions(service.db, NONCE_PARTITIONS, now)).toEqual({ names: made, isBusy: false })
    expect(await places('used_nonces', `slot between ${slot} and ${slot + 4}`)).toEqual({ used_nonces_other: 40_000 })
    // By a clock that is ahead.
    await service.db.run(sql`insert into used_nonces values (gen_random_uuid(), ${slot + 6}, ${now})`)
    // Of a run that ended halfway.
    await service.db.run(
      new Sql(`alter table used_nonces_other add constraint x_elsewhere check (slot <> ${slot + 7}) not valid`, []),
    )
    const later = addSeconds(now, 2 * 1800)
    expect((await makePartitions(service.db, NONCE_PARTITIONS, later)).names).toEqual([
      `used_nonces_${findSlice('half_hour', addSeconds(now, 5 * 1800)).name}`,
    ])
    expect(
      await service.db.many(sql`
      select conname from pg_constraint where conrelid = 'used_nonces_other'::regclass and contype = 'c'`),
    ).toEqual([])
    await service.db.run(sql`truncate used_nonces_other`)
  })
})

describe('a service whose jobs did not run for 60 days', () => {
  it('accepts requests, logs them and refuses replays, and sorts the rows in when the jobs run', async () => {
    const JUMP = 160 * DAY
    service.clock.advance(JUMP)
    const now = service.clock.now()
    const request = signedAt(now)
    expect(await code(request)).toBe('accepted')
    expect(await code(request)).toBe('replay_detected')
    await service.deps.requests.flush()
    const recent = `request_id >= '${idBound('request', addSeconds(now, -60))}'`
    expect(Object.keys(await places('request_log', recent))).toEqual(['request_log_other'])
    expect(Object.keys(await places('used_nonces', `expires_at > '${now.toISOString()}'`))).toEqual([
      'used_nonces_other',
    ])
    await service.db.run(sql`
      insert into referral_visitors values (${now.toISOString().slice(0, 10)}::date, ${randomUUID()})`)
    await service.db.run(sql`
      insert into webhook_attempts (delivery_id, attempt, at, url, duration_ms) values ('dlv_x', 1, ${now}, 'https://a.example', 1)`)

    for (const job of ['requests.purge', 'used_nonces.purge', 'referrals.forget_visitors', 'webhooks.purge_attempts'])
      expect(await service.background.runJobNow(job)).toBe(true)
    const { name: day } = findSlice('day', now)
    expect(Object.keys(await places('request_log', recent))).toEqual([`request_log_${day}`])
    expect(await places('referral_visitors')).toEqual({ [`referral_visitors_${day}`]: 1 })
    expect(await places('webhook_attempts', "delivery_id = 'dlv_x'")).toEqual({
      [`webhook_attempts_${findSlice('month', now).name}`]: 1,
    })
    expect(Object.keys(await places('used_nonces', `expires_at > '${now.toISOString()}'`))).not.toContain(
      'used_nonces_other',
    )
    // Dropped only if it is past by the database's clock, too.
    expect(await places('webhook_attempts', "delivery_id = 'dlv_old'")).toEqual({ webhook_attempts_first: 1 })
    expect(await code(request)).toBe('replay_detected')
    expect(await code(signedAt(service.clock.now()))).toBe('accepted')
    service.clock.advance(-JUMP)
  })
})

describe('a nonce', () => {
  /** Moves the clock to so many seconds before a border of partitions, all of them made. */
  async function beforeBorder(seconds: number): Promise<() => void> {
    const border = findSlice('half_hour', addSeconds(service.clock.now(), 365 * DAY)).to
    const ahead = Math.round((border.getTime() - service.clock.now().getTime()) / 1000) - seconds
    service.clock.advance(ahead)
    await makePartitions(service.db, NONCE_PARTITIONS, service.clock.now())
    return () => service.clock.advance(-ahead)
  }

  it('is refused across the border of two partitions: the same request, and another timestamp', async () => {
    const back = await beforeBorder(30)
    const nonce = randomUUID()
    const request = signedAt(service.clock.now(), nonce)
    expect(await code(request)).toBe('accepted')
    service.clock.advance(60)
    expect(await code(request)).toBe('replay_detected')
    expect(await code(signedAt(service.clock.now(), nonce))).toBe('replay_detected')
    expect(await code(signedAt(addSeconds(service.clock.now(), 290), nonce))).toBe('replay_detected')
    service.clock.advance(800)
    expect(await code(signedAt(addSeconds(service.clock.now(), 290), nonce))).toBe('replay_detected')
    service.clock.advance(60)
    expect(await code(signedAt(service.clock.now(), nonce))).toBe('accepted')
    service.clock.advance(-920)
    back()
  })

  it('is accepted once when two timestamps on both sides of the border arrive together, in any order', async () => {
    const back = await beforeBorder(0)
    for (let round = 0; round < 8; round++) {
      const nonce = randomUUID()
      const [early, late] = [-290 + round * 30, 290 - round * 30]
      const requests = [early, late].map((seconds) => signedAt(addSeconds(service.clock.now(), seconds), nonce))
      const found = await Promise.all((round % 2 ? requests : requests.reverse()).map(code))
      expect(found.sort()).toEqual(['accepted', 'replay_detected'])
    }
    back()
  })
})
