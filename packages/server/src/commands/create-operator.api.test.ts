// create-operator: new operators, and restored access, from the server's shell.
import { beforeAll, expect, it } from 'vitest'
import { openBrowser, overInject } from '../../test/browser.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { newOperator } from '../../test/operators.ts'
import { newPerson } from '../../test/person.ts'
import { sql } from '../db/sql.ts'
import { giveAccess, readArguments } from './create-operator.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})

/** What the command prints, by its first word. */
async function run(...args: string[]): Promise<Record<string, string>> {
  const lines = await service.db.tx((tx) => giveAccess(tx, readArguments(args), service.clock.now()))
  return Object.fromEntries(lines.map((line) => line.split(/ +/) as [string, string]))
}

const signIn = (account: { email: string; password: string }) => openBrowser(overInject(service)).signIn(account)
const findAudit = (email: string) =>
  service.db.many<{ route: string; input: object }>(sql`
    select route, input from audit_log where actor = 'command:create-operator' and input->>'email' = ${email} order by id`)

it('creates an operator with a role, a password and a token of that role', async () => {
  const email = 'first@market.example'
  const { password, role, token } = await run(email, '--role', 'support')
  expect(role).toBe('support')
  expect((await signIn({ email, password: password! })).status).toBe(200)
  const call = (method: string, url: string) =>
    service.send({ method, url: `/api/operator/v1${url}`, headers: { authorization: `Bearer ${token}` } })
  expect((await call('GET', '/queue')).status).toBe(200)
  expect((await call('POST', '/payouts')).json.error.reason).toBe('role_missing')
  expect(await findAudit(email)).toMatchObject([{ route: 'operators.create', input: { role: 'support' } }])
})

it('refuses an address with an account, unless it is to be reset', async () => {
  const person = await newPerson(service)
  await expect(run(person.email)).rejects.toThrow()
  await expect(run('nobody@market.example', '--reset')).rejects.toThrow('without --reset')
  expect(await service.db.one(sql`select operator_role from users where id = ${person.userId}`)).toEqual({
    operatorRole: null,
  })
})

it('restores access: a new password and role, and no session from before', async () => {
  for (const person of [await newOperator(service, 'viewer'), await newPerson(service)]) {
    const { password, role, token } = await run(person.email, '--reset')
    expect([role, token]).toEqual(['admin', undefined])
    const old = await service.send({ method: 'GET', url: '/api/operator/v1/queue', headers: person.headers })
    expect(old.status).toBe(401)
    expect((await signIn(person)).status).toBe(401)
    expect((await signIn({ email: person.email, password: password! })).status).toBe(200)
    expect(
      await service.db.one(sql`select operator_role, email_confirmed_at from users where id = ${person.userId}`),
    ).toMatchObject({ operatorRole: 'admin', emailConfirmedAt: expect.any(Date) })
    expect((await findAudit(person.email)).at(-1)).toMatchObject({ route: 'operators.reset', input: { role: 'admin' } })
  }
})

it.each([
  [],
  ['not an address'],
  ['a@b.example', '--role', 'owner'],
  ['a@b.example', 'more'],
  ['a@b.example', '--what'],
])('explains its use when called with %j', (...args: string[]) =>
  expect(() => readArguments(args)).toThrow('Usage: create-operator EMAIL'),
)
