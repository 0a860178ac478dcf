// A person with second factors for tests: calls the account's API from a browser, and computes codes as an app does.
import { TOTP } from 'otpauth'
import { sql } from '../src/db/sql.ts'
import type { Id } from '../src/kernel/ids.ts'
import { newAuthenticator } from './authenticator.ts'
import { type Browser, openBrowser, overInject, type Received } from './browser.ts'
import type { TestResponse, TestService } from './harness.ts'
import { type Account, newAccount } from './oauth.ts'

/** The code that an app shows, `steps` later or earlier than now. */
export const computeCode = (secret: string, now: Date, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: now.getTime() + steps * 30_000 })

/** Six digits that no app with this secret shows around now. */
export function computeWrongCode(secret: string, now: Date): string {
  const right = new Set([-3, -2, -1, 0, 1, 2, 3].map((steps) => computeCode(secret, now, steps)))
  return ['000000', '111111', '222222', '333333', '444444', '555555', '666666', '777777'].find(
    (code) => !right.has(code),
  )!
}

const ENTITIES: Record<string, string> = { '&quot;': '"', '&#x27;': "'", '&amp;': '&' }

/** The passkey request on a page. */
export function readPasskeyRequest(html: string): { challenge: string; rpId: string } {
  const [, text] = /data-passkey="([^"]*)"/.exec(html) ?? []
  if (text === undefined) throw new Error('no passkey is asked for on this page')
  return JSON.parse(text.replace(/&quot;|&#x27;|&amp;/g, (entity) => ENTITIES[entity]!))
}

/** Every page with a passkey form has its own challenge. What else differs is compared. */
export const withoutChallenge = (html: string): string => html.replace(/(challenge&quot;:&quot;)[\w-]{70}/g, '$1')

export type FactorPerson = {
  account: Account
  userId: Id<'user'>
  browser: Browser
  call(method: string, path: string, body?: unknown): Promise<TestResponse>
  /** Turns on an authenticator app. */
  addApp(): Promise<{ secret: string; codes: string[] }>
  addPasskey(name?: string): Promise<{ authenticator: ReturnType<typeof newAuthenticator>; added: TestResponse }>
}

/** Signed in, as of now. */
export async function newFactorPerson(service: TestService): Promise<FactorPerson> {
  const account = await newAccount(service)
  const browser = openBrowser(overInject(service))
  await browser.signIn(account)
  const { baseUrl } = service.deps.config
  const user = await service.db.one<{ id: Id<'user'> }>(sql`select id from users where email = ${account.email}`)
  const call: FactorPerson['call'] = async (method, path, body) => {
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    const sent = { method, url: `/api/account${path}`, headers: { origin: baseUrl, ...type } }
    const received: Received = await browser.request({
      ...sent,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return {
      status: received.status,
      text: received.text,
      headers: received.headers as TestResponse['headers'],
      json: JSON.parse(received.text),
    }
  }
  return {
    account,
    userId: user!.id,
    browser,
    call,
    async addApp() {
      const { secret } = (await call('POST', '/totp')).json
      const { status, json } = await call('POST', '/totp/confirm', { code: computeCode(secret, service.clock.now()) })
      if (status !== 200) throw new Error(JSON.stringify(json))
      // As if that was long ago: the codes of now are free.
      await service.db.run(sql`update totp_secrets set last_step = 0 where user_id = ${user!.id}`)
      return { secret, codes: json.recovery_codes }
    },
    async addPasskey(name = 'Laptop') {
      const authenticator = newAuthenticator(baseUrl)
      const { options } = (await call('POST', '/passkeys/options')).json
      const added = await call('POST', '/passkeys', { response: authenticator.register(options), name })
      return { authenticator, added }
    },
  }
}
