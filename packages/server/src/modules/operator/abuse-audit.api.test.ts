// The audit log cannot be rewritten, and holds what an intruder would want to hide: sign-ins, keys, members, imports, settlement runs.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, overInject } from '../../../test/browser.ts'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { newAccount } from '../../../test/oauth.ts'
import { join, newPerson } from '../../../test/person.ts'
import { createSales } from '../../../test/sales.ts'
import { sql } from '../../db/sql.ts'
import { FAILED_SIGN_INS_AUDITED_PER_HOUR } from '../../kernel/limits.ts'
import { createUser, hashPassword } from '../accounts/index.ts'
import { checkLedger } from '../audit/index.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})

type Row = { actor: string; route: string; status: number; reason: string | null; input: Record<string, unknown> } & {
  request_id: string
  method: string
  path: string
}

/** The rows that a query finds, oldest first. */
async function rows(query: string): Promise<Row[]> {
  await service.deps.audit.settled()
  return (await service.operator('GET', `/audit?limit=100&${query}`)).json.audit.reverse()
}

/** Fails every audit row of a route while the work runs: what is written with it must not be kept either. */
async function withoutAudit(route: string, work: () => Promise<unknown>): Promise<void> {
  await service.db.run(sql`
    create or replace function refuse_audit() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`)
  await service.db.session((session) =>
    session.script(
      `create trigger refuse_audit before insert on audit_log for each row when (new.route = '${route}') execute function refuse_audit()`,
    ),
  )
  try {
    await work()
  } finally {
    await service.db.session((session) => session.script('drop trigger refuse_audit on audit_log'))
  }
}

describe('the audit log', () => {
  it.each([
    ['UPDATE', sql`update audit_log set actor = 'nobody'`],
    ['UPDATE of nothing', sql`update audit_log set actor = 'nobody' where false`],
    ['DELETE', sql`delete from audit_log`],
    ['TRUNCATE', sql`truncate audit_log`],
  ])('refuses %s', async (_, statement) => {
    await service.operator('GET', '/partners')
    await expect(service.db.run(statement)).rejects.toThrow(/audit log is append-only/)
    expect((await rows('route=operator.partners.list')).length).toBeGreaterThan(0)
  })

  it('is watched by the periodic check: a guard that was switched off is a finding', async () => {
    expect(await checkLedger(service.db)).toEqual([])
    await service.db.session((session) => session.script('alter table audit_log disable trigger audit_log_frozen'))
    const findings = await checkLedger(service.db)
    await service.db.session((session) => session.script('alter table audit_log enable trigger audit_log_frozen'))
    expect(findings).toMatchObject([{ subject: 'audit_log_frozen' }])
  })
})

describe('sign-ins', () => {
  async function newOperator() {
    const account = { email: `op-${randomUUID()}@mail.example`, password: 'operator password' }
    const passwordHash = await hashPassword(account.password)
    await service.db.tx((tx) =>
      createUser(
        tx,
        { email: account.email, passwordHash, operatorRole: 'admin', isConfirmed: true },
        service.clock.now(),
      ),
    )
    return account
  }
  const signIn = (account: { email: string; password: string }) =>
    openBrowser(overInject(service)).post('/sign-in', account)

  it('of operators are recorded, failed and successful, without the password', async () => {
    const operator = await newOperator()
    const failed = await signIn({ ...operator, password: 'a wrong guess of mine' })
    expect(failed.status).toBe(401)
    await service.deps.audit.settled()
    expect((await signIn({ ...operator, email: operator.email.toUpperCase() })).status).toBe(303)
    const found = await rows(`actor=user:${operator.email}&route=accounts.sign_in`)
    expect(found.map(({ status, reason }) => [status, reason])).toEqual([
      [401, 'wrong_password'],
      [200, null],
    ])
    expect(found[0]).toMatchObject({ path: '/sign-in', method: 'POST', input: { address: '127.0.0.1' } })
    expect(found[0]!.request_id).toBe(failed.headers['x-request-id'])
    const text = JSON.stringify(found)
    for (const secret of ['a wrong guess of mine', operator.password]) expect(text).not.toContain(secret)
  })

  it('of operators are recorded on the page where partners are started, too', async () => {
    const operator = await newOperator()
    const guess = { company: 'Shop', email: operator.email, password: 'another wrong guess' }
    await openBrowser(overInject(service)).post('/developers/start', guess)
    const [row] = await rows(`actor=user:${operator.email}`)
    expect(row).toMatchObject({ status: 401, path: '/developers/start', reason: 'wrong_password' })
  })

  it('do not happen when they cannot be recorded', async () => {
    const operator = await newOperator()
    const sessions = async () =>
      (await service.db.one<{ n: number }>(sql`
        select count(*)::int as n from sessions s join users u on u.id = s.user_id where u.email = ${operator.email}`))!
        .n
    await withoutAudit('accounts.sign_in', async () => expect((await signIn(operator)).status).toBe(500))
    expect(await sessions()).toBe(0)
  })

  it('of everyone are recorded; of an unknown address without what was typed', async () => {
    const person = await newPerson(service)
    await signIn({ email: person.email, password: 'a wrong guess of mine' })
    await signIn({ email: 'nobody@mail.example', password: 'a wrong guess of mine' })
    await service.deps.audit.settled()
    const found = await rows(`actor=user:${person.email}`)
    expect(found.map(({ route, status, reason }) => [route, status, reason])).toEqual([
      ['accounts.sign_in', 200, null],
      ['accounts.sign_in', 401, 'wrong_password'],
    ])
    expect(found[1]).toMatchObject({ input: { user_id: person.userId, address: '127.0.0.1' } })
    expect(await rows('actor=user:nobody@mail.example')).toEqual([])
    const [stranger] = await rows('actor=anonymous')
    expect(stranger).toMatchObject({ status: 401, reason: 'unknown_account', input: { address: '127.0.0.1' } })
    expect(JSON.stringify(stranger)).not.toContain('nobody@mail.example')
  })

  it('that fail by the thousand do not fill the log', async () => {
    const actor = 'user:flooded@mail.example'
    const event = { actor, requestId: 'req_x', method: 'POST', path: '/sign-in', route: 'accounts.sign_in', input: {} }
    const count = async () =>
      (await service.db.one<{ n: number }>(sql`select count(*)::int as n from audit_log where actor = ${actor}`))!.n
    const most = FAILED_SIGN_INS_AUDITED_PER_HOUR
    for (let n = 0; n < most + 20; n++) {
      service.deps.audit.note({ ...event, status: 401 }, most)
      await service.deps.audit.settled()
    }
    expect(await count()).toBe(most)
    service.clock.advance(3700)
    service.deps.audit.note({ ...event, status: 401 }, most)
    await service.deps.audit.settled()
    expect(await count()).toBe(most + 1)
  })
})

describe('the portal', () => {
  it('records keys, members, live access and the start of a partner, with who and which, and no secret', async () => {
    const [person, colleague] = [await newPerson(service), await newPerson(service)]
    const started = (await person.call('POST', '/partners', { name: 'Audited shop' })).json
    const issued = (await person.call('POST', '/credentials', { environment: 'sandbox', scopes: ['search'] })).json
    const rotated = (await person.call('POST', `/credentials/${issued.key_id}/rotate`)).json
    await person.call('DELETE', `/credentials/${rotated.key_id}`)
    const invited = (await person.call('POST', '/members', { email: colleague.email })).json
    await join(service, started.partner.partner_id, colleague.userId, 'member')
    await person.call('DELETE', `/members/${colleague.userId}`)
    const asked = await person.call('POST', '/live-access', { note: 'soon' })
    const { partner_id } = started.partner
    const [signedIn, ...found] = await rows(`actor=user:${person.email}`)
    expect(signedIn).toMatchObject({ route: 'accounts.sign_in', status: 200 })
    expect(found.map(({ route, status }) => [route, status])).toEqual([
      ['portal.partners.start', 201],
      ['portal.credentials.issue', 201],
      ['portal.credentials.rotate', 201],
      ['portal.credentials.revoke', 200],
      ['portal.members.add', 201],
      ['portal.members.remove', 200],
      ['portal.live_access.request', 200],
    ])
    expect(found.map(({ input }) => input.partner_id)).toEqual(Array(7).fill(partner_id))
    expect(found[0]!.input).toMatchObject({ name: 'Audited shop', key_id: started.credential.key_id })
    expect(found[1]!.input).toMatchObject({ key_id: issued.key_id, environment: 'sandbox', scopes: ['search'] })
    expect(found[4]!.input).toMatchObject({ invitation_id: invited.invitation_id, email: colleague.email })
    expect(found[5]!.input).toMatchObject({ user_id: colleague.userId, ip_address: '127.0.0.1' })
    expect(found[6]!.request_id).toBe(asked.headers['x-request-id'])
    for (const { secret } of [started.credential, issued, rotated]) expect(JSON.stringify(found)).not.toContain(secret)
  })

  it('records the start of a partner on the developers page', async () => {
    const account = await newAccount(service)
    await openBrowser(overInject(service)).post('/developers/start', { company: 'Quick shop', ...account })
    const [row] = await rows(`actor=user:${account.email}&route=pages.start`)
    expect(row).toMatchObject({ route: 'pages.start', status: 201, input: { name: 'Quick shop' } })
    expect(row!.input.partner_id).toMatch(/^ptn_/)
  })

  it('changes no key without its row', async () => {
    const person = await newPerson(service)
    const { credential } = (await person.call('POST', '/partners', { name: 'Shop' })).json
    await withoutAudit('portal.credentials.revoke', async () => {
      expect((await person.call('DELETE', `/credentials/${credential.key_id}`)).status).toBe(500)
    })
    const [key] = (await person.call('GET', '/credentials')).json.credentials
    expect(key).toMatchObject({ key_id: credential.key_id, active: true })
  })

  it('records live changes of a person under the partner, and leaves practice out', async () => {
    const person = await newPerson(service)
    const { partner } = (await person.call('POST', '/partners', { name: 'Shop' })).json
    await service.operator('POST', `/partners/${partner.partner_id}/approve`)
    for (const environment of ['sandbox', 'live'])
      expect((await person.call('POST', `/${environment}/links`, { kind: 'generic' })).status).toBe(201)
    const found = await rows(`actor=user:${person.email}&route=links.create`)
    expect(found).toMatchObject([
      { path: '/api/portal/v1/live/links', input: { kind: 'generic', partner_id: partner.partner_id } },
    ])
  })
})

describe('an import', () => {
  const send = (accept: string, body: string) =>
    service.send({
      method: 'POST',
      url: '/api/operator/v1/listings/import?environment=sandbox',
      headers: { authorization: `Bearer ${service.operatorToken}`, 'content-type': 'text/csv', accept },
      body,
    })
  const FILE = 'domain,price_cents,currency\naudit-import-one.com,1000,USD\naudit-import-two.com,x,USD\n'

  it.each(['application/json', 'application/x-ndjson'])(
    'is recorded when it begins and ends, as %s',
    async (accept) => {
      const response = await send(accept, FILE)
      const found = await rows(`request_id=${response.headers['x-request-id']}`)
      const own = found.filter(({ route }) => route.startsWith('listings.import.'))
      expect(own.map(({ route, actor, status }) => [route, actor, status])).toEqual([
        ['listings.import.start', 'token:tests', 200],
        ['listings.import.finish', 'token:tests', 200],
      ])
      expect(own[1]!.input).toMatchObject({ environment: 'sandbox', lines: 2, rejected: 1 })
      expect(own[1]!.input.import_id).toBe(own[0]!.input.import_id)
    },
  )

  it('does not begin when it cannot be recorded', async () => {
    const imports = async () =>
      (await service.db.one<{ n: number }>(sql`select count(*)::int as n from listing_imports`))!.n
    const before = await imports()
    await withoutAudit('listings.import.start', async () =>
      expect((await send('application/json', FILE)).status).toBe(500),
    )
    expect(await imports()).toBe(before)
  })
})

describe('a settlement run', () => {
  /** A delivered order of a sandbox partner whose clock is two months ahead, without the closing that comes with the move. */
  async function deliveredUnsettled() {
    const sales = createSales(service)
    const partner = await service.partner()
    await sales.deliver(await sales.sell(partner))
    await service.db.run(sql`
      update partners set sandbox_offset_seconds = ${65 * 86_400} where id = ${partner.partnerId}`)
    return partner
  }

  const listClosed = async (query: string, partnerId: string) =>
    (await rows(query)).filter(({ input }) => input.partner_id === partnerId)

  it.each(['application/json', 'application/x-ndjson'])(
    'is recorded with each statement it closes, as %s',
    async (accept) => {
      const { partnerId } = await deliveredUnsettled()
      const response = await service.send({
        method: 'POST',
        url: '/api/operator/v1/settlements/run',
        headers: { authorization: `Bearer ${service.operatorToken}`, 'content-type': 'application/json', accept },
        body: '{}',
      })
      expect(response.status).toBe(200)
      const id = response.headers['x-request-id']
      const [closed] = await listClosed(`request_id=${id}&route=settlements.close`, partnerId)
      expect(closed).toMatchObject({
        actor: 'token:tests',
        status: 200,
        input: { orders_count: 1, environment: 'sandbox' },
      })
      const [run] = await rows(`request_id=${id}&route=settlements.run`)
      expect(run).toMatchObject({ actor: 'token:tests', status: 200, reason: null })
      expect(run!.input.settlements_count).toBeGreaterThan(0)
    },
  )

  it('of the job is recorded under one request ID made for it', async () => {
    const { partnerId } = await deliveredUnsettled()
    await service.background.runJobNow('settlement.close_periods')
    const [closed] = await listClosed('actor=job:settlement.close_periods&route=settlements.close', partnerId)
    expect(closed).toMatchObject({
      method: 'JOB',
      path: 'settlement.close_periods',
      request_id: expect.stringMatching(/^req_/),
    })
    const ends = await rows(`request_id=${closed!.request_id}&route=settlements.run`)
    expect(ends).toHaveLength(1)
  })

  it('closes nothing that it cannot record', async () => {
    const { partnerId } = await deliveredUnsettled()
    const closed = async () =>
      (await service.db.one<{ n: number }>(sql`
        select count(*)::int as n from settlements where partner_id = ${partnerId} and status <> 'open'`))!.n
    await withoutAudit('settlements.close', async () =>
      expect((await service.operator('POST', '/settlements/run', {})).status).toBe(500),
    )
    expect(await closed()).toBe(0)
    expect((await service.operator('POST', '/settlements/run', {})).status).toBe(200)
    expect(await closed()).toBe(1)
  })
})
