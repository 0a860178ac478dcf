// A real OpenID Connect provider on loopback, in which the person whom a test chose is signed in without being asked.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { closeWithFile } from './closing.ts'

export const CLIENT = { id: 'freehold', secret: 'a secret of at least thirty-two characters' }

/** The claims of a person, by their subject. */
type People = Record<string, Record<string, unknown>>
type GrantContext = { oidc: { session: { accountId: string }; client: { clientId: string }; provider: Provider } }

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>

/** `callback` is the redirect URI of the service. */
export async function startIdentityProvider(callback: string, people: People) {
  let current = ''
  const server = http.createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [callback] }],
    claims: { openid: ['sub', 'groups', 'amr'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => '/interaction' },
    cookies: { keys: ['of the test'] },
    findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id, ...people[id] }) }),
    loadExistingGrant: async ({ oidc }: GrantContext) => {
      const grant = new oidc.provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  })
  const handle = provider.callback()
  server.on('request', (request, response) => {
    if (request.url !== '/interaction') return handle(request, response)
    const login = { accountId: current, amr: (people[current]?.amr as string[]) ?? ['pwd'] }
    void provider.interactionFinished(request, response, { login })
  })
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  closeWithFile(close)

  /** What the browser does between leaving the service and coming back: the URL of the service that it ends at. */
  async function visit(url: string, subject: string): Promise<URL> {
    current = subject
    const cookies = new Map<string, string>()
    let next = new URL(url)
    for (let hops = 0; hops < 10 && next.origin === issuer; hops++) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
      const location = response.headers.get('location')
      if (location === null) throw new Error(`the provider stopped at ${next.href}: ${await response.text()}`)
      next = new URL(location, next)
    }
    return next
  }

  return { issuer, visit, close }
}
