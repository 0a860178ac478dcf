// SIGN_UP=closed: nobody creates an account or a partner without an invitation.
import { beforeAll, expect, it } from 'vitest'
import { openBrowser, overInject } from '../../../test/browser.ts'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { readMailedSecret } from '../../../test/operators.ts'
import { newPerson } from '../../../test/person.ts'
import { sql } from '../../db/sql.ts'

const ACCOUNT = { email: 'new@market.example', password: 'a new and long password' }

let service: TestService
beforeAll(async () => {
  service = await startTestService({ SIGN_UP: 'closed' })
})

const countUsers = async () =>
  (await service.db.one<{ count: number }>(sql`select count(*)::int as count from users`))!.count

it('shows pages without forms', async () => {
  const browser = openBrowser(overInject(service))
  const signUp = await browser.open('/sign-up')
  expect([signUp.status, signUp.text.includes('<form')]).toEqual([200, false])
  expect(signUp.text).toContain('does not accept new accounts')
  expect((await browser.open('/developers')).text).not.toContain('/developers/start')
  const signIn = await browser.open('/sign-in')
  expect([signIn.text.includes('<form'), signIn.text.includes('/sign-up')]).toEqual([true, false])
})

it('rejects forms that are sent all the same', async () => {
  const browser = openBrowser(overInject(service))
  const before = await countUsers()
  const signUp = await browser.post('/sign-up', ACCOUNT)
  expect([signUp.status, signUp.text.includes('does not accept new accounts')]).toEqual([403, true])
  expect((await browser.post('/developers/start', { company: 'Shop', ...ACCOUNT })).status).toBe(403)
  expect(await countUsers()).toBe(before)
})

it('lets nobody create a partner, with the reason in the API', async () => {
  const person = await newPerson(service)
  const { status, json } = await person.call('POST', '/partners', { name: 'Shop' })
  expect([status, json.error.reason]).toEqual([403, 'sign_up_closed'])
  const partners = await person.call('GET', '/partners')
  expect(partners.json.partners).toEqual([])
})

it('still creates accounts by invitation', async () => {
  const email = 'invited@market.example'
  await service.operator('POST', '/operators', { email, role: 'viewer' })
  const secret = await readMailedSecret(service, email, 'operator_invitation')
  const browser = openBrowser(overInject(service))
  const page = await browser.submit(await browser.open(`/operator-invitations/${secret}`), {
    password: ACCOUNT.password,
  })
  expect(page.path).toBe('/console')
})
