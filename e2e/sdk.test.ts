// Packs the SDK, installs it into an empty project, checks its types there, and runs the snippets of its README against a started
// service.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { transformSync } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Freehold } from '../packages/sdk/src/index.ts'
import { folderWithSdk, shellIn } from './packed-sdk.ts'
import { cleanUp, finish, project, type Service } from './process.ts'
import { startUsed } from './used-service.ts'

const readme = readFileSync(path.join(project, 'packages/sdk/README.md'), 'utf8')
const snippets = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)

/** What the user of the last snippet does: signs in, grants access and returns. */
const PERSON = `{
const form = (fields) => ({ method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })
const signedIn = await fetch(server.issuer + '/sign-in', form({ email: process.env.EMAIL, password: process.env.PASSWORD }))
const cookie = signedIn.headers.getSetCookie().map((one) => one.split(';')[0]).join('; ')
const page = await (await fetch(consentUrl, { headers: { cookie } })).text()
const field = (name) => page.match(new RegExp('name="' + name + '" value="([^"]*)"'))[1].replaceAll('&amp;', '&')
const consent = form({ request: field('request'), ticket: field('ticket'), decision: 'allow' })
const agreed = await fetch(server.issuer + '/oauth/authorize', { ...consent, headers: { cookie } })
const person = await signIn(agreed.headers.get('location'))
console.log('signed in:', (await person.public.search('held.com')).authenticated)
}`

const COMMONJS = `
const { Freehold, FreeholdError, verifyWebhook } = require('@freehold/sdk')
const { signRequest } = require('@freehold/sdk/signing')
const { signedWebhook } = require('@freehold/sdk/testing')
const { FREEHOLD_BASE_URL: baseUrl, FREEHOLD_KEY_ID: keyId, FREEHOLD_SECRET: secret } = process.env
new Freehold({ baseUrl, keyId, secret }).orders.get('ord_unknown').catch((error) => {
  console.log(error instanceof FreeholdError, error.code, typeof verifyWebhook, typeof signRequest, typeof signedWebhook)
})
`

/** These lines compile, except for the marked ones. */
const TYPES = `
import { Freehold, type Order, type WebhookEvent } from '@freehold/sdk'
import type { Endpoints } from '@freehold/sdk/types'
import { signedWebhook } from '@freehold/sdk/testing'
import { signRequest } from '@freehold/sdk/signing'

export async function use(freehold: Freehold, event: WebhookEvent): Promise<Order[]> {
  // @ts-expect-error: a domain is a string
  await freehold.quotes.create({ domain: 1 })
  // @ts-expect-error: there is no such filter
  await freehold.orders.list({ colour: 'red' })
  // @ts-expect-error: a test event has no order
  if (event.type === 'webhook.test') event.data.order
  if (event.type === 'order.paid') event.data.order.public_id.toUpperCase()
  const me: Endpoints['GET /api/partner/v1/me']['response'] = await freehold.me.get()
  await signedWebhook(event, me.partner.name)
  await signRequest({ keyId: 'k', secret: 's', method: 'GET', path: '/' })
  return freehold.orders.list().toArray()
}
`

let service: Service
let folder: string
let env: Record<string, string>

beforeAll(async () => {
  folder = await folderWithSdk()
  service = await startUsed()
  const { partner, user } = service.credentials()
  env = {
    FREEHOLD_BASE_URL: `http://localhost:${service.port}`,
    FREEHOLD_KEY_ID: partner.key_id,
    FREEHOLD_SECRET: partner.secret,
    EMAIL: user.email,
    PASSWORD: user.password,
  }
})
afterAll(cleanUp)

const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text)

describe('every list', () => {
  it('iterates over every page of the service', async () => {
    const { operator, partner } = service.credentials()
    const { key_id: keyId, secret } = partner
    const freehold = new Freehold({ baseUrl: service.url, keyId, secret, operatorToken: operator.token })
    for (const reference of ['first', 'second']) {
      await freehold.orders.record({ ...(await createQuote(freehold)), external_payment_ref: reference })
    }
    const walks = {
      orders: freehold.orders.list({ limit: 1 }),
      events: freehold.events.list({ limit: 1, type: ['order.recorded', 'order.held'] }),
      transactions: freehold.transactions.list({ limit: 1, payment_model: 'partner_collected' }),
      market: freehold.public.market.listings({ limit: 1, sort: 'price_asc', offset: 1 }),
      'orders of the operator': freehold.operator.orders.list({ limit: 1, environment: 'sandbox' }),
      listings: freehold.operator.listings.list({ limit: 1, status: 'listed' }),
      audit: freehold.operator.audit.list({ limit: 1 }),
    }
    for (const [name, walk] of Object.entries(walks)) {
      const rows = await walk.toArray({ limit: 2 })
      expect(new Set(rows.map((row) => JSON.stringify(row))).size, name).toBe(2)
    }
  })
})

/** A quote for a test domain that can be sold repeatedly. */
const createQuote = async (freehold: Freehold) => ({
  quote_id: (await freehold.quotes.create({ domain: 'held.test' })).quote_id,
})

describe('the package', () => {
  it('contains the files it needs and no others', () => {
    const root = path.join(folder, 'node_modules/@freehold/sdk')
    expect(readdirSync(root).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json'])
    const files = readdirSync(path.join(root, 'dist'), { recursive: true }).map(String)
    expect(files.filter((file) => /\.map$|test|\.built/.test(file)).sort()).toEqual([
      'cjs/testing.d.ts',
      'cjs/testing.js',
      'testing.d.ts',
      'testing.js',
    ])
    expect(readdirSync(path.join(folder, 'node_modules/@freehold'))).toEqual(['sdk'])
  })

  it('runs the snippets of its README in order', async () => {
    expect(snippets.length).toBeGreaterThan(6)
    const { code } = transformSync(snippets.join('\n'), { loader: 'ts' })
    write('readme.mjs', `${code}\n${PERSON}`)
    const done = await shellIn(folder, 'node readme.mjs', env)
    expect(done.stderr).toBe('')
    expect(done.stdout).toMatch(/^.+, sandbox$/m)
    expect(done.stdout).toMatch(/^ord_\w+ (EXTERNALLY_PAID|MANUAL_REVIEW) \d+ [A-Z]{3}$/m)
    expect(done.stdout).toMatch(/^evt_1 webhook.test\n204$/m)
    expect(done.stdout).toMatch(/^quote_used req_\w+$/m)
    expect(done.stdout).toContain('signed in: true')
    expect(done.code).toBe(0)
  })

  it('works with require', async () => {
    write('require.cjs', COMMONJS)
    const done = await shellIn(folder, 'node require.cjs', env)
    expect(done).toMatchObject({ code: 0, stderr: '', stdout: 'true not_found function function function\n' })
  })

  it('has types for ES modules, CommonJS and the README', async () => {
    mkdirSync(path.join(folder, 'types'))
    write('types/readme.ts', snippets.join('\n'))
    write('types/modules.ts', TYPES)
    write('types/commonjs.cts', TYPES)
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2023',
      strict: true,
      noEmit: true,
      types: ['node'],
      typeRoots: [path.join(project, 'node_modules/@types')],
    }
    write('types/tsconfig.json', JSON.stringify({ compilerOptions, include: ['.'] }))
    const compiled = await finish(
      [process.execPath, path.join(project, 'node_modules/typescript/bin/tsc'), '-p', path.join(folder, 'types')],
      {},
    )
    expect(compiled.stdout + compiled.stderr).toBe('')
    expect(compiled.code).toBe(0)
  })
})
