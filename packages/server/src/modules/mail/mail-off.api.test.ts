// A service that sends no mail: who sees the links that people hand over, and what the pages say.
import { describe, expect, it } from 'vitest'
import { openBrowser, overInject } from '../../../test/browser.ts'
import { startTestService } from '../../../test/harness.ts'
import { newOperator, newToken } from '../../../test/operators.ts'
import { newPerson } from '../../../test/person.ts'
import { newAddress } from '../../../test/team.ts'
import { sql } from '../../db/sql.ts'
import { RECENT_SIGN_IN_SECONDS } from '../../kernel/limits.ts'
import { OPERATOR_ROLES } from '../../kernel/operator-roles.ts'
import { type MailRequest, queueMail } from './index.ts'

const SECRET = 'tok_0123456789abcdef'
const AT = new Date('2026-11-17')
const PURCHASE = { domain: 'quickwheels.com', orderId: 'ORD-1', priceCents: 125_000, currency: 'USD' }
const INVITATION = { invitedBy: 'ada@one.example', role: 'owner', expiresAt: AT }
const CONTACT = 'https://market.example/help'

const service = await startTestService({ MAIL: 'off', SUPPORT_CONTACT: CONTACT })
const { db } = service

const queue = (mail: MailRequest): Promise<string> =>
  db.tx((tx) => queueMail(service.deps, tx, mail, service.clock.now()))
const to = 'bob@one.example'
const claim: MailRequest = { template: 'claim', to, secret: SECRET, data: PURCHASE }
const invitation: MailRequest = {
  template: 'team_invitation',
  to,
  secret: SECRET,
  data: { ...INVITATION, partner: 'Shop' },
}
const operatorInvitation: MailRequest = { template: 'operator_invitation', to, secret: SECRET, data: INVITATION }
const reset: MailRequest = { template: 'reset_password', to, secret: SECRET }

const listReveals = (id: string) =>
  db.many<{ actor: string; status: number; input: object }>(sql`
    select actor, status, input from audit_log where route = 'operator.mail.reveal_link' and path like ${`%${id}%`} order by id`)

describe('the link of a message, where the service sends no mail', () => {
  it.each([
    ['claim', claim, ['admin', 'support']],
    ['team_invitation', invitation, ['admin']],
    ['operator_invitation', operatorInvitation, ['admin']],
    ['reset_password', reset, []],
  ] as const)(
    'of %s is shown on request to those who hand it over, and is in the audit log',
    async (_, mail, shown) => {
      const id = await queue(mail)
      const seen: string[] = []
      for (const role of OPERATOR_ROLES) {
        const { call } = await newToken(service, role)
        const { json } = await call('GET', `/mail/${id}`)
        expect([json.text.includes(SECRET), json.html.includes(SECRET)]).toEqual([false, false])
        expect(json.text).toMatch(/\/hidden\n/)
        const revealed = await call('POST', `/mail/${id}/link`)
        expect(json.has_link, role).toBe(revealed.status === 200)
        if (revealed.status === 200) seen.push(role)
        expect([200, 403, 409]).toContain(revealed.status)
        expect(revealed.text.includes(SECRET)).toBe(revealed.status === 200)
      }
      expect(seen).toEqual([...shown])
      const rows = (await listReveals(id)).filter(({ status }) => status === 200)
      expect(rows.map(({ actor }) => actor)).toEqual(shown.map((role) => `token:${role} token`))
      expect(JSON.stringify(rows)).not.toContain(SECRET)
    },
  )

  it('needs a recent sign-in', async () => {
    const id = await queue(operatorInvitation)
    const admin = await newOperator(service, 'admin')
    service.clock.advance(RECENT_SIGN_IN_SECONDS)
    const late = await admin.call('POST', `/mail/${id}/link`)
    expect([late.status, late.json.error.code]).toEqual([401, 'reauthentication_required'])
  })

  it('is not in the preview of the console', async () => {
    const id = await queue(claim)
    for (const role of OPERATOR_ROLES) {
      const operator = await newOperator(service, role)
      const page = await service.send({ method: 'GET', url: `/console/mail/${id}/preview`, headers: operator.headers })
      expect([page.status, page.text.includes(SECRET)]).toEqual([200, false])
    }
  })

  it('is refused for a message without one', async () => {
    const { secret: _, ...without } = claim as MailRequest & { secret: string }
    const id = await queue(without as MailRequest)
    const { call } = await newToken(service, 'admin')
    expect((await call('GET', `/mail/${id}`)).json.has_link).toBe(false)
    const { status, json } = await call('POST', `/mail/${id}/link`)
    expect([status, json.error.reason]).toEqual([409, 'no_link'])
  })

  it('lets an admin hand over an invitation that works', async () => {
    const email = newAddress()
    const admin = await newToken(service, 'admin')
    expect((await admin.call('POST', '/operators', { email, role: 'viewer' })).status).toBe(201)
    const [message] = (await admin.call('GET', `/mail?to=${email}`)).json.messages
    const { url } = (await admin.call('POST', `/mail/${message.message_id}/link`)).json
    expect((await openBrowser(overInject(service)).open(new URL(url).pathname)).status).toBe(200)
  })
})

describe('a page, where the service sends no mail', () => {
  it('says at /forgot-password that no link comes, and whom to ask', async () => {
    const browser = openBrowser(overInject(service))
    const page = await browser.open('/forgot-password')
    expect(page.status).toBe(200)
    for (const shown of ['sends no email', 'Ask the operator of this marketplace', CONTACT])
      expect(page.text).toContain(shown)
    expect(page.text).not.toContain('<form method="post" action="/forgot-password"')
    const count = async () => (await db.one<{ n: number }>(sql`select count(*)::int as n from mail_messages`))!.n
    const before = await count()
    for (const path of ['/forgot-password', '/confirm']) {
      const refused = await browser.post(path, { email: 'ada@one.example' })
      expect([refused.status, refused.text.includes('sends no email')]).toEqual([409, true])
    }
    expect(await count()).toBe(before)
  })

  it('refuses to change an email address, which nobody could confirm', async () => {
    const { email, password, headers } = await newPerson(service)
    const refused = await service.send({
      method: 'POST',
      url: '/api/account/email',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ new_email: `new-${email}`, current_password: password }),
    })
    expect([refused.status, refused.json.error]).toEqual([
      409,
      expect.objectContaining({ code: 'conflict', reason: 'mail_off' }),
    ])
    expect(refused.json.error.message).toContain('sends no mail')
    const tokens = sql`select 1 from account_tokens where purpose = 'change_email' and email in (${email}, ${`new-${email}`})`
    expect(await db.many(tokens)).toEqual([])
  })
})
