// The event history, deliveries and mail by months: an upgrade keeps every row, and retention drops months, except what is still needed.
import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databaseKind, startTestService, type TestPartner, type TestService } from '../../test/harness.ts'
import { createSales } from '../../test/sales.ts'
import { addSeconds } from '../kernel/clock.ts'
import { idBound, newId } from '../kernel/ids.ts'
import { findSlice, listSlices } from '../kernel/time-slices.ts'
import { checkLedger } from '../modules/audit/index.ts'
import { MAIL_ATTEMPT_PARTITIONS, MAIL_PARTITIONS } from '../modules/mail/index.ts'
import { findPendingFrom } from '../modules/webhooks/store/pending.ts'
import { DELIVERY_PARTITIONS, EVENT_PARTITIONS } from '../modules/webhooks/store/retention.ts'
import { loadMigrations, upgradeDatabase } from './migrate.ts'
import { dropPartitions, makePartitions } from './partitions.ts'
import { Sql, sql } from './sql.ts'
import { loadSqlCode } from './sql-code.ts'

const DAY = 86_400
const EVENTS = '/api/partner/v1/events'
const TABLES = ['events', 'webhook_deliveries', 'mail_messages', 'mail_attempts']
const SPECS = [DELIVERY_PARTITIONS, EVENT_PARTITIONS, MAIL_PARTITIONS, MAIL_ATTEMPT_PARTITIONS]

let service: TestService
let partner: TestPartner
beforeAll(async () => {
  service = await startTestService({ EVENTS_KEEP_DAYS: '30', MAIL_KEEP_DAYS: '30' })
  partner = await service.partner()
})

const inDays = (days: number): Date => addSeconds(service.clock.now(), days * DAY)
const run = (text: string) => service.db.session((session) => session.script(text))

async function place(table: string, id: string): Promise<string | undefined> {
  const column = table === 'mail_attempts' ? 'message_id' : 'id'
  const row = await service.db.one<{ name: string }>(
    new Sql(`select tableoid::regclass::text as name from ${table} where ${column} = $1`, [id]),
  )
  return row?.name
}
const isThere = async (table: string, id: string): Promise<boolean> => (await place(table, id)) !== undefined

async function addEvent(at: Date): Promise<string> {
  const id = newId('event', at)
  await service.db.run(sql`
    insert into events (id, partner_id, environment, type, created_at, data, generation)
    values (${id}, ${partner.partnerId}, 'sandbox', 'order.paid', ${at}, '{"order":{"public_id":"x"}}', event_generation())`)
  return id
}

/** To the default endpoint, unless another one is named. */
async function addDelivery(
  at: Date,
  status: string,
  eventId: string,
  endpointId: string | null = null,
  dueAt: Date | null = null,
) {
  const id = newId('delivery', at)
  await service.db.run(sql`
    insert into webhook_deliveries (id, partner_id, environment, event_id, event_type, status, endpoint_id, next_attempt_at, created_at)
    values (${id}, ${partner.partnerId}, 'sandbox', ${eventId}, 'order.paid', ${status}, ${endpointId}, ${dueAt}, ${at})`)
  return id
}

async function addMail(at: Date, status = 'sent'): Promise<string> {
  const id = newId('mail', at)
  await service.db.run(sql`
    insert into mail_messages (id, to_address, template, content, status, queued_at, next_attempt_at, created_at)
    values (${id}, 'ann@one.example', 'account_exists', '{"subject":"Hello"}', ${status}, ${at}, ${at}, ${at})`)
  await service.db.run(sql`insert into mail_attempts (message_id, attempt, at) values (${id}, 1, ${at})`)
  return id
}

const CODE = /event-payload|schedule-delivery|delete-attempts/
const applyCode = async (pattern: RegExp) => {
  for (const { name, text } of loadSqlCode().files) if (pattern.test(name)) await run(text)
}

/** The tables as they were before they were partitioned, with their code. */
async function goBack(): Promise<void> {
  for (const table of TABLES)
    await run(`
      alter table ${table} detach partition ${table}_first;
      drop table ${table} cascade;
      alter table ${table}_first rename to ${table};
      alter table ${table} drop constraint ${table}_first_range;`)
  await run(`
    delete from mail_attempts; delete from mail_messages; delete from webhook_deliveries; delete from events;
    drop function if exists event_payload(events_first);
    alter table mail_attempts add constraint mail_attempts_message_id_fkey
      foreign key (message_id) references mail_messages on delete cascade`)
  await applyCode(/event-payload|schedule-delivery/)
}

const listSteps = () =>
  loadMigrations().filter(({ name }) =>
    /^(event|delivery|message|attempt)_(bounds|slices)$|^history_checks$/.test(name),
  )

describe.each([
  // As if these tables were larger than what is read in a moment.
  ['large', /_bounds$/],
  ['large and small', /^message_bounds$/],
  ['small', /^never$/],
])('an upgrade of %s tables', (size, large) => {
  it('keeps every row, and processes of the release before keep working until the SQL code is there', async () => {
    await goBack()
    const migrations = listSteps()
    expect(migrations).toHaveLength(9)
    const [now, ahead, far] = [inDays(0), inDays(200), inDays(900)]
    const events = [await addEvent(inDays(-20)), await addEvent(ahead), await addEvent(far)]
    const deliveries = [await addDelivery(inDays(-20), 'succeeded', events[0]!)]
    const mail = [await addMail(inDays(-20)), await addMail(ahead), await addMail(far)]
    const payload = () =>
      service.db.many(sql`select event_payload(v) as payload from events v where id = any (${events}) order by id`)
    const payloads = await payload()
    for (const { name, text } of migrations) {
      await run(large.test(name) ? text.replace('<= 67108864', '< 0') : text)
      events.push(await addEvent(now))
      deliveries.push(await addDelivery(now, 'pending', events.at(-1)!, 'whe_x'))
      mail.push(await addMail(now))
    }

    expect(
      (await payload()).filter((row) => payloads.some((old) => JSON.stringify(old) === JSON.stringify(row))),
    ).toEqual(payloads)
    for (const id of events) expect([id, await isThere('events', id)]).toEqual([id, true])
    for (const id of deliveries) expect([id, await isThere('webhook_deliveries', id)]).toEqual([id, true])
    for (const table of ['mail_messages', 'mail_attempts'])
      for (const id of mail) expect([id, await isThere(table, id)]).toEqual([id, true])
    expect(await place('events', events[0]!)).toBe('events_first')
    // A large table keeps what is at most 400 days ahead.
    expect(await place('events', events[1]!)).toBe(size === 'large' ? 'events_first' : 'events_other')
    expect(await place('mail_messages', mail[1]!)).toBe(`mail_messages_${size === 'small' ? 'other' : 'first'}`)
    expect(await place('mail_attempts', mail[1]!)).toBe(`mail_attempts_${size === 'large' ? 'first' : 'other'}`)
    expect(await place('mail_messages', mail[2]!)).toBe('mail_messages_other')
    expect(await place('mail_attempts', mail[2]!)).toBe('mail_attempts_other')

    // The release before schedules an additional delivery by next_attempt_at.
    const last = deliveries.at(-1)!
    await service.db.run(sql`update webhook_deliveries set next_attempt_at = ${now} where id = ${last}`)
    expect(
      await service.db.one(sql`select next_attempt_at, due_at from webhook_deliveries where id = ${last}`),
    ).toEqual({
      nextAttemptAt: null,
      dueAt: now,
    })

    await applyCode(CODE)
    expect(await payload()).toHaveLength(events.length)
    await service.db.run(sql`delete from mail_messages where id = ${mail[0]!}`)
    expect(await isThere('mail_attempts', mail[0]!)).toBe(false)
    await service.historyShown()
    const listed = await service.signed(partner, 'GET', `${EVENTS}?limit=200`)
    expect(listed.json.events).toHaveLength(events.length)
  })
})

describe('an upgrade of a large table', () => {
  it('reads it in a transaction before the one that locks it', async () => {
    await goBack()
    await addEvent(inDays(-20))
    const isValid = async () =>
      (await service.db.one<{ valid: boolean }>(
        sql`select convalidated as valid from pg_constraint where conname = 'events_first_range'`,
      ))!.valid
    for (const { name, text } of listSteps()) {
      if (name === 'event_slices') expect(await isValid()).toBe(true)
      await run(text.replace('<= 67108864', '< 0'))
      if (name === 'event_bounds') expect(await isValid()).toBe(false)
    }
    await applyCode(CODE)
  })
})

describe.runIf(databaseKind === 'postgres')('an upgrade during a long report', () => {
  it('lets requests write, and ends after the report', async () => {
    await goBack()
    const versions = listSteps().map(({ version }) => version)
    await service.db.run(sql`delete from schema_migrations where version = any (${versions})`)
    const steps = new EventEmitter()
    const begun = once(steps, 'begun')
    const report = service.db.tx(async (tx) => {
      await tx.many(sql`select from events limit 1`)
      const ended = once(steps, 'ended')
      steps.emit('begun')
      await ended
    })
    await begun
    const upgrade = upgradeDatabase(service.db)
    const written: string[] = []
    for (let round = 0; round < 4; round++) {
      await sleep(300)
      const at = performance.now()
      written.push(await addEvent(inDays(0)))
      expect(performance.now() - at).toBeLessThan(4000)
    }
    // The table as it was before.
    expect(await place('events', written[0]!)).toBe('events')
    steps.emit('ended')
    await report
    expect((await upgrade).migrations).toEqual(versions)
    for (const id of written) expect(await place('events', id)).toBe('events_first')
    await applyCode(CODE)
  })
})

describe('partitions ahead', () => {
  it('reach as far as sandbox clocks, and take the rows over that were written before', async () => {
    const at = inDays(300)
    const [event, mail, far] = [await addEvent(at), await addMail(at), await addEvent(inDays(3000))]
    for (const [table, id] of [
      ['events', event],
      ['mail_messages', mail],
    ] as const)
      expect(await place(table, id)).toBe(`${table}_other`)
    await service.db.run(sql`delete from webhook_deliveries`)
    await service.db.run(sql`update partners set sandbox_offset_seconds = ${300 * DAY} where id = ${partner.partnerId}`)
    for (const job of ['webhooks.purge_history', 'mail.purge']) await service.background.runJobNow(job)
    const later = await addEvent(at)
    const month = findSlice('month', at).name
    for (const id of [event, later]) expect(await place('events', id)).toBe(`events_${month}`)
    expect(await place('mail_messages', mail)).toBe(`mail_messages_${month}`)
    expect(await place('mail_attempts', mail)).toBe(`mail_attempts_${month}`)
    expect(await place('events', far)).toBe('events_other')
    await service.db.run(sql`update partners set sandbox_offset_seconds = 0 where id = ${partner.partnerId}`)
  })
})

describe('what expired in the first partition', () => {
  beforeEach(() => run('delete from webhook_deliveries; delete from events; delete from mail_messages'))

  it('is deleted, except pending deliveries with their events and queued messages', async () => {
    const [old, recent] = [inDays(-31), inDays(-29)]
    await service.signed(partner, 'PUT', '/api/partner/webhooks', {
      url: 'http://127.0.0.1:9/hook',
      secret: 'sixteen-or-longer',
    })
    const [sent, waiting, disabled, kept] = [
      await addEvent(old),
      await addEvent(old),
      await addEvent(old),
      await addEvent(recent),
    ]
    const gone = [
      await addDelivery(old, 'succeeded', sent!),
      await addDelivery(old, 'pending', disabled!, 'whe_gone'),
      // To an active endpoint, without an event that could be sent.
      await addDelivery(old, 'pending', 'evt_gone', null, inDays(-8)),
    ]
    const pending = await addDelivery(old, 'pending', waiting!, null, inDays(1))
    const due = await addDelivery(old, 'pending', 'evt_gone', null, inDays(-6))
    const [oldMail, queued] = [await addMail(old), await addMail(old, 'queued')]
    for (const job of ['webhooks.purge_history', 'mail.purge']) await service.background.runJobNow(job)
    const left = async (table: string, ...ids: string[]) =>
      (await Promise.all(ids.map(async (id) => ((await isThere(table, id)) ? [id] : [])))).flat()
    expect(await left('webhook_deliveries', pending, due, ...gone)).toEqual([pending, due])
    expect(await left('events', sent!, waiting!, disabled!, kept!)).toEqual([waiting, kept])
    expect(await left('mail_messages', oldMail, queued)).toEqual([queued])
    expect(await left('mail_attempts', oldMail, queued)).toEqual([queued])

    await service.db.run(sql`update webhook_deliveries set status = 'succeeded' where id = ${pending}`)
    await service.background.runJobNow('webhooks.purge_history')
    expect([await left('webhook_deliveries', pending), await left('events', waiting!, kept!)]).toEqual([[], [kept]])
    await service.signed(partner, 'DELETE', '/api/partner/webhooks')
  })

  it('leaves readers with their cursors, and orders with a timeline that the ledger check accepts', async () => {
    const order = await createSales(service).sell(partner)
    const old = newId('event', inDays(-40))
    await service.db.run(sql`
      update events set id = ${old} where id = (select event_id from order_timeline where order_id = ${order} and line = 1)`)
    await service.db.run(sql`update order_timeline set event_id = ${old} where order_id = ${order} and line = 1`)
    const kept = await addEvent(inDays(-1))
    await service.historyShown()
    const after = async (id: string, more = '') => {
      const { status, json } = await service.signed(partner, 'GET', `${EVENTS}?after_id=${id}${more}`)
      return status === 200 ? json.events.map((event: { id: string }) => event.id) : status
    }
    expect(await after(old)).toEqual([kept])
    await service.background.runJobNow('webhooks.purge_history')
    expect(await isThere('events', old)).toBe(false)
    expect([await after(old), await after(old, '&order=newest'), await after(kept)]).toEqual([[kept], [], []])
    expect(await after(newId('event', inDays(-2)))).toBe(400)
    expect((await service.signed(partner, 'GET', `/api/partner/v1/orders/${order}`)).json.timeline[0].event_id).toBe(
      old,
    )
    expect(await checkLedger(service.db)).toEqual([])
    // One that is missing for another reason is found.
    await service.db.run(sql`
      update order_timeline set event_id = ${newId('event', inDays(-3))} where order_id = ${order} and line = 1`)
    expect((await checkLedger(service.db)).map(({ subject }) => subject)).toEqual([order])
    await service.db.run(sql`update order_timeline set event_id = ${old} where order_id = ${order} and line = 1`)
  })
})

describe('deliveries that are due', () => {
  it('are looked for from the first month with a pending one on', async () => {
    await run('delete from webhook_deliveries')
    const now = findSlice('month', inDays(600)).from
    await makePartitions(service.db, { ...DELIVERY_PARTITIONS, ahead: 3 }, now)
    const [first, second, third] = listSlices('month', now, 2).map(({ from }) => from)
    const today = addSeconds(third!, 5 * DAY)
    const bounds = (at: Date) => ({ delivery: idBound('delivery', at), event: idBound('event', addSeconds(at, -DAY)) })
    const find = () => findPendingFrom(service.db, today)
    await service.signed(partner, 'PUT', '/api/partner/webhooks', {
      url: 'http://127.0.0.1:9/hook',
      secret: 'sixteen-or-longer',
    })
    const setActive = (active: boolean) => service.db.run(sql`update webhook_endpoints set active = ${active}`)
    // Without any, those that come now are found.
    expect(await find()).toEqual(bounds(third!))
    await addDelivery(addSeconds(first!, DAY), 'succeeded', 'evt_x', null, today)
    await addDelivery(addSeconds(second!, DAY), 'pending', 'evt_x', null, today)
    await addDelivery(addSeconds(first!, DAY), 'pending', 'evt_x', 'whe_gone')
    await addDelivery(today, 'pending', 'evt_x', null, today)
    expect(await find()).toEqual(bounds(second!))
    // Those of a disabled endpoint wait, until it is active again.
    await setActive(false)
    expect(await find()).toEqual(bounds(third!))
    await setActive(true)
    expect(await find()).toEqual(bounds(second!))
    // Asked for again after months.
    await run(`update webhook_deliveries set status = 'pending' where status = 'succeeded'`)
    expect(await find()).toEqual(bounds(first!))
    await run(`update webhook_deliveries set status = 'failed'`)
    const additional = await service.signed(partner, 'POST', '/api/partner/v1/webhooks/endpoints', {
      url: 'http://127.0.0.1:9/other',
      secret: 'sixteen-or-longer',
    })
    expect(additional.status).toBe(201)
    await addDelivery(addSeconds(second!, DAY), 'pending', 'evt_x', additional.json.endpoint_id)
    expect(await find()).toEqual(bounds(second!))
    await run(`update webhook_deliveries set status = 'failed'`)
    await addDelivery(inDays(5000), 'pending', 'evt_x', null, today)
    expect(await find()).toEqual({ delivery: '', event: '' })
    await run('delete from webhook_deliveries')
    await service.signed(partner, 'DELETE', '/api/partner/webhooks')
  })
})

// Last: it drops what is older, too.
describe('a month that has passed', () => {
  it('is dropped whole, and stays while a delivery or message of it is still to be sent', async () => {
    await run('delete from webhook_deliveries')
    const now = findSlice('month', inDays(800)).from
    for (const spec of SPECS) await makePartitions(service.db, spec, now)
    const { name, to } = findSlice('month', now)
    const event = await addEvent(addSeconds(now, 60))
    const delivery = await addDelivery(now, 'pending', event)
    await addDelivery(now, 'succeeded', event)
    const [mail, next] = [await addMail(now, 'queued'), await addEvent(to)]
    const drop = async () => {
      const dropped: string[] = []
      for (const spec of SPECS) dropped.push(...(await dropPartitions(service.db, spec, to)).names)
      return dropped.filter((one) => one.endsWith(`_${name}`))
    }
    expect(await drop()).toEqual([])
    await service.db.run(sql`update webhook_deliveries set status = 'succeeded' where id = ${delivery}`)
    expect(await drop()).toEqual([`webhook_deliveries_${name}`, `events_${name}`])
    await service.db.run(sql`update mail_messages set status = 'failed' where id = ${mail}`)
    expect(await drop()).toEqual([`mail_messages_${name}`, `mail_attempts_${name}`])
    const tables: [string, string][] = [
      ['events', event],
      ['webhook_deliveries', delivery],
      ['mail_messages', mail],
      ['mail_attempts', mail],
    ]
    for (const [table, id] of tables) expect(await isThere(table, id)).toBe(false)
    expect(await place('events', next)).toBe(`events_${findSlice('month', to).name}`)
    // One that is still to be sent holds its month, and none after it.
    const months = listSlices('month', to, 1)
    for (const spec of SPECS) await makePartitions(service.db, spec, to)
    for (const { from } of months) {
      const id = await addEvent(addSeconds(from, 60))
      await addDelivery(addSeconds(from, 60), from === months[0]!.from ? 'pending' : 'succeeded', id)
    }
    const { held, names } = await dropPartitions(service.db, DELIVERY_PARTITIONS, months[1]!.to)
    const events = await dropPartitions(service.db, EVENT_PARTITIONS, months[1]!.to)
    expect([names, events.names]).toEqual([[`webhook_deliveries_${months[1]!.name}`], [`events_${months[1]!.name}`]])
    expect([...held, ...events.held].map((one) => one.name)).toEqual([
      `webhook_deliveries_${months[0]!.name}`,
      `events_${months[0]!.name}`,
    ])
    // The months before the first one are gone as well, and nothing is refused because of that.
    expect(await place('events', await addEvent(inDays(-10)))).toBe('events_other')
  })
})
