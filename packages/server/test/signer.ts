// Signs requests for tests, independently of the server's own code and of the SDK.
import { createHash, createHmac, randomUUID } from 'node:crypto'

export type Credential = { keyId: string; secret: string }
export type Signed = { method: string; url: string; headers: Record<string, string>; body?: string }

export type SignOptions = {
  body?: string | undefined
  /** In place of a body: bytes that are sent by other means. */
  bytes?: Buffer | undefined
  timestamp?: string
  nonce?: string
  headers?: Record<string, string>
  now?: Date
}

const escapeAll = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

function canonicalQuery(query: string): string {
  const pairs = [...new URLSearchParams(`?${query}`)]
  pairs.sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : x > y ? 1 : 0))
  return pairs.map(([key, value]) => `${escapeAll(key)}=${escapeAll(value)}`).join('&')
}

export function sign(credential: Credential, method: string, url: string, options: SignOptions = {}): Signed {
  const [path = '', query = ''] = url.split(/\?(.*)/s)
  const timestamp = options.timestamp ?? String(Math.floor((options.now ?? new Date()).getTime() / 1000))
  const nonce = options.nonce ?? randomUUID()
  const body = method === 'GET' || method === 'HEAD' ? '' : (options.bytes ?? options.body ?? '')
  const digest = createHash('sha256').update(body).digest('hex')
  const canonical = [method, path, canonicalQuery(query), timestamp, nonce, digest].join('\n')
  const signature = createHmac('sha256', credential.secret).update(canonical).digest('hex')
  return {
    method,
    url,
    headers: {
      'x-service-key-id': credential.keyId,
      'x-service-timestamp': timestamp,
      'x-service-nonce': nonce,
      'x-service-signature': `v1=${signature}`,
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { body: options.body }),
  }
}
