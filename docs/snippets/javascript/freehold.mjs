// Signed requests with Node 20 or later and no packages. Import `request`, or run:
//   node freehold.mjs METHOD PATH [BODY] [IDEMPOTENCY_KEY]
// Settings: FREEHOLD_BASE_URL, FREEHOLD_KEY_ID, FREEHOLD_SECRET.
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { pathToFileURL } from 'node:url'

const encode = (text) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0)

/** Decodes the pairs, sorts them by key and value, and encodes them again. */
export function canonicalQuery(rawQuery) {
  return [...new URLSearchParams(`?${rawQuery}`)]
    .sort((a, b) => compare(a[0], b[0]) || compare(a[1], b[1]))
    .map(([key, value]) => `${encode(key)}=${encode(value)}`)
    .join('&')
}

/** Returns the value of the X-Service-Signature header. */
export function sign({ secret, method, path, query = '', timestamp, nonce, body = '' }) {
  const verb = method.toUpperCase()
  const signedBody = verb === 'GET' || verb === 'HEAD' ? '' : body
  const bodyHash = createHash('sha256').update(signedBody).digest('hex')
  const text = [verb, path, canonicalQuery(query), timestamp, nonce, bodyHash].join('\n')
  return `v1=${createHmac('sha256', secret).update(text).digest('hex')}`
}

/** Sends a signed request. `target` is the path with its query; `body` is the exact JSON text to send. */
export async function request({ baseUrl, keyId, secret }, method, target, { body, headers = {} } = {}) {
  const [path, ...rest] = target.split('?')
  const query = canonicalQuery(rest.join('?'))
  const timestamp = String(Math.floor(Date.now() / 1000))
  const nonce = randomUUID()
  return fetch(baseUrl + path + (query && `?${query}`), {
    method,
    body,
    headers: {
      ...headers,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      'X-Service-Key-Id': keyId,
      'X-Service-Timestamp': timestamp,
      'X-Service-Nonce': nonce,
      'X-Service-Signature': sign({ secret, method, path, query, timestamp, nonce, body }),
    },
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { FREEHOLD_BASE_URL: baseUrl, FREEHOLD_KEY_ID: keyId, FREEHOLD_SECRET: secret } = process.env
  const [method, target, body, idempotencyKey] = process.argv.slice(2)
  const headers = idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}
  const response = await request({ baseUrl, keyId, secret }, method, target, { body, headers })
  console.log(await response.text())
  process.exitCode = response.ok ? 0 : 1
}
