// Messages leave through a real mail server with TLS and authentication: headers, parts, retries, failures, several processes.
import { beforeAll, describe, expect, it } from 'vitest'
import { closeWithFile } from '../../../test/closing.ts'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { MAIL_FROM, MAIL_USER, type MailServer, startMailServer } from '../../../test/mail-server.ts'
import { until } from '../../../test/receiver.ts'
import { sql } from '../../db/sql.ts'
import { createSmtpTransport } from '../../integrations/mail/smtp.ts'
import { MAIL_CONCURRENCY } from '../../kernel/limits.ts'
import { parseMailUrl, parseSender } from '../../kernel/settings/mail.ts'
import { type MailRequest, queueMail } from './index.ts'

const BASE_URL = 'https://market.example'
const SECRET = 'tok_0123456789abcdef'

const connect = ({ url, ca }: Pick<MailServer, 'url' | 'ca'>) =>
  createSmtpTransport({ server: parseMailUrl(url)!, from: parseSender(MAIL_FROM)! }, { ca })

async function startMail(options: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(options)
  closeWithFile(server.stop)
  const service = await startTestService({ BASE_URL }, { mail: connect(server), background: true })
  return { server, service }
}

const queue = (service: TestService, mail: MailRequest): Promise<string> =>
  service.db.tx((tx) => queueMail(service.deps, tx, mail, service.clock.now()))

const find = async (service: TestService, id: string) => (await service.operator('GET', `/mail/${id}`)).json

const hasStatus = (service: TestService, id: string, status: string) =>
  until(`${id} is ${status}`, async () => (await find(service, id)).status === status)

/** As if every next attempt were due. A message under way has an attempt that is not recorded yet, and stays leased. */
const hurry = (service: TestService) =>
  service.db.run(sql`
    update mail_messages m set next_attempt_at = now()
    where status = 'queued' and attempts = (select count(*) from mail_attempts where message_id = m.id)`)

let server: MailServer
let service: TestService
beforeAll(async () => {
  ;({ server, service } = await startMail({ isImplicitTls: true }))
})

describe('a message', () => {
  it('arrives encrypted, with both parts and the headers of an automatic message', async () => {
    const to = 'ada@buyer.example'
    const id = await queue(service, { template: 'reset_password', to, secret: SECRET })
    await hasStatus(service, id, 'sent')
    expect((await find(service, id)).sent_at).not.toBeNull()
    const [mail, ...more] = server.receivedBy(to)
    expect(more).toEqual([])
    const { email, envelope, isEncrypted, user } = mail!
    expect({ isEncrypted, user, envelope }).toEqual({
      isEncrypted: true,
      user: MAIL_USER,
      envelope: { from: 'no-reply@market.example', to: [to] },
    })
    expect(email.from).toEqual({ name: 'Market', address: 'no-reply@market.example' })
    expect(email.to).toEqual([{ name: '', address: to }])
    expect(email.subject).toBe('Choose a new password')
    expect(email.messageId).toBe(`<${id}@market.example>`)
    const stored = await find(service, id)
    const headers = new Map(email.headers.map(({ key, value }) => [key, value]))
    expect(headers.get('auto-submitted')).toBe('auto-generated')
    expect(headers.has('list-unsubscribe')).toBe(false)
    expect(Math.abs(Date.parse(email.date!) - Date.parse(stored.created_at))).toBeLessThan(1000)
    const link = `${BASE_URL}/reset-password/${SECRET}`
    expect(email.text).toContain(`Choose a new password:\n${link}\n`)
    expect(email.html).toContain(`<a href="${link}"`)
    expect(email.attachments).toEqual([])
    // What operators read is what was sent.
    expect([email.text?.trim(), email.html?.trim()]).toEqual([stored.text.trim(), stored.html.trim()])
    expect(stored).toMatchObject({ to, template: 'reset_password', attempts: 1, last_error: null })
    expect(stored.attempt_history).toEqual([{ at: expect.any(String), error: null }])
  })

  it('that a person asked for says where it is ended', async () => {
    const to = 'wanda@buyer.example'
    const change = { change: 'available' } as const
    const id = await queue(service, {
      template: 'watched_domain',
      to,
      data: { domain: 'a.com', name: 'a.com', change },
    })
    await hasStatus(service, id, 'sent')
    const headers = new Map(server.receivedBy(to)[0]!.email.headers.map(({ key, value }) => [key, value]))
    expect(headers.get('list-unsubscribe')).toBe(`<${BASE_URL}/account/watchlist>`)
  })

  it('cannot be given headers, recipients, markup or another direction by names in it', async () => {
    const to = 'eve@team.example'
    const partner =
      'Evil\r\nBcc: victim@other.example\r\n\r\n<script>alert(1)</script>\u202e"><img src=x onerror=1>\u2066'
    const invitedBy = 'a@b.example\nX-Injected: yes'
    const data = { invitedBy, role: 'owner', partner, expiresAt: new Date('2026-12-01') }
    const id = await queue(service, { template: 'team_invitation', to, secret: 'a/../b?c#d', data })
    await hasStatus(service, id, 'sent')
    const [mail] = server.receivedBy(to)
    const { email, envelope, raw } = mail!
    expect(envelope.to).toEqual([to])
    expect(server.receivedBy('victim@other.example')).toEqual([])
    const names = email.headers.map(({ key }) => key)
    expect(names).not.toContain('bcc')
    expect(names).not.toContain('x-injected')
    expect(names.filter((name) => name === 'subject')).toHaveLength(1)
    expect(email.subject).toBe('Invitation to join a team on Freehold')
    expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^(bcc|x-injected):/im)
    expect(email.html).not.toMatch(/<script|<img|\u202e|\u2066/)
    expect(email.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(email.text).not.toMatch(/[\u202e\u2066\r]|^Bcc:/m)
    // The secret stays one part of the path.
    expect(email.text).toContain(`${BASE_URL}/invitations/a%2F..%2Fb%3Fc%23d\n`)
  })

  it('cannot be given headers or another direction by a name in its subject', async () => {
    const to = 'team@partner.example'
    const partner = 'Evil\r\nBcc: victim@other.example\r\n\r\n<b>\u202e\u2066'
    const data = {
      partner,
      partnerId: 'ptn_1',
      environment: 'live',
      url: 'https://shop.example/',
      reason: 'Gone',
    } as const
    await hasStatus(service, await queue(service, { template: 'webhook_disabled', to, data }), 'sent')
    const { email, envelope } = server.receivedBy(to)[0]!
    expect(envelope.to).toEqual([to])
    expect(email.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(email.subject).toBe('A webhook endpoint of Evil Bcc: victim@other.example <b> was disabled')
  })

  it('is not sent when its transaction rolls back', async () => {
    const to = 'nobody@rolled.example'
    await expect(
      service.db.tx(async (tx) => {
        await queueMail(service.deps, tx, { template: 'account_exists', to }, service.clock.now())
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    const id = await queue(service, { template: 'account_exists', to: 'after@rolled.example' })
    await hasStatus(service, id, 'sent')
    expect(server.receivedBy(to)).toEqual([])
  })

  it('has its secret encrypted in the table', async () => {
    const id = await queue(service, { template: 'claim', to: 'c@buyer.example', secret: SECRET, data: PURCHASE })
    const row = await service.db.one(sql`select m::text as row from mail_messages m where id = ${id}`)
    expect(JSON.stringify(row)).not.toContain(SECRET)
    expect(service.logged.join('\n')).not.toContain(SECRET)
  })
})

const PURCHASE = { domain: 'quickwheels.com', orderId: 'ORD-1', priceCents: 125_000, currency: 'USD' }

describe('a mail server', () => {
  it('that rejects a recipient for now is asked again, with the same Message-ID', async () => {
    const to = 'greylisted@slow.example'
    let rejected = 0
    server.rules.rejectRecipient = (address) =>
      address === to && rejected++ < 2 ? { code: 450, text: 'Try again later' } : undefined
    const id = await queue(service, { template: 'account_exists', to })
    await until('the first attempt failed', async () => (await find(service, id)).last_error !== null)
    expect(await find(service, id)).toMatchObject({ status: 'queued', last_error: expect.stringContaining('450') })
    await until('it arrives', async () => (await hurry(service)) >= 0 && server.receivedBy(to).length > 0)
    await hasStatus(service, id, 'sent')
    expect(server.receivedBy(to).map(({ email }) => email.messageId)).toEqual([`<${id}@market.example>`])
    const stored = await find(service, id)
    expect(stored).toMatchObject({ attempts: 3, last_error: null })
    expect(stored.attempt_history.map(({ error }: { error: string | null }) => error === null)).toEqual([
      true,
      false,
      false,
    ])
  })

  it('that rejects a recipient for good is not asked again', async () => {
    const to = 'unknown@gone.example'
    server.rules.rejectRecipient = (address) => (address === to ? { code: 550, text: 'No such user here' } : undefined)
    const id = await queue(service, { template: 'account_exists', to })
    await hasStatus(service, id, 'failed')
    expect(await find(service, id)).toMatchObject({
      attempts: 1,
      sent_at: null,
      last_error: expect.stringMatching(/550 No such user here/),
    })
    server.rules.rejectRecipient = () => undefined
    expect((await service.operator('POST', `/mail/${id}/resend`)).status).toBe(202)
    await hasStatus(service, id, 'sent')
    expect(server.receivedBy(to)).toHaveLength(1)
  })

  it('that refuses the login is asked again, and its error has no password', async () => {
    const wrong = await startTestService(
      { BASE_URL },
      { mail: connect({ url: server.url.replace(/:[^:@]+@/, ':wrong-pass-word@'), ca: server.ca }), background: true },
    )
    const id = await queue(wrong, { template: 'account_exists', to: 'late@buyer.example' })
    await until('an attempt failed', async () => (await find(wrong, id)).last_error !== null)
    const { status, last_error } = await find(wrong, id)
    expect([status, last_error]).toEqual(['queued', expect.stringContaining('535')])
    expect(last_error).not.toContain('wrong-pass-word')
    expect(wrong.logged.join('\n')).not.toContain('wrong-pass-word')
  })

  it('that was dead gets every message once it is back', async () => {
    const lost = await startMail()
    await lost.server.stop()
    const ids = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        queue(lost.service, { template: 'account_exists', to: `n${n}@dead.example` }),
      ),
    )
    await until('every attempt failed', async () => {
      const { json } = await lost.service.operator('GET', '/mail?limit=100')
      return json.messages.every(({ attempts }: { attempts: number }) => attempts > 0)
    })
    const back = await startMailServer({ port: lost.server.port })
    closeWithFile(back.stop)
    await until('all arrive', async () => (await hurry(lost.service)) >= 0 && back.received.length >= ids.length)
    expect(back.received.map(({ email }) => email.messageId).sort()).toEqual(
      ids.map((id) => `<${id}@market.example>`).sort(),
    )
    // STARTTLS, as the URL is smtp://.
    expect(back.received.every(({ isEncrypted, user }) => isEncrypted && user === MAIL_USER)).toBe(true)
  })

  it('that does not respond delays neither requests nor other jobs', async () => {
    const slow = await startMail()
    let release = () => {}
    const stuck = new Promise<void>((resolve) => {
      release = resolve
    })
    let begun = 0
    slow.server.rules.beforeAccept = () => {
      begun++
      return stuck
    }
    for (let n = 0; n < 3 * MAIL_CONCURRENCY; n++)
      await queue(slow.service, { template: 'account_exists', to: `n${n}@slow.example` })
    await until('as many are under way as may be', () => begun === MAIL_CONCURRENCY)
    expect((await slow.service.operator('GET', '/mail?status=queued&limit=100')).json.messages).toHaveLength(
      3 * MAIL_CONCURRENCY,
    )
    // False while the schedule runs it, too.
    await until('another job runs', () => slow.service.background.runJobNow('mail.purge'))
    // No transaction is open while a message is under way. Those of other jobs end soon.
    if (slow.service.deps.db.kind === 'postgres') {
      const countOpen = async () =>
        (await slow.service.db.one<{ count: number }>(sql`
          select count(*)::int from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`))!
          .count
      await until('none is open', async () => (await countOpen()) === 0)
    }
    expect(begun).toBe(MAIL_CONCURRENCY)
    release()
    await until('all arrive', () => slow.server.received.length === 3 * MAIL_CONCURRENCY)
  })
})

describe('the queue', () => {
  it('is shared by two processes that send each message once', async () => {
    const shared = await startMail()
    const other = await startTestService(
      { BASE_URL },
      { mail: connect(shared.server), background: true, on: shared.service },
    )
    const services = [shared.service, other]
    const ids = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        queue(services[n % 2]!, { template: 'account_exists', to: `n${n}@two.example` }),
      ),
    )
    await until('all are sent', async () => {
      const { json } = await shared.service.operator('GET', '/mail?status=sent&limit=100')
      return json.messages.length === ids.length
    })
    expect(shared.server.received.map(({ email }) => email.messageId).sort()).toEqual(
      ids.map((id) => `<${id}@market.example>`).sort(),
    )
  })

  it('gives a message of a process that died to another when the lease ends', async () => {
    const to = 'orphan@lease.example'
    const id = await queue(service, { template: 'account_exists', to })
    await hasStatus(service, id, 'sent')
    // As if a process had sent it and died before it wrote that down.
    await service.db.run(sql`
      update mail_messages set status = 'queued', sent_at = null, next_attempt_at = now() + interval '1 second' where id = ${id}`)
    await hasStatus(service, id, 'sent')
    const repeats = server.receivedBy(to).map(({ email }) => email.messageId)
    expect(repeats).toEqual([`<${id}@market.example>`, `<${id}@market.example>`])
  })

  it('gives up three days after a message was queued', async () => {
    const to = 'never@lasting.example'
    server.rules.rejectRecipient = (address) => (address === to ? { code: 451, text: 'Busy' } : undefined)
    const id = await queue(service, { template: 'account_exists', to })
    await until('an attempt failed', async () => (await find(service, id)).attempt_history.length > 0)
    await service.db.run(sql`
      update mail_messages set queued_at = now() - interval '3 days', next_attempt_at = now() where id = ${id}`)
    await hasStatus(service, id, 'failed')
    expect((await find(service, id)).last_error).toContain('451')
    server.rules.rejectRecipient = () => undefined
  })
})
