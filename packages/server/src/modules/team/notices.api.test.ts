// Messages to a partner's team: one for each person and cause, none without the change that they report.
import { afterAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { readMail } from '../../../test/mailbox.ts'
import { join, newUser } from '../../../test/person.ts'
import { type Receiver, respondWith, startReceiver, until } from '../../../test/receiver.ts'
import { createSales } from '../../../test/sales.ts'
import { type Database, sql } from '../../db/sql.ts'
import type { Owner } from '../../kernel/owner.ts'
import { findHouse } from '../partners/index.ts'
import { movePayout, runSettlement } from '../settlement/index.ts'
import { emitEvents } from '../webhooks/index.ts'
import { disableBatch } from '../webhooks/service/report.ts'

const V1 = '/api/partner/v1'
const service = await startTestService({}, { background: true })
const { db } = service
/** A second process on the same database. */
const other = await startTestService({}, { on: service })
const sales = createSales(service)

const receivers: Receiver[] = []
afterAll(() => Promise.all(receivers.map((one) => one.stop())))

const toOwner = ({ partnerId, environment }: TestPartner): Owner => ({ partnerId, environment }) as Owner
const advance = (who: TestPartner, seconds: number) =>
  service.signed(who, 'POST', `${V1}/sandbox/clock/advance`, { seconds })

type Team = { partner: TestPartner; owner: string; member: string; unconfirmed: string }

async function newTeam(): Promise<Team> {
  const partner = await service.partner()
  const [owner, member, unconfirmed] = [await newUser(service), await newUser(service), await newUser(service)]
  await join(service, partner.partnerId, owner.id)
  await join(service, partner.partnerId, member.id, 'member')
  await join(service, partner.partnerId, unconfirmed.id)
  await db.run(sql`update users set email_confirmed_at = null where id = ${unconfirmed.id}`)
  return { partner, owner: owner.email, member: member.email, unconfirmed: unconfirmed.email }
}

const countMail = async (email: string, template: string): Promise<number> =>
  (await readMail(service, email)).filter((one) => one.template === template).length
/** Of owner, member and the person without a confirmed address. */
const countAll = ({ owner, member, unconfirmed }: Team, template: string): Promise<number[]> =>
  Promise.all([owner, member, unconfirmed].map((email) => countMail(email, template)))
const findContact = async ({ partnerId }: TestPartner): Promise<string> =>
  (await db.one<{ email: string }>(sql`select email from partners where id = ${partnerId}`))!.email

/** A database on which every transaction fails when it is about to commit. */
const failing = (inner: Database): Database => ({
  ...inner,
  tx: (work) =>
    inner.tx(async (tx) => {
      await work(tx)
      throw new Error('the connection broke')
    }),
})

// ---------------------------------------------------------------- webhooks

async function register(partner: TestPartner, status: number): Promise<Receiver> {
  const receiver = await startReceiver(respondWith(status))
  receivers.push(receiver)
  const body = { url: receiver.url, secret: 'sixteen-or-longer' }
  expect((await service.signed(partner, 'PUT', '/api/partner/webhooks', body)).status).toBeLessThan(300)
  return receiver
}

const emit = (partner: TestPartner) =>
  db.tx((tx) =>
    emitEvents(
      tx,
      toOwner(partner),
      [{ type: 'order.recorded', data: { order: { public_id: 'ord_1' } } }],
      service.clock.now(),
      service.clock.now(),
    ),
  )

const isActive = async (partner: TestPartner): Promise<boolean> =>
  (await service.signed(partner, 'GET', '/api/partner/webhooks')).json.active

/** Since six days ago, with nothing left to try. */
async function failLong(partner: TestPartner): Promise<void> {
  await db.run(sql`
    update webhook_endpoints set failing_since = now() - interval '6 days' where partner_id = ${partner.partnerId}`)
}

describe('a webhook endpoint that fails', () => {
  it('is reported once to each person on the team, when the retry has failed too', async () => {
    const team = await newTeam()
    const receiver = await register(team.partner, 500)
    await emit(team.partner)
    await until('the first attempt', () => receiver.received.length >= 1)
    await until('it is noted', async () => {
      const { json } = await service.signed(team.partner, 'GET', '/api/partner/webhooks')
      return json.failing_since !== null
    })
    expect(await countAll(team, 'webhook_failing')).toEqual([0, 0, 0])
    await advance(team.partner, 10)
    await until('the report', async () => (await countMail(team.member, 'webhook_failing')) > 0)
    await emit(team.partner)
    await advance(team.partner, 400)
    await until('more attempts', () => receiver.received.length >= 4)
    expect(await countAll(team, 'webhook_failing')).toEqual([1, 1, 0])
    expect(await countMail(await findContact(team.partner), 'webhook_failing')).toBe(0)
    const [letter] = await readMail(service, team.owner)
    expect(letter!.text).toContain(receiver.url)
    expect(letter!.text).toContain('Status code 500')
    expect(letter!.link).toBe(`/portal/webhooks?partner=${team.partner.partnerId}&environment=sandbox`)
    const { messages } = (await service.signed(team.partner, 'GET', `${V1}/sandbox/mail`)).json
    expect(messages.map((one: { to: string }) => one.to).sort()).toEqual([team.member, team.owner].sort())
  })

  it('is reported again for another failure a day later, and not before', async () => {
    const team = await newTeam()
    const receiver = await register(team.partner, 500)
    /** Fails twice, then recovers. */
    const stumble = async () => {
      const before = receiver.received.length
      receiver.behave(respondWith(500))
      await emit(team.partner)
      await until('an attempt', () => receiver.received.length > before)
      await advance(team.partner, 10)
      await until('a retry', () => receiver.received.length > before + 1)
      await until('it failed', async () => {
        const row = await db.one<{ failures: number }>(sql`
          select max(failures)::int as failures from webhook_deliveries where partner_id = ${team.partner.partnerId} and status = 'pending'`)
        return row!.failures >= 2
      })
      receiver.behave(respondWith(200))
      await advance(team.partner, 400)
      await until('it recovered', async () => {
        const { json } = await service.signed(team.partner, 'GET', '/api/partner/webhooks')
        return json.failing_since === null
      })
    }
    await stumble()
    await until('the report', async () => (await countMail(team.owner, 'webhook_failing')) === 1)
    await stumble()
    expect(await countMail(team.owner, 'webhook_failing')).toBe(1)
    await advance(team.partner, 86_400)
    await stumble()
    await until('the next report', async () => (await countMail(team.owner, 'webhook_failing')) === 2)
  })

  it('is reported to the contact of a partner without a team', async () => {
    const partner = await service.partner()
    const receiver = await register(partner, 500)
    await emit(partner)
    await until('the first attempt', () => receiver.received.length >= 1)
    await advance(partner, 10)
    const contact = await findContact(partner)
    await until('the report', async () => (await countMail(contact, 'webhook_failing')) === 1)
  })
})

describe('a webhook endpoint that is disabled', () => {
  it('is reported once when the receiver responds 410', async () => {
    const team = await newTeam()
    await register(team.partner, 410)
    await emit(team.partner)
    await emit(team.partner)
    await until('disabled', async () => !(await isActive(team.partner)))
    expect(await countAll(team, 'webhook_disabled')).toEqual([1, 1, 0])
    expect((await readMail(service, team.owner)).at(-1)!.text).toContain('The endpoint responded with 410 Gone.')
  })

  it('is reported once a day, however often it is registered again and responds 410', async () => {
    const team = await newTeam()
    const again = async () => {
      await register(team.partner, 410)
      await emit(team.partner)
      await until('disabled', async () => !(await isActive(team.partner)))
    }
    await again()
    await again()
    await service.signed(team.partner, 'DELETE', '/api/partner/webhooks')
    await again()
    expect(await countAll(team, 'webhook_disabled')).toEqual([1, 1, 0])
    await advance(team.partner, 86_401)
    await again()
    expect(await countAll(team, 'webhook_disabled')).toEqual([2, 2, 0])
  })

  it('is reported for each endpoint of the partner', async () => {
    const team = await newTeam()
    const values = (url: string) => sql`
      (partner_id, environment, url, secret_sealed, event_types, active, failing_since, created_at, updated_at)
      values (${team.partner.partnerId}, 'sandbox', ${url}, 'x', '{}', true, now() - interval '6 days', now(), now())`
    await db.run(sql`insert into webhook_endpoints ${values('https://one.example/in')}`)
    for (const url of ['https://two.example/in', 'https://three.example/in'])
      await db.run(sql`insert into webhook_additional_endpoints ${values(url)}`)
    await disableBatch(service.deps, 100)
    expect(await countAll(team, 'webhook_disabled')).toEqual([3, 3, 0])
    // Added again the same day.
    await db.run(sql`delete from webhook_additional_endpoints where partner_id = ${team.partner.partnerId}`)
    await db.run(sql`insert into webhook_additional_endpoints ${values('https://two.example/in')}`)
    await disableBatch(service.deps, 100)
    expect(await countAll(team, 'webhook_disabled')).toEqual([3, 3, 0])
  })

  it('is named without query, fragment and credentials, which can be secret', async () => {
    const team = await newTeam()
    const url = 'https://hooks:s3cret@shop.example:8443/in/freehold?token=s3cret#s3cret'
    await db.run(sql`
      insert into webhook_endpoints (partner_id, environment, url, secret_sealed, event_types, active, failing_since, created_at, updated_at)
      values (${team.partner.partnerId}, 'sandbox', ${url}, 'x', '{}', true, now() - interval '6 days', now(), now())`)
    await disableBatch(service.deps, 100)
    const { text, subject } = (await readMail(service, team.owner)).at(-1)!
    expect(text).toContain('"https://shop.example:8443/in/freehold"')
    const stored = await db.many(sql`select content from mail_messages where to_address = ${team.owner}`)
    expect(JSON.stringify([text, subject, stored])).not.toContain('s3cret')
  })

  it('is reported once when two processes run the job at the same moment', async () => {
    const teams = [await newTeam(), await newTeam(), await newTeam()]
    for (const { partner } of teams) await register(partner, 200)
    for (const { partner } of teams) await failLong(partner)
    await Promise.all([service, other, service, other].map(({ deps }) => disableBatch(deps, 100)))
    for (const team of teams) {
      expect(await isActive(team.partner)).toBe(false)
      expect(await countAll(team, 'webhook_disabled')).toEqual([1, 1, 0])
    }
  })

  it('is not reported when the transaction fails, and stays enabled', async () => {
    const team = await newTeam()
    await register(team.partner, 200)
    await failLong(team.partner)
    await expect(disableBatch({ ...service.deps, db: failing(db) }, 100)).rejects.toThrow('the connection broke')
    expect([await isActive(team.partner), await countAll(team, 'webhook_disabled')]).toEqual([true, [0, 0, 0]])
    await disableBatch(service.deps, 100)
    expect([await isActive(team.partner), await countAll(team, 'webhook_disabled')]).toEqual([false, [1, 1, 0]])
  })
})

// ---------------------------------------------------------------- money

const run = ({ deps }: TestService, partner: TestPartner) =>
  runSettlement(deps, { owner: toOwner(partner), month: null, cut: true })

describe('a statement that is closed', () => {
  it('is reported once to each owner, and to no other member', async () => {
    const team = await newTeam()
    await sales.deliver(await sales.sell(team.partner, { price: 5000 }))
    await sales.deliver(await sales.sellAtCheckout(team.partner, { price: 7000 }))
    const [statement] = (await sales.run(team.partner)).json.settlements
    await sales.run(team.partner)
    expect(await countAll(team, 'statement_closed')).toEqual([1, 0, 0])
    const [letter] = await readMail(service, team.owner)
    expect(letter!.link).toBe(
      `/portal/money/${statement.settlement_id}?partner=${team.partner.partnerId}&environment=sandbox`,
    )
    expect(letter!.text).toContain('You owe')
    expect(letter!.text).toContain('Commission earned')
  })

  it('is reported once when two processes close it at the same moment', async () => {
    const team = await newTeam()
    for (let n = 0; n < 3; n++) await sales.deliver(await sales.sell(team.partner, { price: 5000 + n }))
    await Promise.all([service, other, service, other].map((process) => run(process, team.partner)))
    expect(await countAll(team, 'statement_closed')).toEqual([1, 0, 0])
  })

  it('is not reported when the transaction fails', async () => {
    const team = await newTeam()
    await sales.deliver(await sales.sell(team.partner, { price: 5000 }))
    const { deps } = service
    const asked = { owner: toOwner(team.partner), month: null, cut: true }
    await expect(runSettlement({ ...deps, db: failing(db) }, asked)).rejects.toThrow('the connection broke')
    expect(await countAll(team, 'statement_closed')).toEqual([0, 0, 0])
    await run(service, team.partner)
    expect(await countAll(team, 'statement_closed')).toEqual([1, 0, 0])
  })

  it('is not reported to the marketplace itself', async () => {
    await service.house()
    const affiliate = await service.partner()
    const { link_id: linkId } = (await service.signed(affiliate, 'POST', `${V1}/links`, { kind: 'generic' })).json
    const { domain } = await service.list('sandbox', 'house-sale.com', { price_cents: 5000, currency: 'USD' })
    const sold = await service.signed(affiliate, 'POST', `${V1}/sandbox/links/${linkId}/sale`, { domain })
    await sales.deliver(sold.json.order_public_id)
    const partnerId = (await findHouse(db))!
    const closed = await runSettlement(service.deps, {
      owner: { partnerId, environment: 'sandbox' },
      month: null,
      cut: true,
    })
    expect(closed).toHaveLength(1)
    expect(
      await db.many(
        sql`select 1 as one from mail_messages where template = 'statement_closed' and partner_id = ${partnerId}`,
      ),
    ).toEqual([])
    expect(await countMail(await findContact({ ...affiliate, partnerId }), 'statement_closed')).toBe(0)
  })
})

describe('a payout that is sent', () => {
  async function preparePayout(): Promise<Team & { payoutId: string }> {
    const team = await newTeam()
    await sales.deliver(await sales.sellAtCheckout(team.partner, { price: 90_000 }))
    await sales.run(team.partner)
    const body = { partner_id: team.partner.partnerId, kind: 'commission', environment: 'sandbox' }
    const made = await service.operator('POST', '/payouts', body)
    expect([made.status, made.json.error]).toEqual([201, undefined])
    return { ...team, payoutId: made.json.payouts[0].payout_id }
  }

  it('is reported once to each owner, however often an operator says so, and not when it arrives', async () => {
    const team = await preparePayout()
    const send = () => service.operator('POST', `/payouts/${team.payoutId}/sent`, { reference: 'SEPA 7' })
    const responses = await Promise.all([send(), send(), send()])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await service.operator('POST', `/payouts/${team.payoutId}/paid`, {})).status).toBe(200)
    expect(await countAll(team, 'payout_sent')).toEqual([1, 0, 0])
    const letter = (await readMail(service, team.owner)).at(-1)!
    expect(letter.text).toContain('SEPA 7')
    expect(letter.link).toBe(`/portal/money/payouts?partner=${team.partner.partnerId}&environment=sandbox`)
  })

  it('is not reported when the transaction fails', async () => {
    const team = await preparePayout()
    const moved = failing(db).tx((tx) => movePayout(service.deps, tx, team.payoutId, 'sent', {}))
    await expect(moved).rejects.toThrow('the connection broke')
    expect(await countAll(team, 'payout_sent')).toEqual([0, 0, 0])
  })
})

it('sends live messages by email, and keeps those of the sandbox for the sandbox', async () => {
  const team = await newTeam()
  const live = { ...team.partner, environment: 'live' } as TestPartner
  for (const partner of [team.partner, live])
    await db.run(sql`
      insert into webhook_endpoints (partner_id, environment, url, secret_sealed, event_types, active, failing_since, created_at, updated_at)
      values (${partner.partnerId}, ${partner.environment}, 'https://shop.example/hook', 'x', '{}', true, now() - interval '6 days', now(), now())`)
  await disableBatch(service.deps, 100)
  const letters = await readMail(service, team.owner)
  expect(letters.map(({ environment, partnerId }) => [environment, partnerId]).sort()).toEqual([
    ['live', team.partner.partnerId],
    ['sandbox', team.partner.partnerId],
  ])
  const { messages } = (await service.signed(team.partner, 'GET', `${V1}/sandbox/mail`)).json
  expect(messages).toHaveLength(2)
  for (const one of messages) expect(one.environment).toBe('sandbox')
})
