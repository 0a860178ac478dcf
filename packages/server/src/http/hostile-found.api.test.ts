// What the generator of hostile requests found, each as a test of its own; and that its judge can find anything at all.
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestResponse, type TestService } from '../../test/harness.ts'
import { judge } from '../../test/hostile/judge.ts'
import { OPERATIONS } from '../../test/hostile/operations.ts'
import type { Case } from '../../test/hostile/requests.ts'
import { type Send, socketSender } from '../../test/hostile/senders.ts'
import { MARKUP } from '../../test/hostile/values.ts'

let service: TestService
let send: Send
beforeAll(async () => {
  service = await startTestService()
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  send = socketSender((service.app.server.address() as AddressInfo).port)
})

describe('the judge of answers', () => {
  const operation = OPERATIONS.find(({ id }) => id === 'operator.partners.list')!
  const wire = { method: 'GET', url: '/api/operator/v1/partners', headers: [], body: undefined }
  const asked: Case = { operation, changes: [], wire, mustBeRefused: false, untouched: false }
  const id = `req_${'0'.repeat(26)}`
  const makeResponse = (status: number, json: unknown, headers: object = {}): TestResponse => ({
    status,
    json,
    text: JSON.stringify(json),
    headers: { 'x-request-id': id, 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  })
  const error = (code: string, more: object = {}) => ({
    error: { code, message: 'm', request_id: id, reason: null, details: [], ...more },
  })
  const page = (text: string): TestResponse => ({ ...makeResponse(200, null, { 'content-type': 'text/html' }), text })
  const empty = { partners: [], next_cursor: null, has_more: false }

  it('has nothing against what is right', () => {
    expect(judge(asked, makeResponse(200, empty))).toBe(null)
    expect(judge(asked, makeResponse(400, error('validation_error')))).toBe(null)
  })

  it.each<[string, TestResponse, Partial<Case>]>([
    ['a fault of ours', makeResponse(500, error('internal_error')), {}],
    ['an undocumented 503', makeResponse(503, error('upstream_unavailable')), {}],
    ['a missing id', makeResponse(400, error('validation_error'), { 'x-request-id': '' }), {}],
    ['another id in the body', makeResponse(400, error('validation_error', { request_id: 'req_1' })), {}],
    ['a code of another status', makeResponse(400, error('conflict')), {}],
    ['an error of another shape', makeResponse(400, { message: 'no' }), {}],
    ['a cached error', makeResponse(400, error('validation_error'), { 'cache-control': 'public' }), {}],
    [
      'words of the database',
      makeResponse(400, error('validation_error', { message: 'invalid input syntax for type' })),
      {},
    ],
    ['a stack', makeResponse(400, error('validation_error', { message: 'TypeError: x' })), {}],
    ['an answer of another shape', makeResponse(200, { ...empty, partners: null }), {}],
    ['another status of success', makeResponse(201, empty), {}],
    ['somebody who was let in', makeResponse(200, empty), { mustBeRefused: true }],
    ['markup on a page', page(`<p>${MARKUP}</p>`), {}],
    ['a strange script on a page', page('<script>hostile()</script>'), {}],
  ])('complains of %s', (_, response, more) => {
    expect(judge({ ...asked, ...more }, response)).not.toBe(null)
  })
})

describe('a time at the ends of what can be written', () => {
  it.each([
    'from=0000-01-01',
    'from=0000-01-01T00:00:00%2B23:59',
    'from=9999-12-31T23:59:59-23:59',
    'to=0000-01-02',
    'to=9999-12-31T23:59:59-23:59',
  ])('is taken by every report (%s)', async (range) => {
    const partner = await service.partner()
    for (const path of ['me/clicks', 'me/sales', 'me/commissions', 'orders', 'refunds', 'transactions']) {
      const { status } = await service.signed(partner, 'GET', `/api/partner/v1/${path}?${range}`)
      expect([path, status]).toEqual([path, 200])
    }
  })

  it('is 400 where the answer would have to repeat it and cannot', async () => {
    const partner = await service.partner()
    for (const [range, status] of [
      ['from=0000-01-01', 200],
      ['from=0000-01-01T00:00:00%2B23:59', 400],
      ['to=0000-01-02', 400],
      ['to=9999-12-31T23:59:59Z', 200],
      ['to=9999-12-31T23:59:59-23:59', 400],
    ]) {
      const response = await service.signed(partner, 'GET', `/api/partner/v1/analytics?${range}`)
      expect([range, response.status]).toEqual([range, status])
    }
  })
})

describe('an answer of the tools for agents', () => {
  it('leaves the connection to the client, who asked for its end', async () => {
    const params = { name: 'tld_requirements', arguments: { tld: 'com' } }
    const response = await send({
      method: 'POST',
      url: '/mcp',
      headers: [
        ['content-type', 'application/json'],
        ['accept', 'application/json, text/event-stream'],
      ],
      body: Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })),
    })
    expect([response.status, response.headers.connection]).toEqual([200, 'close'])
    expect(response.text).toContain('"structuredContent"')
  })
})

describe('a media type that cannot be read', () => {
  it.each(['token', 'revoke', 'register'])('is refused by oauth/%s as any other wrong one', async (name) => {
    const url = `/api/oauth/${name}`
    const refused = async (type: string) => {
      const { status, json } = await service.send({ method: 'POST', url, headers: { 'content-type': type }, body: 'x' })
      return [status, typeof json.error]
    }
    expect([await refused(';'), await refused('text/plain')]).toEqual(Array(2).fill([400, 'string']))
  })
})

describe('a good sample that fails', () => {
  const operation = OPERATIONS.find(({ id }) => id === 'GET /account')!
  const wire = { method: 'GET', url: '/account', headers: [], body: undefined }
  const asked: Case = { operation, changes: [], wire, mustBeRefused: false, untouched: true }
  const makeResponse = (status: number, location?: string): TestResponse => ({
    status,
    json: undefined,
    text: '',
    headers: { 'x-request-id': `req_${'0'.repeat(26)}`, location },
  })

  it('is told of pages, too: refused, sent to sign in, or led elsewhere', () => {
    expect(judge(asked, makeResponse(200))).toBe(null)
    expect(judge(asked, makeResponse(404))).toContain('the sample got 404')
    expect(judge(asked, makeResponse(302, '/sign-in?next=%2Faccount'))).toContain('the sample got 302')
    expect(judge({ ...asked, leadsTo: '/portal' }, makeResponse(303, '/'))).toContain('did not lead on')
    expect(judge({ ...asked, operation: { ...operation, refused: 403 } }, makeResponse(200))).toContain(
      'the sample got',
    )
  })
})
