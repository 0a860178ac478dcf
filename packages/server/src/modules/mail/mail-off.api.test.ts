// A service that sends no mail: who sees the links that people hand over, and what the pages say.
import { describe, expect, it } from 'vitest'
import { openBrowser, overInject } from '../../../test/browser.ts'
import { startTestService } from '../../../test/harness.ts'
import { newOperator, newToken } from '../../../test/operators.ts'
import { newAddress } from '../../../test/team.ts'
import { sql } from '../../db/sql.ts'
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

const reveals = (id: string) =>
  db.many<{ actor: string; path: string; input: object }>(sql`
    select actor, path, input from audit_log where route = 'mail.reveal_link' and input ->> 'message_id' = ${id} order by id`)

describe('the link of a message, where the service sends no mail', () => {
  it.each([
    ['claim', claim, ['admin', 'support']],
    ['team_invitation', invitation, ['admin']],
    ['operator_invitation', operatorInvitation, ['admin']],
    ['reset_password', reset, []],
  ] as const)('of %s is shown to those who hand it over, and each time is in the audit log', async (_, mail, shown) => {
    const id = await queue(mail)
    const seen: string[] = []
    for (const role of OPERATOR_ROLES) {
      const { call } = await newToken(service, role)
      const { status, json } = await call('GET', `/mail/${id}`)
      expect([status, json.text.includes(SECRET)]).toEqual([200, json.html.includes(SECRET)])
      if (json.text.includes(SECRET)) seen.push(role)
      else expect(json.text).toMatch(/\/hidden\n/)
    }
    expect(seen).toEqual([...shown])
    const rows = await reveals(id)
    expect(rows.map(({ actor }) => actor)).toEqual(shown.map((role) => `token:${role} token`))
    for (const row of rows) expect(row).toMatchObject({ path: `/api/operator/v1/mail/${id}`, input: { to } })
    expect(JSON.stringify(rows)).not.toContain(SECRET)
  })

  it('follows the same rule in the preview of the console', async () => {
    const id = await queue(claim)
    for (const role of OPERATOR_ROLES) {
      const operator = await newOperator(service, role)
      const before = (await reveals(id)).length
      const page = await service.send({ method: 'GET', url: `/console/mail/${id}/preview`, headers: operator.headers })
      const isShown = role === 'admin' || role === 'support'
      expect([page.status, page.text.includes(SECRET)]).toEqual([200, isShown])
      const rows = await reveals(id)
      expect(rows.length - before).toBe(isShown ? 1 : 0)
      if (isShown)
        expect(rows.at(-1)).toMatchObject({ actor: `user:${operator.email}`, path: `/console/mail/${id}/preview` })
    }
  })

  it('is not noted for a message without one', async () => {
    const { secret: _, ...without } = claim as MailRequest & { secret: string }
    const id = await queue(without as MailRequest)
    const { call } = await newToken(service, 'admin')
    expect((await call('GET', `/mail/${id}`)).status).toBe(200)
    expect(await reveals(id)).toEqual([])
  })

  it('lets an admin hand over an invitation that works', async () => {
    const email = newAddress()
    const admin = await newToken(service, 'admin')
    expect((await admin.call('POST', '/operators', { email, role: 'viewer' })).status).toBe(201)
    const [message] = (await admin.call('GET', `/mail?to=${email}`)).json.messages
    const { text } = (await admin.call('GET', `/mail/${message.message_id}`)).json
    const [, path = ''] = /(\/operator-invitations\/\S+)/.exec(text) ?? []
    expect((await openBrowser(overInject(service)).open(path)).status).toBe(200)
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
})
