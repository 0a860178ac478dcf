// The guides for partners against a service in production mode: the commands run as pasted, with keys that an operator issued.
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createDatabase } from '../packages/server/test/postgres.ts'
import { cleanUp, type Env, finish, freePort, newFolder, type Service, START, startService } from './process.ts'
import { INSTALLED_SHELLS, readScript } from './shell-blocks.ts'

let service: Service
let token = ''
beforeAll(async () => {
  const env: Env = {
    DATABASE_URL: await createDatabase(inject('postgresUrl'), `freehold_e2e_${process.pid}_guides`),
    NODE_ENV: 'production',
    MAIL: 'off',
    REGISTRY: 'simulated',
    BASE_URL: 'https://market.example',
    MASTER_KEY: Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 89 + 7) % 256)).toString('base64'),
  }
  service = await startService(env)
  const made = await finish([...START, 'create-operator', 'chief@market.example'], { ...env, DATA_DIR: newFolder() })
  token = /^token\s+(\S+)$/m.exec(made.stdout)?.[1] ?? ''
})
afterAll(cleanUp)

async function operate(path: string, body: object = {}) {
  const response = await fetch(`${service.url}/api/operator/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  expect([path, response.status < 300, text]).toEqual([path, true, text])
  return JSON.parse(text)
}

const SCOPES = ['search', 'buy', 'embed', 'broker', 'refer', 'report', 'webhook']

async function issueKey(environment: 'sandbox' | 'live'): Promise<Env> {
  const partner = { name: `Shop ${environment}`, email: `${environment}@shop.example`, merchant_of_record: true }
  const { partner_id } = await operate('/partners', partner)
  if (environment === 'live') await operate(`/partners/${partner_id}/approve`)
  const { key_id, secret } = await operate(`/partners/${partner_id}/credentials`, { environment, scopes: SCOPES })
  return { FREEHOLD_BASE_URL: service.url, FREEHOLD_KEY_ID: key_id, FREEHOLD_SECRET: secret }
}

async function paste(document: string, keys: Env): Promise<string> {
  const port = String(await freePort())
  const script = (readScript(document) ?? '').replaceAll('4100', port)
  const done = await finish([...INSTALLED_SHELLS[0]!.run, script], {
    ...keys,
    DATA_DIR: newFolder(),
    FREEHOLD_PROFILE: `${newFolder()}/profile.json`,
  })
  expect([document, done.code, done.code === 0 ? '' : done.stderr]).toEqual([document, 0, ''])
  return done.stdout
}

it('the five-minute guide sells a sample domain of the production sandbox', async () => {
  const output = await paste('docs/guides/five-minute-start.md', await issueKey('sandbox'))
  for (const expected of [/^order\.recorded ord_/m, /^order\.settled ord_/m, /"missing": \[\n\s+"cart-2"/])
    expect(output).toMatch(expected)
})

it('the guide to going live confirms a live key', async () => {
  expect(await paste('docs/guides/going-live.md', await issueKey('live'))).toMatch(/"environment": "live"/)
})
