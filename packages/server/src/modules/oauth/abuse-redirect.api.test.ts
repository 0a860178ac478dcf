// No open redirect: a link to the authorization endpoint leads nobody to an application that they have not let in.
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, overInject, type Transport } from '../../../test/browser.ts'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { type Application, CALLBACK, newAccount, newApplication, newPkce } from '../../../test/oauth.ts'
import { sql } from '../../db/sql.ts'

let service: TestService
let transport: Transport
let application: Application
beforeAll(async () => {
  service = await startTestService()
  transport = overInject(service)
  application = await newApplication(transport)
})

const MISTAKES: [string, Record<string, string | undefined>][] = [
  ['a bad response_type', { response_type: 'token' }],
  ['no response_type', { response_type: undefined }],
  ['a bad scope', { scope: 'admin' }],
  ['no PKCE', { code_challenge: undefined }],
  ['a bad response_mode', { response_mode: 'fragment' }],
  ['a resource elsewhere', { resource: 'https://evil.example/' }],
]
const pathWith = (extra: Record<string, string | undefined>) => application.authorizePath(newPkce().challenge, extra)

describe.each(MISTAKES)('an authorization request with %s', (_, extra) => {
  it('leads a person who is not signed in to the sign-in page, not to the application', async () => {
    const { status, headers } = await transport.send({ method: 'GET', url: pathWith(extra), headers: {} })
    expect([status, String(headers.location)]).toEqual([302, expect.stringMatching(/^\/sign-in\?next=%2Foauth/)])
  })

  it('shows a page to a signed-in person who never let the application in', async () => {
    const browser = openBrowser(transport)
    await browser.signIn(await newAccount(service))
    const page = await browser.open(pathWith(extra))
    expect([page.status, page.left, page.headers.location]).toEqual([400, null, undefined])
    expect(page.text).toContain('127.0.0.1:7777')
    expect(page.text).toContain(`href="${CALLBACK}?error=`)
    expect(page.text).not.toMatch(/http-equiv="?refresh/i)
  })

  it('is sent back to an application that the person let in before', async () => {
    const account = await newAccount(service)
    const browser = openBrowser(transport)
    expect((await browser.decide(pathWith({}), account)).left?.searchParams.has('code')).toBe(true)
    const response = await browser.open(pathWith(extra))
    expect(response.left?.href.startsWith(`${CALLBACK}?error=`)).toBe(true)
  })
})

it('another application that the person let in opens no way to this one', async () => {
  const account = await newAccount(service)
  const browser = openBrowser(transport)
  const other = await newApplication(transport)
  await browser.decide(other.authorizePath(newPkce().challenge), account)
  expect((await browser.open(pathWith({ response_type: 'token' }))).status).toBe(400)
})

it('an application that was revoked is not trusted any more', async () => {
  const account = await newAccount(service)
  const browser = openBrowser(transport)
  await browser.decide(pathWith({}), account)
  await service.db.run(sql`
    update oauth_grants set revoked_at = ${service.clock.now()}
    where user_id = (select id from users where email = ${account.email})`)
  expect((await browser.open(pathWith({ response_type: 'token' }))).status).toBe(400)
})

it('a redirect URI without slashes, registered before it was refused, is answered with a page', async () => {
  await service.db.run(sql`
    update oauth_clients set redirect_uris = ${['https:evil.example']} where id = ${(await newApplication(transport)).clientId}`)
  const row = await service.db.one<{ id: string }>(
    sql`select id from oauth_clients where redirect_uris = ${['https:evil.example']}`,
  )
  for (const redirect_uri of ['https:evil.example', undefined]) {
    const path = pathWith({ client_id: row!.id, redirect_uri })
    const { status, headers } = await transport.send({ method: 'GET', url: path, headers: {} })
    expect([status, headers.location]).toEqual([400, undefined])
  }
})
