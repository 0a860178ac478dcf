// Who is refused cannot learn from the time it took whether a key, an account or a client exists: the same work is done for each. The
// work is counted here, since time itself is no matter for a test; `node bench/timing/run.mjs` measures it.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { beforeAll, describe, expect, it } from 'vitest'
import { overInject } from '../../test/browser.ts'
import { startTestService, type TestPartner, type TestService } from '../../test/harness.ts'
import { type Account, type Application, newAccount, newApplication } from '../../test/oauth.ts'

const COUNTED = ['createHmac', 'timingSafeEqual', 'createDecipheriv', 'createHash', 'hash'] as const
const ASKED = ['one', 'many', 'run', 'tx'] as const

let service: TestService
let partner: TestPartner
let account: Account
let application: Application
beforeAll(async () => {
  service = await startTestService()
  partner = await service.partner()
  account = await newAccount(service)
  application = await newApplication(overInject(service))
})

type Functions = Record<string, (...given: unknown[]) => unknown>

/** Puts a counter in front of functions of an object; the answer takes them away again. */
function counting(target: object, names: readonly string[], counts: Map<string, number>): () => void {
  const functions = target as Functions
  const before = names.map((name) => [name, functions[name]!] as const)
  for (const [name, original] of before)
    functions[name] = function counted(this: unknown, ...given: unknown[]) {
      counts.set(name, (counts.get(name) ?? 0) + 1)
      return original.apply(this, given)
    }
  return () => {
    for (const [name, original] of before) functions[name] = original
  }
}

/** How often cryptography and the database were asked until the answer came. */
async function measureWork(ask: () => Promise<{ status: number }>): Promise<{ status: number; work: object }> {
  // What earlier requests left to be written behind their answers is no work of this one.
  await service.deps.requests.flush()
  const counts = new Map<string, number>()
  const restores = [counting(crypto, COUNTED, counts), counting(service.deps.db, ASKED, counts)]
  syncBuiltinESMExports()
  try {
    const { status } = await ask()
    return { status, work: Object.fromEntries([...counts].sort()) }
  } finally {
    for (const restore of restores) restore()
    syncBuiltinESMExports()
  }
}

/** Notes every statement inside transactions, in its order. */
function countStatements(statements: string[]): () => void {
  const { db } = service.deps
  const { tx } = db
  db.tx = (work) =>
    tx((inside) =>
      work(
        new Proxy(inside, {
          get: (target, name, receiver) => {
            const found = Reflect.get(target, name, receiver) as unknown
            if (typeof found !== 'function' || !['one', 'many', 'run'].includes(String(name))) return found
            return (statement: { text: string }) => {
              statements.push(statement.text)
              return (found as (given: unknown) => unknown).call(target, statement)
            }
          },
        }),
      ),
    )
  return () => {
    db.tx = tx
  }
}

describe('the work of refusing', () => {
  it('a signature is the same for a key that is known and for one that is not', async () => {
    const ask = (keyId: string) => () =>
      service.signed({ keyId, secret: 'sk_sandbox_wrong' }, 'GET', '/api/partner/v1/me')
    // The first request of a process makes things that all later ones use.
    await ask(partner.keyId)()
    const known = await measureWork(ask(partner.keyId))
    const unknown = await measureWork(ask(`pk_sandbox_${'0'.repeat(24)}`))
    expect(unknown).toEqual(known)
    expect(known.status).toBe(401)
    // Compared with the key in memory or its stand-in, then with the one in the database or its stand-in, which is opened.
    expect(known.work).toMatchObject({ createDecipheriv: 1, timingSafeEqual: 2, one: 1 })
  })

  it('a malformed signature is that of a wrong one', async () => {
    const request = (signature: string) => () =>
      service.signed(partner, 'GET', '/api/partner/v1/me', undefined, { headers: { 'x-service-signature': signature } })
    const wrong = await measureWork(request(`v1=${'0'.repeat(64)}`))
    for (const malformed of ['v1=', 'v2=x', `v1=${'Z'.repeat(64)}`, 'x'.repeat(500)])
      expect(await measureWork(request(malformed))).toEqual(wrong)
  })

  /** That the hash of nobody costs what a hash of somebody costs is held by the rules of accounts. */
  it('a sign-in is the same for an address that has an account and for one that has none', async () => {
    const ask = (email: string) => () =>
      service.send({
        method: 'POST',
        url: '/sign-in',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ email, password: 'this is not the password' }).toString(),
      })
    await ask(account.email)()
    const known = await measureWork(ask(account.email))
    expect(await measureWork(ask('nobody@mail.example'))).toEqual(known)
    expect(known.status).toBe(401)
  })

  it.each(['/sign-up', '/forgot-password', '/confirm', '/developers/start'])(
    'the form at %s is the same for an address that has an account, confirmed or not, and for one that has none',
    async (url) => {
      const ask = (email: string) => () => {
        const fields = { email, password: 'this is not the password', company: 'Company' }
        return service.send({
          method: 'POST',
          url,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams(fields).toString(),
        })
      }
      const unconfirmed = `unconfirmed${url.replaceAll('/', '-')}@mail.example`
      await service.send({
        method: 'POST',
        url: '/sign-up',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ email: unconfirmed, password: 'another good password' }).toString(),
      })
      await ask(account.email)()
      const statements: string[] = []
      const restore = countStatements(statements)
      try {
        const known = await measureWork(ask(account.email))
        const ofKnown = statements.splice(0)
        const open = await measureWork(ask(unconfirmed))
        const ofOpen = statements.splice(0)
        const nobody = await measureWork(ask(`nobody${url.replaceAll('/', '-')}@mail.example`))
        expect([open, nobody]).toEqual([known, known])
        // The same statements in the same order, whichever address it is.
        expect([ofOpen, statements]).toEqual([ofKnown, ofKnown])
        expect(ofKnown.filter((text) => text.includes('insert into mail_messages'))).toHaveLength(1)
      } finally {
        restore()
      }
    },
  )

  it('a token is the same for one that nobody has and for one that ended', async () => {
    const { access_token: ended } = await application.obtainTokens(account)
    await application.postForm('/api/oauth/revoke', { token: ended, client_id: application.clientId })
    const ask = (token: string) => () =>
      service.send({ method: 'GET', url: '/api', headers: { authorization: `Bearer ${token}` } })
    await ask(ended)()
    const known = await measureWork(ask(ended))
    expect(known.status).toBe(401)
    expect(await measureWork(ask(`fh_at_${'0'.repeat(64)}`))).toEqual(known)
  })
})
