// Who reads messages: operators, who see no secret in production, and partners those of their own sandbox.
import { describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { until } from '../../../test/receiver.ts'
import { sql } from '../../db/sql.ts'
import { type MailRequest, queueMail } from './index.ts'
import { TEMPLATE_NAMES } from './rules/templates.ts'

const SECRET = 'tok_0123456789abcdef'
const PURCHASE = { domain: 'quickwheels.com', orderId: 'ORD-1', priceCents: 125_000, currency: 'USD' }
const RECEIPT = { ...PURCHASE, paidAt: new Date('2026-11-17'), seller: 'Ada', isClaimed: false, isTest: false }
const PRODUCTION = {
  NODE_ENV: 'production',
  RATE_LIMITS: '',
  BASE_URL: 'https://market.example',
  MASTER_KEY: Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7)).toString('base64'),
}
const SMTP = { MAIL_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'no-reply@market.example' }

const queue = (service: TestService, mail: MailRequest): Promise<string> =>
  service.db.tx((tx) => queueMail(service.deps, tx, mail, service.clock.now()))
const find = async (service: TestService, id: string) => (await service.operator('GET', `/mail/${id}`)).json
const hasStatus = (service: TestService, id: string, status: string) =>
  until(`${id} is ${status}`, async () => (await find(service, id)).status === status)

const service = await startTestService({}, { background: true })

describe('an operator', () => {
  it('reads every message outside production, and nothing leaves the machine', async () => {
    const id = await queue(service, { template: 'confirm_address', to: 'ada@one.example', secret: SECRET })
    await hasStatus(service, id, 'sent')
    const { status, json } = await service.operator('GET', `/mail/${id}`)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      message_id: id,
      to: 'ada@one.example',
      template: 'confirm_address',
      subject: 'Confirm your email address',
      environment: 'live',
      status: 'sent',
      attempts: 1,
      sent_at: null,
      last_error: null,
    })
    expect(json.text).toContain(`http://localhost:8080/confirm/${SECRET}\n`)
    expect(json.html).toContain(`href="http://localhost:8080/confirm/${SECRET}"`)
  })

  it('filters by recipient, template and status, page by page', async () => {
    const to = 'many@filters.example'
    const ids: string[] = []
    for (let n = 0; n < 5; n++) ids.push(await queue(service, { template: 'account_exists', to }))
    const other = await queue(service, { template: 'confirm_address', to, secret: SECRET })
    for (const id of [...ids, other]) await hasStatus(service, id, 'sent')
    const list = async (query: string) => (await service.operator('GET', `/mail?${query}`)).json
    const toIds = (page: { messages: { message_id: string }[] }) => page.messages.map(({ message_id }) => message_id)
    expect(toIds(await list('to=MANY@filters.example'))).toEqual([other, ...ids.toReversed()])
    const first = await list(`to=${to}&template=account_exists&limit=3`)
    expect(first.has_more).toBe(true)
    const next = await list(`to=${to}&template=account_exists&limit=3&cursor=${first.next_cursor}`)
    expect([...toIds(first), ...toIds(next)]).toEqual(ids.toReversed())
    expect(await list(`to=${to}&status=queued,failed`)).toMatchObject({ messages: [], has_more: false })
    expect((await service.operator('GET', '/mail?to=nobody')).json.error.message).toMatch(/must be an email address/)
    expect((await service.operator('GET', '/mail?template=spam')).status).toBe(400)
  })

  it('gets 404 for a message that does not exist', async () => {
    for (const id of ['msg_0', 'x', 'msg_00000000000000000000000000'])
      for (const [method, path] of [
        ['GET', ''],
        ['POST', '/resend'],
      ] as const)
        expect((await service.operator(method, `/mail/${id}${path}`)).status).toBe(404)
  })

  it('resends a message, which keeps its ID and counts its attempts', async () => {
    const id = await queue(service, { template: 'account_exists', to: 'again@one.example' })
    await hasStatus(service, id, 'sent')
    expect((await service.operator('POST', `/mail/${id}/resend`)).json).toMatchObject({
      message_id: id,
      status: 'queued',
    })
    await until('it was sent again', async () => (await find(service, id)).attempts === 2)
    await hasStatus(service, id, 'sent')
    const audited = await service.db.many(sql`
      select status from audit_log where route = 'operator.mail.resend' and path like ${`%${id}/resend`}`)
    expect(audited).toEqual([{ status: 202 }])
  })

  it('sees no secret of a link in production', async () => {
    const production = await startTestService({ ...PRODUCTION, ...SMTP })
    for (const mail of [
      { template: 'reset_password', to: 'ada@one.example', secret: SECRET },
      { template: 'claim', to: 'ada@one.example', secret: SECRET, data: PURCHASE },
    ] as const) {
      const { text, html } = await find(production, await queue(production, mail))
      expect(text).toMatch(/https:\/\/market\.example\/[a-z-]+\/hidden\n/)
      expect(html).toContain('/hidden"')
      expect(text + html).not.toContain(SECRET)
    }
  })

  it('reads with MAIL=off that nothing was sent, and sees no secret', async () => {
    const off = await startTestService({ ...PRODUCTION, MAIL: 'off' }, { background: true })
    const receipt = await queue(off, { template: 'receipt', to: 'ada@one.example', secret: SECRET, data: RECEIPT })
    const reset = await queue(off, { template: 'reset_password', to: 'ada@one.example', secret: SECRET })
    await hasStatus(off, receipt, 'failed')
    await hasStatus(off, reset, 'failed')
    expect(await find(off, receipt)).toMatchObject({
      sent_at: null,
      last_error: 'Mail is turned off (MAIL=off).',
      text: expect.stringContaining('https://market.example/claim/hidden\n'),
    })
    expect((await find(off, reset)).text).toContain('https://market.example/reset-password/hidden\n')
  })
})

describe('a partner', () => {
  it('reads the messages of its own sandbox with their links, and no others', async () => {
    // Nothing listens there: messages of a sandbox are not sent.
    const production = await startTestService({ ...PRODUCTION, ...SMTP }, { background: true })
    const [mine, other] = [await production.partner({ approved: true }), await production.partner()]
    const live = await production.credential(mine, 'live')
    const owned = (partnerId: string, environment: 'sandbox' | 'live'): MailRequest => ({
      template: 'receipt',
      to: 'buyer@made-up.example',
      secret: SECRET,
      data: RECEIPT,
      owner: { partnerId, environment } as NonNullable<MailRequest['owner']>,
    })
    const id = await queue(production, owned(mine.partnerId, 'sandbox'))
    const others = await queue(production, owned(other.partnerId, 'sandbox'))
    const ours = await queue(production, owned(mine.partnerId, 'live'))
    const account = await queue(production, { template: 'reset_password', to: 'ada@one.example', secret: SECRET })
    await hasStatus(production, id, 'sent')
    const list = await production.signed(mine, 'GET', '/api/partner/v1/sandbox/mail')
    expect(list.json.messages).toMatchObject([{ message_id: id, status: 'sent', environment: 'sandbox' }])
    const read = await production.signed(mine, 'GET', `/api/partner/v1/sandbox/mail/${id}`)
    expect(read.json.text).toContain(`https://market.example/claim/${SECRET}\n`)
    for (const hidden of [others, ours, account, 'msg_x'])
      expect((await production.signed(mine, 'GET', `/api/partner/v1/sandbox/mail/${hidden}`)).status).toBe(404)
    expect((await production.signed(live, 'GET', '/api/partner/v1/sandbox/mail')).json.error.reason).toBe(
      'sandbox_only',
    )
    // Operators see live messages first, and no secret.
    const all = (await production.operator('GET', '/mail')).json.messages
    expect(all.map(({ message_id }: { message_id: string }) => message_id)).toEqual([account, ours, others, id])
    expect((await find(production, id)).text).not.toContain(SECRET)
  })
})

it('knows every template by the name that the API shows', async () => {
  for (const name of TEMPLATE_NAMES)
    expect((await service.operator('GET', `/mail?template=${name}&limit=1`)).status).toBe(200)
})
