// What is kept of each attempt: the response, text or not, and no more of it than promised.
import { afterAll, expect, it } from 'vitest'
import { startTestService } from '../../../test/harness.ts'
import { type Behaviour, startReceiver, until } from '../../../test/receiver.ts'

const service = await startTestService({}, { background: true })
const target = await startReceiver()
afterAll(() => target.stop())
const V1 = '/api/partner/v1/webhooks'

const respond =
  (status: number, body: string | Buffer, headers: Record<string, string> = {}): Behaviour =>
  (_, response) =>
    void response.writeHead(status, headers).end(body)

async function attempt(behaviour: Behaviour) {
  const partner = await service.partner()
  target.behave(behaviour)
  await service.signed(partner, 'PUT', '/api/partner/webhooks', { url: target.url, secret: 'sixteen-or-longer' })
  const { delivery_id: id } = (await service.signed(partner, 'POST', `${V1}/test`)).json
  let delivery = { attempts: [] as Record<string, unknown>[] }
  await until('an attempt was made', async () => {
    delivery = (await service.signed(partner, 'GET', `${V1}/deliveries/${id}`)).json
    return delivery.attempts.length > 0
  })
  return delivery.attempts[0]!
}

it.each<[string, Behaviour, Record<string, unknown> | null]>([
  [
    'text, with its content type',
    respond(500, '{"error":"<b>no ü</b>"}', { 'content-type': 'application/json; charset=utf-8' }),
    {
      content_type: 'application/json; charset=utf-8',
      body: '{"error":"<b>no ü</b>"}',
      bytes: 24,
      binary: false,
      truncated: false,
    },
  ],
  ['nothing', respond(204, ''), { content_type: null, body: null, bytes: 0, binary: false, truncated: false }],
  [
    'the first kilobyte of a long text, without half a character',
    respond(200, `${'a'.repeat(1023)}ü${'b'.repeat(1000)}`),
    { content_type: null, body: 'a'.repeat(1023), bytes: 2025, binary: false, truncated: true },
  ],
  [
    'only the size of what is not text',
    respond(200, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]), { 'content-type': 'image/png' }),
    { content_type: 'image/png', body: null, bytes: 9, binary: true, truncated: false },
  ],
  [
    'no text with a NUL, which the database refuses',
    respond(500, 'before\u0000after'),
    { content_type: null, body: null, bytes: 12, binary: true, truncated: false },
  ],
])('keeps %s', async (_, behaviour, response) => {
  expect((await attempt(behaviour)).response).toEqual(response)
})

it('keeps the beginning of a response that breaks off, and nothing of one that never came', async () => {
  const broken = await attempt((_, response, socket) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('the beginning', () => socket.destroy())
  })
  expect(broken).toMatchObject({ status_code: 200, response: { body: 'the beginning' } })
  expect(broken.error).not.toBeNull()
  const silent = await attempt((_, __, socket) => socket.destroy())
  expect(silent).toMatchObject({ status_code: null, response: null })
})

it('logs no response body', async () => {
  await attempt(respond(500, 'a-response-body-that-must-not-be-logged'))
  expect(service.logged.join('')).not.toContain('must-not-be-logged')
})
