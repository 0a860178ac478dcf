// Holds the headers of deliveries to the published vectors, which receivers in other languages test against.
import { readFileSync } from 'node:fs'
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
