// A visitor who asks us to broker a domain is emailed its progress, with the link of the progress page.
import { expect, it } from 'vitest'
import { startTestService } from '../../../test/harness.ts'

const service = await startTestService({ BASE_URL: 'http://localhost:8080' })

const listMail = async (to: string) => (await service.operator('GET', `/mail?to=${to}`)).json.messages

it('emails each step to a visitor, with the note of the operator and a link that works', async () => {
  await service.house()
  const body = { domain: 'taken-mail.com', tier: 'managed', buyer_email: 'Ada@Buyer.example', budget_cents: 500_000 }
  const opened = await service.send({
    method: 'POST',
    url: '/api/market/brokerage',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(opened.status).toBe(201)
  await service.operator('POST', `/brokerage/${opened.json.case_id}/advance`, { note: 'The owner answers slowly.' })
  const messages = await listMail('ada@buyer.example')
  expect(messages.map(({ subject }: { subject: string }) => subject)).toEqual([
    'Brokerage for taken-mail.com: Contacting the owner',
    'Brokerage for taken-mail.com: Opened',
  ])
  const { text } = (await service.operator('GET', `/mail/${messages[0].message_id}`)).json
  expect(text).toContain('> The owner answers slowly.\n')
  const link = new URL(/http:\S+/.exec(text)![0])
  const page = await service.send({ method: 'GET', url: link.pathname + link.search })
  expect([page.status, page.text.includes('Contacting the owner')]).toEqual([200, true])
})

it('leaves it to a partner to inform its customers', async () => {
  const partner = await service.partner()
  const body = { domain: 'mail-case.test', tier: 'managed', buyer_email: 'customer@buyer.example', budget: 500_000 }
  expect((await service.signed(partner, 'POST', '/api/partner/v1/brokerage', body)).status).toBe(201)
  expect(await listMail('customer@buyer.example')).toEqual([])
})
