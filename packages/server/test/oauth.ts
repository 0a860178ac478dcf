// An application for tests: registers, makes its PKCE pair, sends a person to be asked, and trades what comes back.
import { createHash, randomBytes } from 'node:crypto'
import type { Id } from '../src/kernel/ids.ts'
import { createUser, hashPassword } from '../src/modules/accounts/index.ts'
import { type Browser, openBrowser, overInject, type Received, type Transport } from './browser.ts'
import type { TestService } from './harness.ts'

export const CALLBACK = 'http://127.0.0.1:7777/callback'
export type Account = { email: string; password: string }
export type NewAccount = Account & { userId: Id<'user'> }

let serial = 0

/** A new person who can sign in; with a confirmed email address, unless a test wants none. */
export async function newAccount(service: TestService, { isConfirmed = true } = {}): Promise<NewAccount> {
  const account = { email: `person-${process.pid}-${serial++}@mail.example`, password: 'correct horse battery' }
  const passwordHash = await hashPassword(account.password)
  const person = { email: account.email, passwordHash, operatorRole: null, isConfirmed }
  const { id: userId } = await service.db.tx((tx) => createUser(tx, person, service.clock.now()))
  return { ...account, userId }
}

export function newPkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

// biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
export type Reply = { status: number; json: any; headers: Received['headers'] }

const toReply = ({ status, text, headers }: Received): Reply => ({
  status,
  headers,
  json: text.startsWith('{') ? JSON.parse(text) : undefined,
})

export type Application = Awaited<ReturnType<typeof newApplication>>

/** `redirectUris` must start with the one that is used. */
export async function newApplication(transport: Transport, redirectUris: string[] = [CALLBACK]) {
  const send = async (url: string, body: string, type: string) =>
    toReply(await transport.send({ method: 'POST', url, headers: { 'content-type': type }, body }))
  const postForm = (url: string, fields: Record<string, string>): Promise<Reply> =>
    send(url, new URLSearchParams(fields).toString(), 'application/x-www-form-urlencoded')
  const registered = await send(
    '/api/oauth/register',
    JSON.stringify({ redirect_uris: redirectUris, client_name: 'Price watcher' }),
    'application/json',
  )
  if (registered.status !== 201) throw new Error(`not registered: ${JSON.stringify(registered.json)}`)
  const clientId = registered.json.client_id as string

  /** A parameter set to undefined is left out. */
  function authorizePath(challenge: string, extra: Record<string, string | undefined> = {}): string {
    const parameters = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUris[0],
      code_challenge: challenge,
      code_challenge_method: 'S256',
      state: 'state-1',
      ...extra,
    }
    const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined)
    return `/oauth/authorize?${new URLSearchParams(given).toString()}`
  }

  /** One browser a person: they sign in once. */
  const browsers = new Map<string, Browser>()
  const getBrowser = ({ email }: Account): Browser => {
    const browser = browsers.get(email) ?? openBrowser(transport)
    browsers.set(email, browser)
    return browser
  }

  async function obtainCode(account: Account, extra: Record<string, string | undefined> = {}) {
    const { verifier, challenge } = newPkce()
    const end = await getBrowser(account).decide(authorizePath(challenge, extra), account)
    const code = end.left?.searchParams.get('code')
    if (!code) throw new Error(`no code: ${end.status} ${end.left?.href ?? end.text}`)
    return { code, verifier, response: end.left!.searchParams }
  }

  const redeem = (given: { code: string; verifier: string }, extra: Record<string, string> = {}): Promise<Reply> =>
    postForm('/api/oauth/token', {
      grant_type: 'authorization_code',
      client_id: clientId,
      code: given.code,
      code_verifier: given.verifier,
      ...extra,
    })

  const refresh = (token: string, extra: Record<string, string> = {}): Promise<Reply> =>
    postForm('/api/oauth/token', {
      grant_type: 'refresh_token',
      client_id: clientId,
      refresh_token: token,
      ...extra,
    })

  async function obtainTokens(account: Account, extra: Record<string, string | undefined> = {}) {
    const { status, json } = await redeem(await obtainCode(account, extra))
    if (status !== 200) throw new Error(`no tokens: ${JSON.stringify(json)}`)
    return json as { access_token: string; refresh_token: string; scope: string; expires_in: number }
  }

  return { clientId, registered, authorizePath, obtainCode, redeem, refresh, obtainTokens, postForm, send }
}

/** An access token of a new person, the shortest way there is. */
export async function newAccessToken(service: TestService, scope = 'pricing:read'): Promise<string> {
  const application = await newApplication(overInject(service))
  return (await application.obtainTokens(await newAccount(service), { scope })).access_token
}
