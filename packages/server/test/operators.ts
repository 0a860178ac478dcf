// Operators for tests: with a role, signed in, and calling the operator API from our own pages or with a token.
import { sql } from '../src/db/sql.ts'
import type { OperatorRole } from '../src/kernel/operator-roles.ts'
import { issueOperatorToken } from '../src/modules/roles/index.ts'
import type { TestResponse, TestService } from './harness.ts'
import { newPerson, type Person } from './person.ts'

export const OPERATOR = '/api/operator/v1'

type Call = (method: string, path: string, body?: unknown) => Promise<TestResponse>
export type TestOperator = Omit<Person, 'call'> & { role: OperatorRole; call: Call }

const callWith =
  (service: TestService, headers: Record<string, string>): Call =>
  (method, path, body) =>
    service.send({
      method,
      url: OPERATOR + path,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })

export async function newOperator(service: TestService, role: OperatorRole): Promise<TestOperator> {
  const person = await newPerson(service)
  await service.db.run(sql`update users set operator_role = ${role} where id = ${person.userId}`)
  return { ...person, role, call: callWith(service, person.headers) }
}

/** A token of nobody in particular. */
export async function newToken(
  service: TestService,
  role: OperatorRole,
  expiresAt: Date | null = null,
): Promise<{ token: string; headers: { authorization: string }; call: Call }> {
  const input = { name: `${role} token`, role, userId: null, createdBy: 'test', expiresAt }
  const { token } = await service.db.tx((tx) => issueOperatorToken(tx, input, service.clock.now()))
  const headers = { authorization: `Bearer ${token}` }
  return { token, headers, call: callWith(service, headers) }
}

type SealedMail = { id: string; secret: string }

/** The secret of the newest link that was mailed to an address. */
export async function readMailedSecret(service: TestService, to: string, template: string): Promise<string> {
  const mail = await service.db.one<SealedMail>(sql`
    select id, secret from mail_messages where to_address = ${to} and template = ${template} order by id desc limit 1`)
  if (!mail) throw new Error(`no ${template} was sent to ${to}`)
  return service.deps.secrets.open(mail.secret, `mail:${mail.id}`)
}
