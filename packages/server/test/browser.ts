// A browser without a screen: keeps cookies, follows redirects, fills in forms. For a started service or one without a port.
import type { TestService } from './harness.ts'

type Headers = Record<string, string | string[] | undefined>
export type Sent = { method: string; url: string; headers: Record<string, string>; body?: string }
export type Received = { status: number; headers: Headers; text: string }
/** Carries one request to the service; `url` is a path. */
export type Transport = { baseUrl: string; send(request: Sent): Promise<Received> }

/** What is on the screen; `left` is where a redirect led away from the service. */
export type Page = Received & { path: string; left: URL | null }

export const overInject = (service: Pick<TestService, 'send' | 'deps'>): Transport => ({
  baseUrl: service.deps.config.baseUrl,
  send: (request) => service.send(request),
})

export const overNetwork = (baseUrl: string): Transport => ({
  baseUrl,
  async send({ url, method, headers, body }) {
    const response = await fetch(new URL(url, baseUrl), {
      method,
      headers,
      redirect: 'manual',
      ...(body ? { body } : {}),
    })
    return {
      status: response.status,
      headers: { ...Object.fromEntries(response.headers), 'set-cookie': response.headers.getSetCookie() },
      text: await response.text(),
    }
  },
})

const REDIRECTS_MAX = 10
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const plainText = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name]!)

/** The first form of a page: where it goes, and what it carries by itself. */
export function readForm(html: string): { action: string; fields: Record<string, string>; buttons: string[] } {
  const [, head, inside] = /<form([^>]*)>([\s\S]*?)<\/form>/.exec(html) ?? []
  if (head === undefined || inside === undefined) throw new Error(`no form on this page: ${html}`)
  const attribute = (text: string, name: string) => plainText(new RegExp(`\\b${name}="([^"]*)"`).exec(text)?.[1] ?? '')
  const all = (tag: string) => [...inside.matchAll(new RegExp(`<${tag}([^>]*)>`, 'g'))].map(([, text]) => text ?? '')
  const fields = all('input').map((text): [string, string] => [attribute(text, 'name'), attribute(text, 'value')])
  return {
    action: attribute(head, 'action'),
    fields: Object.fromEntries(fields),
    buttons: all('button').map((text) => attribute(text, 'value')),
  }
}

export type Browser = ReturnType<typeof openBrowser>

export function openBrowser({ baseUrl, send }: Transport) {
  const cookies = new Map<string, string>()

  function keepCookies(headers: Headers): void {
    for (const line of [headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0\b/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
  }

  const cookieHeader = (): Record<string, string> =>
    cookies.size === 0 ? {} : { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }

  /** One request, with this browser's cookies and without following anything. */
  async function request(sent: Omit<Sent, 'headers'> & { headers?: Record<string, string> }): Promise<Received> {
    const response = await send({ ...sent, headers: { ...cookieHeader(), ...sent.headers } })
    keepCookies(response.headers)
    return response
  }

  async function follow(path: string, response: Received): Promise<Page> {
    for (let hops = 0; hops < REDIRECTS_MAX; hops++) {
      const location = response.headers.location
      if (response.status < 300 || response.status >= 400 || typeof location !== 'string')
        return { ...response, path, left: null }
      const target = new URL(location, new URL(path, baseUrl))
      if (target.origin !== baseUrl) return { ...response, path, left: target }
      path = target.pathname + target.search
      response = await request({ method: 'GET', url: path, headers: { accept: 'text/html' } })
    }
    throw new Error(`too many redirects, last to ${path}`)
  }

  const open = async (path: string): Promise<Page> =>
    follow(path, await request({ method: 'GET', url: path, headers: { accept: 'text/html' } }))

  const post = (
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Received> =>
    request({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: baseUrl, ...headers },
      body: new URLSearchParams(fields).toString(),
    })

  /** Sends the first form of a page, with `filled` written into it or pressed on it. */
  async function submit(page: Page, filled: Record<string, string>): Promise<Page> {
    const { action, fields } = readForm(page.text)
    return follow(action, await post(action, { ...fields, ...filled }))
  }

  const signIn = async (account: { email: string; password: string }): Promise<Page> =>
    submit(await open('/sign-in'), account)

  /** The whole way of a person whom an application sent: signs in when asked to, then decides. Where they end up. */
  async function decide(
    authorizationPath: string,
    account: { email: string; password: string },
    decision: 'allow' | 'deny' = 'allow',
  ): Promise<Page> {
    const asked = await open(authorizationPath)
    if (asked.left !== null || asked.status !== 200) return asked
    const consent = asked.path.startsWith('/sign-in') ? await submit(asked, account) : asked
    return consent.left === null && consent.path.startsWith('/oauth/authorize')
      ? submit(consent, { decision })
      : consent
  }

  return { cookies, request, open, post, submit, signIn, decide }
}

/** A page's content security policy, without the hash of the styles in the document: a test from source has none. */
export const policyWithoutHash = (headers: Record<string, unknown>): string =>
  String(headers['content-security-policy']).replace(/ 'sha256-[\w+/=]+'/, '')

/** Scripts on a page that are not our own files: anything that somebody may have slipped in. */
export const strangeScripts = (html: string): string[] =>
  (html.match(/<script[^>]*>/gi) ?? []).filter(
    (tag) =>
      !/^<script type="module" src="\/assets\/[\w.-]+\.js">$|^<script type="application\/(?:json" id="page-state|ld\+json)">$/.test(
        tag,
      ),
  )
