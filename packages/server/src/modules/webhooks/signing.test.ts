// Holds the headers of deliveries to the published vectors, which receivers in other languages test against.
import { readFileSync } from 'node:fs'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { describe, expect, it } from 'vitest'
import { deliveryHeaders, signingKey } from './rules/signing.ts'

const file = new URL('../../../../../docs/vectors/webhooks.json', import.meta.url)
const published = JSON.parse(readFileSync(file, 'utf8')) as {
  secret: string
  previous_secret: string
  timestamp: number
  vectors: { name: string; body: string; headers: Record<string, string> }[]
}

describe('the published deliveries', () => {
  it.each(published.vectors.map((vector) => [vector.name, vector] as const))('%s', (_, { body, headers }) => {
    const { id, type } = JSON.parse(body) as { id: string; type: string }
    const isReplaced = 'x-service-signature-previous' in headers
    const keys = {
      current: signingKey(published.secret),
      previous: isReplaced ? signingKey(published.previous_secret) : null,
    }
    const at = new Date(published.timestamp * 1000)
    const flat = deliveryHeaders({ eventId: id, eventType: type, attempt: 1, body }, keys, at)
    const made = Object.fromEntries(
      flat.flatMap((name, index) => (index % 2 === 0 ? [[name.toLowerCase(), flat[index + 1]]] : [])),
    )
    expect(made).toEqual({ ...headers, 'user-agent': expect.any(String) })
  })
})

describe('a secret of the form whsec_{base64}', () => {
  const SECRET = `whsec_${Buffer.from('a key of twenty-four byte').toString('base64')}`
  const OLDER = `whsec_${Buffer.from('the key from before it, 32 bytes').toString('base64')}`
  const body = '{"id":"evt_1","type":"order.recorded","data":{"name":"Zoë"}}'
  const event = { eventId: 'evt_1', eventType: 'order.recorded', attempt: 1, body }

  /** The libraries compare with the time of the machine. */
  function sign(secret: string, previous: string | null = null): Record<string, string> {
    const keys = { current: signingKey(secret), previous: previous === null ? null : signingKey(previous) }
    const flat = deliveryHeaders(event, keys, new Date())
    return Object.fromEntries(flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1]!]] : [])))
  }

  it.each([
    ['standardwebhooks', (secret: string) => new StandardWebhook(secret)],
    ['svix', (secret: string) => new SvixWebhook(secret)],
  ])('is verified by the default constructor of %s, also while it is replaced', (_, open) => {
    expect(open(SECRET).verify(body, sign(SECRET))).toMatchObject({ id: 'evt_1' })
    for (const secret of [SECRET, OLDER])
      expect(open(secret).verify(body, sign(SECRET, OLDER))).toMatchObject({ id: 'evt_1' })
    expect(() => open(OLDER).verify(body, sign(SECRET))).toThrow()
    expect(() => open(SECRET).verify(body.replace('Zoë', 'Zoe'), sign(SECRET))).toThrow()
  })

  it('adds a second signature and leaves the first as it is for any secret', () => {
    const signatures = sign(SECRET)['webhook-signature']!.split(' ')
    expect(signatures).toHaveLength(2)
    const raw = new StandardWebhook(`whsec_${Buffer.from(SECRET).toString('base64')}`)
    expect(raw.verify(body, { ...sign(SECRET), 'webhook-signature': signatures[0]! })).toMatchObject({ id: 'evt_1' })
    expect(sign(SECRET, OLDER)['webhook-signature']!.split(' ')).toHaveLength(4)
  })

  it.each([
    ['another prefix', 'secret_bm90IG91ciBwcmVmaXg='],
    ['no base64', 'whsec_of_the_tests'],
    ['base64 without its padding', 'whsec_bm90IG91ciBwcmVmaXg'],
    ['the URL alphabet', 'whsec_-_-_-_-_-_-_-_-_'],
    ['nothing behind the prefix', 'whsec_'],
  ])('is not what a secret with %s has: one signature', (_, secret) => {
    expect(sign(secret)['webhook-signature']!.split(' ')).toHaveLength(1)
  })
})
