// Passwords: new ones are long and uncommon on every form that takes one; older, shorter ones still open their accounts.
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, overInject, type Transport } from '../../../test/browser.ts'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { newPerson } from '../../../test/person.ts'
import { sql } from '../../db/sql.ts'
import { createUser, hashPassword } from './index.ts'

let service: TestService
let transport: Transport
beforeAll(async () => {
  service = await startTestService()
  transport = overInject(service)
})

const BAD = ['eleven char', 'Password1234', 'qwerty123456', 'aaaaaaaaaaaa', 'x y'.repeat(43)]

describe('a new password that is short, long or common', () => {
  it.each(BAD)('is refused at sign-up: %s', async (password) => {
    const email = 'weak@mail.example'
    expect((await openBrowser(transport).post('/sign-up', { email, password })).status).toBe(400)
    expect(await service.db.one(sql`select id from users where email = ${email}`)).toBeUndefined()
  })

  it.each(BAD)('is refused when a partner is started: %s', async (password) => {
    const fields = { company: 'Shop', email: 'weak-start@mail.example', password }
    expect((await openBrowser(transport).post('/developers/start', fields)).status).toBe(400)
    expect(await service.db.one(sql`select id from users where email = ${fields.email}`)).toBeUndefined()
  })

  it('is refused when the password is changed', async () => {
    const person = await newPerson(service)
    for (const new_password of [...BAD, person.email]) {
      const response = await service.send({
        method: 'POST',
        url: '/api/account/password',
        headers: { ...person.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ current_password: person.password, new_password }),
      })
      expect([response.status, response.json.error.details[0].field]).toEqual([400, 'new_password'])
    }
    expect((await openBrowser(transport).signIn(person)).path).toBe('/account')
  })
})

it('an older, shorter password still signs in, also where a partner is started', async () => {
  const account = { email: 'older@mail.example', password: 'short one' }
  const passwordHash = await hashPassword(account.password)
  await service.db.tx((tx) =>
    createUser(tx, { email: account.email, passwordHash, operatorRole: null, isConfirmed: true }, service.clock.now()),
  )
  expect((await openBrowser(transport).signIn(account)).path).toBe('/account')
  const started = await openBrowser(transport).post('/developers/start', { company: 'Shop', ...account })
  expect(started.status).toBe(201)
  const wrong = await openBrowser(transport).post('/developers/start', {
    company: 'Shop',
    ...account,
    password: 'short 2',
  })
  expect([wrong.status, wrong.headers['set-cookie']]).toEqual([400, undefined])
})
