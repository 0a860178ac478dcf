// Attacks on registration and on the authorization endpoint, each by name, each refused.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type Browser,
  openBrowser,
  overInject,
  type Page,
  readForm,
  strangeScripts,
  type Transport,
} from '../../../test/browser.ts'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { type Account, type Application, CALLBACK, newAccount, newApplication, newPkce } from '../../../test/oauth.ts'
import { sql } from '../../db/sql.ts'

let service: TestService
let transport: Transport
let application: Application
let account: Account
beforeAll(async () => {
  service = await startTestService()
  transport = overInject(service)
  application = await newApplication(transport)
  account = await newAccount(service)
})

const json = (value: unknown): string => JSON.stringify(value)
const uri = (value: unknown): string => json({ redirect_uris: [value] })
const named = (client_name: unknown): string => json({ redirect_uris: [CALLBACK], client_name })

describe('registration refuses', () => {
  it.each([
    ['no redirect URIs', json({ client_name: 'x' }), 'invalid_redirect_uri'],
    ['an empty list of them', json({ redirect_uris: [] }), 'invalid_redirect_uri'],
    ['text in place of the list', json({ redirect_uris: CALLBACK }), 'invalid_redirect_uri'],
    ['more of them than ten', json({ redirect_uris: Array(11).fill(CALLBACK) }), 'invalid_redirect_uri'],
    ['a number among them', uri(7), 'invalid_redirect_uri'],
    ['a very long one', uri(`https://a.example/${'x'.repeat(2000)}`), 'invalid_redirect_uri'],
    ['http on another machine', uri('http://evil.example/cb'), 'invalid_redirect_uri'],
    ['a host that only begins like loopback', uri('http://localhost.evil.example/cb'), 'invalid_redirect_uri'],
    ['loopback as a user name', uri('http://127.0.0.1@evil.example/'), 'invalid_redirect_uri'],
    ['loopback with a port as a password', uri('http://localhost:80@evil.example/'), 'invalid_redirect_uri'],
    ['a user name and a password', uri('https://user:pw@a.example/'), 'invalid_redirect_uri'],
    ['a fragment', uri('https://a.example/cb#part'), 'invalid_redirect_uri'],
    ['an empty fragment', uri('https://a.example/cb#'), 'invalid_redirect_uri'],
    ['https without slashes', uri('https:a.example/cb'), 'invalid_redirect_uri'],
    ['https with one slash', uri('https:/a.example/cb'), 'invalid_redirect_uri'],
    ['https with three slashes', uri('https:///a.example/cb'), 'invalid_redirect_uri'],
    ['a host in capitals', uri('https://A.example/cb'), 'invalid_redirect_uri'],
    ['a number for a host', uri('https://0x7f.1/cb'), 'invalid_redirect_uri'],
    ['javascript:', uri('javascript:alert(1)'), 'invalid_redirect_uri'],
    ['a host that is a directive', uri('https://a;sandbox/cb'), 'invalid_redirect_uri'],
    ['JavaScript: in mixed case', uri('JaVaScRiPt:alert(1)'), 'invalid_redirect_uri'],
    ['data:', uri('data:text/html,x'), 'invalid_redirect_uri'],
    ['file:', uri('file:///etc/passwd'), 'invalid_redirect_uri'],
    ['a scheme that browsers handle', uri('blob:https://a.example/cb'), 'invalid_redirect_uri'],
    ['a relative address', uri('/cb'), 'invalid_redirect_uri'],
    ['a header hidden behind a line break', uri('https://a.example/\r\nSet-Cookie: a=b'), 'invalid_redirect_uri'],
    ['a backslash', uri('https://a.example\\@evil.example/'), 'invalid_redirect_uri'],
    ['NUL in a redirect URI', uri('https://a.example/\u0000'), 'invalid_redirect_uri'],
    ['characters beyond ASCII', uri('https://ä.example/'), 'invalid_redirect_uri'],
    ['NUL in the name', named('a\u0000b'), 'invalid_client_metadata'],
    ['half a character in the name', named('a\ud800'), 'invalid_client_metadata'],
    ['writing turned around in the name', named('Bank\u202egnp.exe'), 'invalid_client_metadata'],
    ['a very long name', named('x'.repeat(201)), 'invalid_client_metadata'],
    ['an empty name', named(' '), 'invalid_client_metadata'],
    ['an object for a name', named({}), 'invalid_client_metadata'],
    [
      'a client that wants no codes',
      json({ redirect_uris: [CALLBACK], grant_types: ['client_credentials'] }),
      'invalid_client_metadata',
    ],
    [
      'a client that wants implicit answers',
      json({ redirect_uris: [CALLBACK], response_types: ['token'] }),
      'invalid_client_metadata',
    ],
    ['what is no JSON', '{nope', 'invalid_client_metadata'],
    ['a list', '[]', 'invalid_client_metadata'],
    ['null', 'null', 'invalid_client_metadata'],
    ['nothing', '', 'invalid_client_metadata'],
    ['hostile nesting', '['.repeat(5000) + ']'.repeat(5000), 'invalid_client_metadata'],
  ])('%s', async (_, body, error) => {
    const response = await application.send('/api/oauth/register', body, 'application/json')
    expect([response.status, response.json]).toEqual([400, { error, error_description: expect.any(String) }])
    expect(response.headers['cache-control']).toBe('no-store')
  })

  it('a form, a body in another encoding, and one that is too large', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'application/json; charset=latin1', 'nonsense'])
      expect((await application.send('/api/oauth/register', uri(CALLBACK), type)).status).toBeGreaterThanOrEqual(400)
    const large = await application.send('/api/oauth/register', named('x'.repeat(40_000)), 'application/json')
    expect([large.status, large.json.error]).toEqual([413, 'invalid_request'])
  })
})

/** Opens the address as a person would, signed in or not. */
const visit = (extra: Record<string, string | undefined>, suffix = ''): Promise<Page> =>
  openBrowser(transport).open(application.authorizePath(newPkce().challenge, extra) + suffix)

describe('the authorization endpoint shows a page and redirects nobody for', () => {
  it.each([
    ['an unknown application', { client_id: 'oac_00000000000000000000000000' }, ''],
    ['no application at all', { client_id: undefined }, ''],
    ['an application id with NUL', { client_id: 'oac_\u0000' }, ''],
    ['two application ids', {}, '&client_id=oac_00000000000000000000000000'],
    ['another host', { redirect_uri: 'https://evil.example/cb' }, ''],
    ['another path', { redirect_uri: `${CALLBACK}/../evil` }, ''],
    ['a longer path', { redirect_uri: `${CALLBACK}x` }, ''],
    ['an added query', { redirect_uri: `${CALLBACK}?x=1` }, ''],
    ['an added fragment', { redirect_uri: `${CALLBACK}#x` }, ''],
    ['another case', { redirect_uri: CALLBACK.replace('callback', 'Callback') }, ''],
    ['another scheme', { redirect_uri: CALLBACK.replace('http:', 'https:') }, ''],
    ['another loopback name', { redirect_uri: CALLBACK.replace('127.0.0.1', 'localhost') }, ''],
    ['a port that is none', { redirect_uri: CALLBACK.replace('7777', '99999') }, ''],
    ['a host behind the port', { redirect_uri: 'http://127.0.0.1:7777@evil.example/callback' }, ''],
    ['two redirect URIs', {}, `&redirect_uri=${encodeURIComponent(CALLBACK)}`],
    ['a line break in the redirect URI', { redirect_uri: `${CALLBACK}\r\nx: y` }, ''],
    ['a request that is far too long', { state: 'x'.repeat(5000) }, ''],
  ])('%s', async (_, extra, suffix) => {
    const page = await visit(extra, suffix)
    expect([page.status, page.left, page.headers.location]).toEqual([400, null, undefined])
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.headers['content-security-policy']).toContain("form-action 'self'")
  })
})

describe('the authorization endpoint sends an error back to an application that the person let in before, for', () => {
  const visit = async (extra: Record<string, string | undefined>, suffix = ''): Promise<Page> => {
    const browser = openBrowser(transport)
    await browser.decide(application.authorizePath(newPkce().challenge), account)
    return browser.open(application.authorizePath(newPkce().challenge, extra) + suffix)
  }

  it.each([
    ['no PKCE', { code_challenge: undefined }, '', 'invalid_request'],
    ['PKCE by plain text', { code_challenge_method: 'plain' }, '', 'invalid_request'],
    ['a PKCE method in lower case', { code_challenge_method: 's256' }, '', 'invalid_request'],
    ['a challenge that is too short', { code_challenge: 'abc' }, '', 'invalid_request'],
    ['two challenges', {}, `&code_challenge=${'a'.repeat(43)}`, 'invalid_request'],
    ['tokens in the address', { response_type: 'token' }, '', 'unsupported_response_type'],
    ['code and token at once', { response_type: 'code token' }, '', 'unsupported_response_type'],
    ['no response type', { response_type: undefined }, '', 'invalid_request'],
    ['two response types', {}, '&response_type=token', 'invalid_request'],
    ['an answer in the fragment', { response_mode: 'fragment' }, '', 'invalid_request'],
    ['a scope that does not exist', { scope: 'pricing:read admin' }, '', 'invalid_scope'],
    ['OpenID', { scope: 'openid' }, '', 'invalid_scope'],
    ['two scope parameters', { scope: 'pricing:read' }, '&scope=domains:manage', 'invalid_request'],
    ['a resource elsewhere', { resource: 'https://evil.example/api' }, '', 'invalid_target'],
    ['a resource that only begins like ours', { resource: 'http://localhost:8080.evil.example' }, '', 'invalid_target'],
  ])('%s', async (_, extra, suffix, error) => {
    const page = await visit(extra, suffix)
    expect(page.status).toBe(302)
    expect(page.left?.href.startsWith(`${CALLBACK}?error=${error}&`)).toBe(true)
    expect(Object.fromEntries(page.left!.searchParams)).toMatchObject({
      error,
      state: 'state-1',
      iss: 'http://localhost:8080',
    })
    expect(page.left!.searchParams.has('code')).toBe(false)
  })

  it('two states, of which it returns neither', async () => {
    const page = await visit({}, '&state=other')
    expect(page.left?.searchParams.get('error')).toBe('invalid_request')
    expect(page.left?.searchParams.has('state')).toBe(false)
  })
})

describe('the consent form', () => {
  /** Signed in, with the page open that asks. */
  async function asked(extra: Record<string, string> = {}): Promise<{ browser: Browser; page: Page }> {
    const browser = openBrowser(transport)
    await browser.signIn(account)
    return { browser, page: await browser.open(application.authorizePath(newPkce().challenge, extra)) }
  }
  const grants = async () => (await service.db.one<{ n: number }>(sql`select count(*)::int as n from oauth_grants`))!.n

  async function expectRefused(
    browser: Browser,
    fields: Record<string, string>,
    status: number,
    headers: Record<string, string> = {},
  ): Promise<void> {
    const before = await grants()
    const response = await browser.post('/oauth/authorize', { decision: 'allow', ...fields }, headers)
    expect([response.status, response.headers.location]).toEqual([status, undefined])
    expect(await grants()).toBe(before)
  }

  it.each([
    ['by its origin', { origin: 'https://evil.example' }],
    ['by an origin that hides', { origin: 'null' }],
    ['by an origin that only begins like ours', { origin: 'http://localhost:8080.evil.example' }],
    ['by what the browser says of the site', { 'sec-fetch-site': 'cross-site' }],
    ['from a neighbour under the same domain', { 'sec-fetch-site': 'same-site' }],
  ])('is refused from another site, told %s', async (_, headers) => {
    const { browser, page } = await asked()
    await expectRefused(browser, readForm(page.text).fields, 403, headers)
  })

  it('is refused from another site that is known by its Referer alone', async () => {
    const { browser, page } = await asked()
    const body = new URLSearchParams({ ...readForm(page.text).fields, decision: 'allow' }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', referer: 'https://evil.example/x' }
    const response = await browser.request({ method: 'POST', url: '/oauth/authorize', headers, body })
    expect(response.status).toBe(403)
  })

  it('is refused when its request was changed: another scope, another application, another challenge', async () => {
    const { browser, page } = await asked()
    const { request, ticket } = readForm(page.text).fields as { request: string; ticket: string }
    const other = await newApplication(transport)
    const changes: [string, string][] = [
      ['scope', 'domains:manage'],
      ['client_id', other.clientId],
      ['code_challenge', newPkce().challenge],
      ['redirect_uri', 'https://evil.example/cb'],
    ]
    for (const [name, value] of changes) {
      const changed = new URLSearchParams(request)
      changed.set(name, value)
      await expectRefused(browser, { request: changed.toString(), ticket }, 400)
    }
  })

  it('is refused with a changed, a missing, or somebody else’s ticket', async () => {
    const { browser, page } = await asked()
    const { request, ticket } = readForm(page.text).fields as { request: string; ticket: string }
    for (const wrong of ['', 'x', '1.', `${ticket}x`, ticket.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))])
      await expectRefused(browser, { request, ticket: wrong }, 400)
    const later = ticket.replace(/^\d+/, (at) => String(Number(at) + 1))
    await expectRefused(browser, { request, ticket: later }, 400)
    const victim = openBrowser(transport)
    await victim.signIn(await newAccount(service))
    await expectRefused(victim, { request, ticket }, 400)
  })

  it('is refused without a session, after signing out, and after ten minutes', async () => {
    const { browser, page } = await asked()
    const { fields } = readForm(page.text)
    await expectRefused(openBrowser(transport), fields, 400)
    await browser.post('/sign-out', {})
    await expectRefused(browser, fields, 400)
    const late = await asked()
    service.clock.advance(601)
    await expectRefused(late.browser, readForm(late.page.text).fields, 400)
  })

  it('does nothing on GET, and takes no other type and no field twice', async () => {
    const { browser, page } = await asked()
    const { fields } = readForm(page.text)
    const before = await grants()
    const shown = await browser.open(`/oauth/authorize?${fields.request}&decision=allow&ticket=${fields.ticket}`)
    expect(shown.text).toContain('Authorize application')
    const body = json({ ...fields, decision: 'allow' })
    const typed = await browser.request({
      method: 'POST',
      url: '/oauth/authorize',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const twice = await browser.request({
      method: 'POST',
      url: '/oauth/authorize',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `${new URLSearchParams(fields).toString()}&decision=deny&decision=allow`,
    })
    expect([typed.status, twice.status, await grants()]).toEqual([415, 400, before])
  })

  it('takes anything but a clear yes for a no', async () => {
    const { browser, page } = await asked()
    const end = await browser.submit(page, { decision: 'Allow' })
    expect(end.left?.searchParams.get('error')).toBe('access_denied')
  })

  it('shows a hostile name as text, and where the person would be sent', async () => {
    const registered = await application.send(
      '/api/oauth/register',
      json({ redirect_uris: ['https://evil.example/cb'], client_name: '<script>alert(1)</script>"><img src=x>' }),
      'application/json',
    )
    const extra = { client_id: registered.json.client_id, redirect_uri: 'https://evil.example/cb' }
    const { page } = await asked(extra)
    expect(page.status).toBe(200)
    expect(strangeScripts(page.text)).toEqual([])
    expect(page.text).not.toContain('<img')
    expect(page.text).toContain('<strong>evil.example</strong>')
  })
})
