// One start after another on one folder: what it prints, what it keeps, what a first signed request answers.
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AuthenticationError, Freehold } from '../packages/sdk/src/index.ts'
import { cleanUp, finish, type Service, startService } from './process.ts'

const AVAILABILITY = '/api/partner/v1/availability?domain=held.test'

afterAll(cleanUp)

let service: Service
beforeAll(async () => {
  service = await startService({ SEARCH_ENGINE: undefined })
})

describe('the first start', () => {
  it('prints where everything is', () => {
    const { stdout } = service.output
    for (const place of ['/api/partner/v1', '/api/operator/v1', '/docs', '/openapi.json'])
      expect(stdout).toContain(`http://localhost:${service.port}${place}`)
    expect(stdout).toContain(path.join(service.dataDir, 'credentials.json'))
  })

  it('shows its progress on stderr', () => {
    expect(service.output.stderr).toBe('Creating the database…\nAdding sample data…\n')
  })

  it('writes the credentials for its owner alone', () => {
    const file = path.join(service.dataDir, 'credentials.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const text = expect.stringMatching(/./)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      base_url: `http://localhost:${service.port}`,
      partner: { partner_id: text, key_id: text, secret: text },
      operator: { email: text, password: text, token: text },
      user: { email: text, password: text },
      portal: { email: text, password: text },
    })
  })

  it('keeps its secrets out of what it prints', () => {
    const { partner, operator, user } = service.credentials()
    for (const secret of [partner.secret, operator.password, operator.token, user.password])
      expect(service.output.stdout).not.toContain(secret)
  })

  it('answers a request that the SDK signs', async () => {
    const { partner_id } = service.credentials().partner
    expect(await service.sdk().get('/api/partner/v1/me')).toMatchObject({
      partner: { partner_id },
      environment: 'sandbox',
    })
    expect(await service.sdk().get('/api/partner/v1/availability', { domain: 'held.test' })).toMatchObject({
      domain: 'held.test',
    })
  })

  it('searches by meaning as soon as its index is loaded', async () => {
    const search = () => service.sdk().get('/api/partner/v1/domains/search', { q: 'Hundefutter' })
    await expect.poll(search, { interval: 1000 }).toMatchObject({ results: [{}, {}, {}, {}, {}] })
  })

  it('refuses the SDK with another secret', async () => {
    const stranger = new Freehold({
      baseUrl: service.url,
      keyId: service.credentials().partner.key_id,
      secret: 'not-the-secret',
    })
    const refusal = await stranger.get('/api/partner/v1/me').catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(AuthenticationError)
    expect(refusal).toMatchObject({ code: 'invalid_signature' })
  })

  it('answers an operator with the token of the credentials file', async () => {
    const response = await fetch(`${service.url}/api/operator/v1/partners`, {
      headers: { authorization: `Bearer ${service.credentials().operator.token}` },
    })
    expect(response.status).toBe(200)
  })

  it('has a sandbox of at least 2,000 names', async () => {
    const headers = { authorization: `Bearer ${service.credentials().operator.token}` }
    let count = 0
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = `environment=sandbox&limit=100${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
      const response = await fetch(`${service.url}/api/operator/v1/listings?${query}`, { headers })
      const page = (await response.json()) as { listings: unknown[]; next_cursor: string | null }
      count += page.listings.length
      cursor = page.next_cursor
    }
    expect(count).toBeGreaterThanOrEqual(2000)
  })

  it('answers signed-curl', async () => {
    const done = await finish([process.execPath, 'scripts/signed-curl.mjs', 'GET', AVAILABILITY], {
      DATA_DIR: service.dataDir,
    })
    expect([done.code, done.stderr]).toEqual([0, expect.stringMatching(/^200 OK\nX-Request-Id: req_\w+\n$/)])
    expect(JSON.parse(done.stdout)).toMatchObject({ domain: 'held.test' })
  })

  it('answers the curl command that signed-curl prints, once', async () => {
    const printed = await finish([process.execPath, 'scripts/signed-curl.mjs', 'GET', AVAILABILITY, '--print'], {
      DATA_DIR: service.dataDir,
    })
    expect(printed.stdout).toMatch(/^curl /)
    const first = await finish(['bash', '--norc', '-s'], {}, { input: printed.stdout })
    expect(JSON.parse(first.stdout)).toMatchObject({ domain: 'held.test' })
    const again = await finish(['bash', '--norc', '-s'], {}, { input: printed.stdout })
    expect(JSON.parse(again.stdout)).toMatchObject({ error: { code: 'replay_detected' } })
  })
})

describe('the next starts', () => {
  it('keep the credentials, and keep base_url current', async () => {
    const file = path.join(service.dataDir, 'credentials.json')
    const before = readFileSync(file, 'utf8')
    expect(await service.stop()).toMatchObject({ code: 0 })

    const moved = await startService({ DATA_DIR: service.dataDir })
    expect(moved.port).not.toBe(service.port)
    expect(moved.credentials()).toEqual({ ...JSON.parse(before), base_url: `http://localhost:${moved.port}` })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await moved.sdk().get('/api/partner/v1/me')).toMatchObject({ environment: 'sandbox' })
    expect(await moved.stop()).toMatchObject({ code: 0, stderr: '' })
  })
})
