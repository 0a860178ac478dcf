// People for tests: with an account, signed in, and calling from our own pages; owners or members of a partner.
import { sql } from '../src/db/sql.ts'
import type { Id } from '../src/kernel/ids.ts'
import type { MemberRole } from '../src/kernel/owner.ts'
import { createUser } from '../src/modules/accounts/index.ts'
import { openBrowser, overInject } from './browser.ts'
import type { TestResponse, TestService } from './harness.ts'
import { type Account, newAccount } from './oauth.ts'

export const PORTAL = '/api/portal/v1'

export type Person = Account & {
  userId: Id<'user'>
  /** What the browser sends along. */
  headers: { cookie: string; origin: string }
  /** `path` is below the portal's prefix. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse>
}

export async function newPerson(service: TestService): Promise<Person> {
  const account = await newAccount(service)
  const browser = openBrowser(overInject(service))
  await browser.signIn(account)
  const user = await service.db.one<{ id: Id<'user'> }>(sql`select id from users where email = ${account.email}`)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { cookie, origin: service.deps.config.baseUrl }
  return {
    ...account,
    userId: user!.id,
    headers,
    call: (method, path, body, more = {}) =>
      service.send({
        method,
        url: PORTAL + path,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...more },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  }
}

let serial = 0

/** Somebody who has an account and never comes. */
export const newUser = (service: TestService): Promise<{ id: Id<'user'>; email: string }> =>
  service.db.tx((tx) =>
    createUser(
      tx,
      {
        email: `quiet-${process.pid}-${serial++}@mail.example`,
        passwordHash: 'none',
        operatorRole: null,
        isConfirmed: true,
      },
      service.clock.now(),
    ),
  )

export async function join(
  service: TestService,
  partnerId: string,
  userId: string,
  role: MemberRole = 'owner',
): Promise<void> {
  await service.db.run(sql`
    insert into partner_members (partner_id, user_id, role, created_at)
    values (${partnerId}, ${userId}, ${role}, ${service.clock.now()})`)
}

export async function leaveAllBut(service: TestService, partnerId: string, userId: string): Promise<void> {
  await service.db.run(sql`delete from partner_members where user_id = ${userId} and partner_id <> ${partnerId}`)
}
