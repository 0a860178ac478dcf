// The `freehold` command as a person types it, before a started service.
import { createHmac } from 'node:crypto'
import { statSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp, type Env, finish, newFolder, run, type Service, startService } from './process.ts'
import { usedPlace } from './used-service.ts'

const CLI = [process.execPath, 'packages/cli/bin/freehold.js'] as const

let service: Service
let place: Env
let env: Env

beforeAll(async () => {
  place = { ...(await usedPlace()), RATE_LIMITS: 'off' }
  service = await startService(place)
  env = { FREEHOLD_PROFILE: path.join(newFolder(), 'profile.json') }
})
afterAll(cleanUp)

const type = (...words: string[]) => finish([...CLI, ...words], env)
async function json<Answer>(...words: string[]): Promise<Answer> {
  const done = await type(...words, '--json')
  expect([done.code, done.stderr]).toEqual([0, ''])
  return JSON.parse(done.stdout) as Answer
}

describe('the first hour', () => {
  it('says what to do to somebody without a profile', async () => {
    const done = await type('search', 'coffee')
    expect([done.code, done.stderr]).toEqual([2, expect.stringContaining('freehold login')])
  })

  it('login proves the key and remembers it for its owner alone', async () => {
    const done = await type(
      'login',
      '--credentials',
      path.join(service.dataDir, 'credentials.json'),
      '--base-url',
      service.url,
    )
    expect([done.code, done.stdout]).toEqual([0, expect.stringContaining('Signed in as Sandbox Partner, sandbox')])
    expect(statSync(env.FREEHOLD_PROFILE ?? '').mode & 0o777).toBe(0o600)
    const wrong = await type('login', '--key-id', 'pk_sandbox_x', '--secret', 'y', '--base-url', service.url)
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('invalid_signature')])
    expect((await json<{ results: unknown[] }>('search', 'coffee')).results.length).toBeGreaterThan(0)
  })

  it('search, quote, order, orders: tables for people, JSON for programs', async () => {
    const table = await type('search', 'coffee', '--max-price', '100000')
    expect(table.stdout).toMatch(/^NAME +PRICE +SCORE +MATCHED\n/)
    const { results } = await json<{ results: { domain: string }[] }>('search', 'coffee')
    const { quote_id } = await json<{ quote_id: string }>('quote', results[0]?.domain ?? '')
    const made = await json<{ public_id: string }>('order', '--quote', quote_id, '--ref', 'cart-1')
    expect((await type('orders')).stdout).toContain(made.public_id)
    expect((await type('orders', made.public_id)).stdout).toContain('EXTERNALLY_PAID')
    expect((await type('sandbox', 'order', made.public_id, 'start_transfer')).stdout).toContain('TRANSFER_IN_PROGRESS')
    expect((await type('sandbox', 'clock', '--days', '1')).stdout).toMatch(/^Your clock says /)
  })

  it('webhooks trigger makes a whole brokerage case happen', async () => {
    expect(await type('webhooks', 'trigger', 'brokerage.case_completed')).toMatchObject({ code: 0, stderr: '' })
    const { cases } = await json<{ cases: { status: string }[] }>('request', 'GET', '/api/partner/v1/brokerage')
    expect(cases[0]?.status).toBe('completed')
  })

  it('request reaches whatever has no command of its own, as a partner and as the operator', async () => {
    const me = await json<{ environment: string }>('request', 'get', '/api/partner/v1/me')
    expect(me.environment).toBe('sandbox')
    const listing = { environment: 'sandbox', domain: 'typed-by-hand.test', price_cents: 5000, currency: 'USD' }
    const made = await json<{ domain: string }>('request', 'POST', '/api/operator/v1/listings', JSON.stringify(listing))
    expect(made.domain).toBe('typed-by-hand.test')
    const twice = await type('request', 'POST', '/api/operator/v1/listings', JSON.stringify(listing))
    expect([twice.code, twice.stderr]).toEqual([1, expect.stringContaining('conflict')])
  })

  it('mistakes are one line, with the way out', async () => {
    for (const [words, hint] of [
      [['serch', 'x'], 'did you mean "search"'],
      [['quote'], 'Usage: freehold quote NAME'],
      [['order', '--price', 'much', '--ref', 'x'], '--price is an amount'],
      [['order', '--quote', 'quo_1'], 'give --ref'],
      [['order', '--ref', 'x', '--domain', 'held.test'], 'give --quote, or --domain and --price'],
      [['webhooks', 'listen', '--forward', 'localhost:4000'], '--forward is the address of your receiver'],
      [['operator', 'import', '/nowhere.csv'], '/nowhere.csv cannot be read'],
      [['operator', 'import', '/nowhere.csv', '--format', 'xml'], '--format is csv or ndjson'],
      [['sign', 'GET', '/api', '--compare', '/nowhere.txt'], '/nowhere.txt cannot be read'],
      [['request', 'FETCH', '/api/partner/v1/me'], 'is no method'],
      [['request', 'POST', '/api/partner/v1/quotes', '{domain}'], 'the body is no JSON'],
      [['orders', '--colour'], '--colour'],
      [['sandbox', 'clock', '--days', '1', '--advance', '60'], 'give --advance or --days'],
      [
        ['login', '--base-url', 'nowhere', '--key-id', 'k', '--secret', 's'],
        'baseUrl must be an http or https address',
      ],
    ] as const) {
      const done = await type(...words)
      expect([done.code, done.stderr.split('\n')[0]]).toEqual([2, expect.stringContaining(hint)])
    }
    expect((await type('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    const short = await type('search', 'x')
    expect(short.stderr.split('\n').filter((line) => line.includes('q: must'))).toHaveLength(1)
    const refused = await type('quote', 'never-listed.test')
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/not_found[\s\S]*request req_/)])
  })

  it('sign shows the canonical string, and the line in which another differs', async () => {
    const file = path.join(newFolder(), 'mine.txt')
    writeFileSync(
      file,
      'GET\n/api/partner/v1/orders\nlimit=6\n1800000000\nnonce-12345\ne3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\n',
    )
    const done = await type(
      'sign',
      'GET',
      '/api/partner/v1/orders?limit=5',
      '--timestamp',
      '1800000000',
      '--nonce',
      'nonce-12345',
      '--compare',
      file,
    )
    expect(done.stdout).toContain('query differs:\n  here  limit=5\n  yours limit=6')
    expect(done.stdout).not.toContain('nonce differs')
    writeFileSync(file, 'GET\r\n/api')
    const unseen = await type('sign', 'GET', '/api', '--compare', file)
    expect(unseen.stdout).toContain('method differs:\n  here  GET\n  yours "GET\\r"')
  })

  it('the operator imports a file, and sees partners and orders', async () => {
    const file = path.join(newFolder(), 'names.csv')
    writeFileSync(file, 'domain,price_cents,currency\ncli-one.test,120000,USD\ncli-two.test,130000,USD\n')
    expect(await json('operator', 'import', file)).toMatchObject({ environment: 'sandbox' })
    writeFileSync(file, 'domain,price_cents,currency\ncli-one.test,120000,USD\nbad..name,1,USD\n')
    const { stdout } = await type('operator', 'import', file)
    expect(stdout).toMatch(/^2 lines: 0 created, 0 updated, 1 unchanged, 1 rejected\.\nline 3 {2}bad\.\.name {2}/)
    expect((await type('operator', 'partners')).stdout).toContain('Sandbox Partner')
    expect((await type('operator', 'orders')).code).toBe(0)
    expect((await json<{ price_cents: number }>('quote', 'cli-two.test')).price_cents).toBe(130_000)
  })

  it('completion knows every command', async () => {
    const { stdout } = await type('completion', 'bash')
    for (const word of ['login', 'webhooks', 'listen', 'sandbox', 'operator']) expect(stdout).toContain(word)
  })
})

type Taken = { id: string; isGenuine: boolean }

/** A program on this machine that takes webhooks and checks each by its secret. */
async function openReceiver(secret: string, port = 0) {
  const taken: Taken[] = []
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const body = Buffer.concat(chunks)
        const mac = createHmac('sha256', secret).update(body).digest('hex')
        taken.push({
          id: (JSON.parse(String(body)) as Taken).id,
          isGenuine: request.headers['x-service-signature'] === mac,
        })
        response.end()
      })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  return { url, taken, close: () => new Promise((resolve) => server.close(resolve)) }
}

it('webhooks listen forwards every event once, though the service is restarted in between', async () => {
  const secret = 'a-secret-for-this-test-only'
  const receiver = await openReceiver(secret)
  const listening = run([...CLI, 'webhooks', 'listen', '--forward', receiver.url, '--secret', secret], env)
  await expect.poll(() => listening.output.stderr, { timeout: 90_000 }).toContain('Forwarding to')
  for (let n = 0; n < 2; n++) expect((await type('webhooks', 'trigger', 'order.recorded')).code).toBe(0)
  await service.stop()
  service = await startService({ ...place, PORT: String(service.port) })
  expect((await type('webhooks', 'trigger', 'order.refunded')).code).toBe(0)
  const { events } = await service.sdk().get<{ events: { id: string }[] }>('/api/partner/v1/events', { limit: 200 })
  const last = events.at(-1)?.id
  await expect.poll(() => receiver.taken.at(-1)?.id, { timeout: 90_000 }).toBe(last)
  listening.child.kill('SIGINT')
  expect((await listening.ended).code).toBe(0)
  await receiver.close()
  const ids = receiver.taken.map(({ id }) => id)
  const from = events.findIndex(({ id }) => id === ids[0])
  expect(ids).toEqual(events.slice(from).map(({ id }) => id))
  expect(ids.length).toBeGreaterThanOrEqual(4)
  expect(receiver.taken.every(({ isGenuine }) => isGenuine)).toBe(true)
})

it('webhooks listen waits for a receiver that is not there yet', async () => {
  const secret = 'a-secret-for-this-test-only'
  const gone = await openReceiver(secret)
  await gone.close()
  const listening = run([...CLI, 'webhooks', 'listen', '--forward', gone.url, '--secret', secret, '--count', '1'], env)
  await expect.poll(() => listening.output.stderr, { timeout: 90_000 }).toContain('Forwarding to')
  expect((await type('webhooks', 'trigger', 'order.recorded')).code).toBe(0)
  await expect.poll(() => listening.output.stderr, { timeout: 90_000 }).toContain('does not answer; trying again')
  const receiver = await openReceiver(secret, Number(new URL(gone.url).port))
  expect((await listening.ended).code).toBe(0)
  await receiver.close()
  expect(receiver.taken).toEqual([{ id: expect.any(String), isGenuine: true }])
})
