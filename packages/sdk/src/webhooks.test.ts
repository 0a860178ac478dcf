// Tests webhook verification against the published vectors, and the rejection of altered deliveries.
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Freehold } from './client.ts'
import { WebhookVerificationError } from './errors.ts'
import { signedWebhook } from './testing.ts'
import { type VerifyWebhookOptions, verifyWebhook, type WebhookEvent, type WebhookHeaders } from './webhooks.ts'

interface Vectors {
  secret: string
  previous_secret: string
  timestamp: number
  vectors: { name: string; body: string; headers: Record<string, string> }[]
}

const file = new URL('../../../docs/vectors/webhooks.json', import.meta.url)
const { secret, previous_secret: previous, timestamp, vectors } = JSON.parse(readFileSync(file, 'utf8')) as Vectors
const now = timestamp * 1000
const [plain, replaced] = vectors as [Vectors['vectors'][number], Vectors['vectors'][number]]
const without = (headers: Record<string, string>, ...names: string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))

async function refusal(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | string[] = secret,
  options: VerifyWebhookOptions = { now },
): Promise<string> {
  const error: unknown = await verifyWebhook(body, headers, secrets, options).then(
    () => expect.unreachable('it was accepted'),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(WebhookVerificationError)
  return (error as WebhookVerificationError).code
}

describe('the published vectors', () => {
  it.each(vectors.map((vector) => [vector.name, vector] as const))('%s', async (_, { body, headers }) => {
    const event = JSON.parse(body) as WebhookEvent
    expect(await verifyWebhook(body, headers, secret, { now })).toEqual(event)
    const bytes = new TextEncoder().encode(body)
    expect(await verifyWebhook(bytes, new Headers(headers), secret, { now })).toEqual(event)
    // As `request.arrayBuffer()` gives it.
    expect(await verifyWebhook(bytes.buffer, new Headers(headers), secret, { now })).toEqual(event)
    const previousSecret = 'x-service-signature-previous' in headers ? previous : undefined
    expect(await signedWebhook(event, secret, { at: now, previousSecret })).toEqual({ body, headers })
  })
})

describe('a secret rotation', () => {
  it('accepts either secret, whichever side changed first', async () => {
    for (const secrets of [secret, previous, [secret, previous], [previous, secret], ['another', previous]])
      expect(await verifyWebhook(replaced.body, replaced.headers, secrets, { now })).toMatchObject({
        type: 'order.transfer_completed',
      })
    // The service signs with one secret; the receiver still knows the old one, too.
    expect(await verifyWebhook(plain.body, plain.headers, [previous, secret], { now })).toMatchObject({
      type: 'order.recorded',
    })
  })

  it('rejects a secret that did not sign', async () => {
    expect(await refusal(plain.body, plain.headers, previous)).toBe('invalid_signature')
    expect(await refusal(plain.body, plain.headers, ['a', 'b'])).toBe('invalid_signature')
  })
})

describe('a delivery is rejected', () => {
  it('when one character of it differs', async () => {
    const { body, headers } = plain
    await fc.assert(
      fc.asyncProperty(fc.nat(body.length - 1), fc.integer({ min: 1, max: 127 }), async (at, by) => {
        const changed = String.fromCharCode((body.charCodeAt(at) + by) % 128)
        expect(await refusal(body.slice(0, at) + changed + body.slice(at + 1), headers)).toBe('invalid_signature')
      }),
      { numRuns: 50 },
    )
  })

  it.each([
    ['x-service-signature', (value: string) => value.replace(/^./u, (digit) => (digit === '0' ? '1' : '0'))],
    ['x-service-signature', (value: string) => value.slice(2)],
    ['x-service-signature', (value: string) => value.toUpperCase()],
    ['x-service-signature', (value: string) => `v1=${value}`],
    ['x-service-signature', () => ''],
    ['webhook-signature', (value: string) => value.replace('v1,', 'v2,')],
    ['webhook-signature', () => 'v1,???'],
    ['webhook-signature', (value: string) => `v1,${value.slice(7)}`],
    ['webhook-id', () => 'evt_another'],
    ['webhook-timestamp', (value: string) => String(Number(value) + 1)],
  ])('when its %s is another (%#)', async (name, change) => {
    const headers = { ...plain.headers, [name]: change(plain.headers[name] ?? '') }
    expect(await refusal(plain.body, headers)).toBe('invalid_signature')
  })

  it('when a header is missing', async () => {
    expect(await refusal(plain.body, without(plain.headers, 'x-service-signature'))).toBe('missing_signature')
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
      expect(await refusal(plain.body, without(plain.headers, name))).toBe('missing_timestamp')
  })

  it('when it is too old or in the future', async () => {
    const at = (seconds: number) => ({ now: now + seconds * 1000 })
    expect(await verifyWebhook(plain.body, plain.headers, secret, at(300))).toMatchObject({ type: 'order.recorded' })
    expect(await refusal(plain.body, plain.headers, secret, at(301))).toBe('outside_tolerance')
    expect(await refusal(plain.body, plain.headers, secret, at(-301))).toBe('outside_tolerance')
    expect(await refusal(plain.body, plain.headers, secret, { ...at(11), toleranceSeconds: 10 })).toBe(
      'outside_tolerance',
    )
    expect(await refusal(plain.body, plain.headers, secret, { now, toleranceSeconds: Number.NaN })).toBe(
      'outside_tolerance',
    )
  })

  it('when its body was parsed or is not JSON', async () => {
    expect(await refusal(JSON.parse(plain.body) as string, plain.headers)).toBe('body_not_raw')
    const signature = createHmac('sha256', secret).update('no JSON').digest('hex')
    const bodyAlone = { toleranceSeconds: Number.POSITIVE_INFINITY }
    expect(await refusal('no JSON', { 'x-service-signature': signature }, secret, bodyAlone)).toBe('malformed')
  })
})

describe('a receiver', () => {
  it('can skip the time check', async () => {
    const headers = { 'X-SERVICE-SIGNATURE': plain.headers['x-service-signature'] }
    const options = { toleranceSeconds: Number.POSITIVE_INFINITY }
    expect(await verifyWebhook(plain.body, headers, secret, options)).toMatchObject({ type: 'order.recorded' })
  })

  it('accepts Node headers with arrays and undefined values', async () => {
    const [signature] = [plain.headers['x-service-signature'] ?? '']
    const headers = { ...plain.headers, 'x-service-signature': [signature], 'set-cookie': ['a', 'b'], host: undefined }
    expect(await verifyWebhook(plain.body, headers, secret, { now })).toMatchObject({ type: 'order.recorded' })
    const twice = { ...plain.headers, 'x-service-signature': [signature, signature] }
    expect(await refusal(plain.body, twice)).toBe('invalid_signature')
  })

  it('accepts headers that Fetch rejects, such as HTTP/2 pseudo-headers', async () => {
    const foreign = { ':method': 'POST', 'x-city': '東京', 'content-length': 12, 'x-gap': null } as unknown as object
    expect(await verifyWebhook(plain.body, { ...foreign, ...plain.headers }, secret, { now })).toMatchObject({
      type: 'order.recorded',
    })
  })

  it('accepts bytes and text', async () => {
    const bytes = new TextEncoder().encode(plain.body)
    expect(await verifyWebhook(bytes, plain.headers, secret, { now })).toMatchObject({ type: 'order.recorded' })
  })

  it('requires a secret', async () => {
    const unset = undefined as unknown as string
    for (const nothing of ['', [], [secret, ''], unset, [secret, unset]])
      await expect(verifyWebhook(plain.body, plain.headers, nothing)).rejects.toBeInstanceOf(TypeError)
  })

  it('narrows the data by the type of the event', async () => {
    const freehold = new Freehold({ baseUrl: 'http://service.test' })
    const { body, headers } = await signedWebhook(JSON.parse(plain.body) as WebhookEvent, secret)
    const event = await freehold.webhooks.verify(body, headers, secret)
    expect(event.type === 'order.recorded' && event.data.order.domain).toBe('quickwheels.com')
  })
})
