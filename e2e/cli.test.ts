// Runs the `freehold` command against a started service, as a person would type it: sign-in, a sale, requests and errors. cli-more.test.ts
// has the other commands.
import { statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { newFolder } from './process.ts'
import { logIn, useCli } from './typed-cli.ts'

const cli = useCli()
const { call, json, type } = cli

describe('the CLI', () => {
  it('explains how to sign in without a profile', async () => {
    const done = await type('search', 'coffee')
    expect([done.code, done.stderr]).toEqual([2, expect.stringContaining('freehold login')])
  })

  it('checks the key at login and saves it readable by its owner only', async () => {
    const done = await logIn(cli)
    expect([done.code, done.stdout]).toEqual([0, expect.stringContaining('as Sandbox Partner (sandbox)')])
    expect(statSync(cli.env.FREEHOLD_PROFILE ?? '').mode & 0o777).toBe(0o600)
    const wrong = await type('login', '--key-id', 'pk_sandbox_x', '--secret', 'y', '--base-url', cli.service.url)
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('invalid_signature')])
    expect((await json<{ results: unknown[] }>('search', 'coffee')).results.length).toBeGreaterThan(0)
  })

  it('searches, quotes, records an order and shows it, as tables and as JSON', async () => {
    const table = await type('search', 'coffee', '--max-price', '100000')
    expect(table.stdout).toMatch(/^DOMAIN +PRICE +SCORE +MATCHED\n/)
    const { results } = await json<{ results: { domain: string }[] }>('search', 'coffee')
    const { quote_id } = await json<{ quote_id: string }>('quote', results[0]?.domain ?? '')
    const made = await json<{ public_id: string }>('order', '--quote', quote_id, '--ref', 'cart-1')
    expect((await call('orders')).stdout).toContain(made.public_id)
    expect((await call('orders', made.public_id)).stdout).toContain('EXTERNALLY_PAID')
    expect((await call('sandbox', 'order', made.public_id, 'start_transfer')).stdout).toContain('TRANSFER_IN_PROGRESS')
    expect((await call('sandbox', 'clock', '--days', '1')).stdout).toMatch(/^Your sandbox clock: /)
  })

  it('sends any request, as a partner and as the operator', async () => {
    const me = await json<{ environment: string }>('request', 'get', '/api/partner/v1/me')
    expect(me.environment).toBe('sandbox')
    const listing = { environment: 'sandbox', domain: 'typed-by-hand.test', price_cents: 5000, currency: 'USD' }
    const made = await json<{ domain: string }>('request', 'POST', '/api/operator/v1/listings', JSON.stringify(listing))
    expect(made.domain).toBe('typed-by-hand.test')
    const twice = await call('request', 'POST', '/api/operator/v1/listings', JSON.stringify(listing))
    expect([twice.code, twice.stderr]).toEqual([1, expect.stringContaining('conflict')])
  })

  it('reports a usage error in one line that says what to do', async () => {
    for (const [words, hint] of [
      [['serch', 'x'], 'Did you mean "freehold search"'],
      [['webhooks'], 'The command is incomplete. Use one of: "freehold webhooks listen"'],
      [['quote'], 'Usage: freehold quote DOMAIN'],
      [['order', '--price', 'much', '--ref', 'x'], '--price must be an amount'],
      [['order', '--quote', 'quo_1'], 'Pass --ref'],
      [['order', '--ref', 'x', '--quote', 'q', '--account', 'A', '--auth-code'], '--auth-code, not both'],
      [['delivery', '--auth-code'], 'Pass ORDER-ID with --auth-code'],
      [['operator', 'delivery', 'ord_1', 'set_auth_code'], 'Pass --code'],
      [['operator', 'registry', 'cmd_1', 'confirm', '--expires', 'soon'], '--expires must be a date'],
      [['operator', 'registry', 'cmd_1', 'retry', '--note', 'x'], '--note is for fail only'],
      [['order', '--ref', 'x', '--domain', 'held.test'], 'Pass --quote, or --domain and --price'],
      [['webhooks', 'listen', '--forward', 'localhost:4000'], '--forward must be the URL of your receiver'],
      [['operator', 'import', '/nowhere.csv'], 'Cannot read /nowhere.csv'],
      [['operator', 'import', '/nowhere.csv', '--format', 'xml'], 'Unknown format "xml". Use one of: csv, ndjson.'],
      [['sign', 'GET', '/api', '--compare', '/nowhere.txt'], 'Cannot read /nowhere.txt'],
      [['request', 'FETCH', '/api/partner/v1/me'], 'Unknown method "FETCH"'],
      [['request', 'POST', '/api/partner/v1/quotes', '{domain}'], 'The body is not valid JSON'],
      [['orders', '--colour'], 'Unknown option --colour. Run freehold orders --help.'],
      [['orders', '--limit'], 'The option --limit needs a value.'],
      [['sandbox', 'clock', '--days', '1', '--advance', '60'], 'Pass --advance or --days, not both'],
      [['login', '--base-url', 'nowhere', '--key-id', 'k', '--secret', 's'], 'baseUrl must be an http or https URL'],
    ] as const) {
      const done = await call(...words)
      expect([done.code, done.stderr.split('\n')[0]]).toEqual([2, expect.stringContaining(hint)])
    }
    expect((await type('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    const short = await call('search', 'x')
    expect(short.stderr.split('\n').filter((line) => line.includes('q: must'))).toHaveLength(1)
    const refused = await call('quote', 'never-listed.test')
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/not_found[\s\S]*request req_/)])
  })

  it('compares canonical strings, and exits with 1 when they differ', async () => {
    const file = path.join(newFolder(), 'mine.txt')
    writeFileSync(
      file,
      'GET\n/api/partner/v1/orders\nlimit=6\n1800000000\nnonce-12345\ne3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\n',
    )
    const compare = (limit: number) => call('sign', 'GET', `/api/partner/v1/orders?limit=${limit}`, '--compare', file)
    const other = await compare(5)
    expect([other.code, other.stdout]).toEqual([
      1,
      expect.stringMatching(/\n\nThe query differs:\n {2}expected {2}limit=5\n {2}yours {5}limit=6\n$/),
    ])
    const same = await compare(6)
    expect([same.code, same.stdout]).toEqual([0, expect.stringContaining('Your canonical string matches.')])
    writeFileSync(file, 'GET\r\n/api')
    const unseen = await call('sign', 'GET', '/api', '--compare', file)
    expect(unseen.stdout).toContain('The method differs:\n  expected  GET\n  yours     "GET\\r"')
  })
})
