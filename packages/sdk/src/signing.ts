// Owns the signature of a partner request: the canonical query, the canonical string, and the HMAC over it. Usable on its own.

/** Everything that is signed. `path` and `query` are as they stand on the request line, still percent-encoded. */
export interface SignedParts {
  method: string
  /** The whole path, `/api/partner/v1` included, without the query. */
  path: string
  /** The raw query without its question mark. */
  query?: string | undefined
  /** Unix time in whole seconds, as text: the header's exact value. */
  timestamp: string
  nonce: string
  /** The exact body as sent; text is taken as UTF-8. A body of GET or HEAD is not signed. */
  body?: string | Uint8Array | undefined
}

export interface SignRequestInput extends Omit<SignedParts, 'timestamp' | 'nonce'> {
  keyId: string
  secret: string
  /** Unix seconds; now when absent. */
  timestamp?: string | number | undefined
  /** Unique for each request, retries included; a UUID when absent. */
  nonce?: string | undefined
}

export interface SignatureHeaders {
  'X-Service-Key-Id': string
  'X-Service-Timestamp': string
  'X-Service-Nonce': string
  'X-Service-Signature': string
}

export interface SignedRequest {
  headers: SignatureHeaders
  /** What was signed, to hold against the server's when a signature is refused. */
  canonicalString: string
}

const HMAC_SHA256 = { name: 'HMAC', hash: 'SHA-256' } as const
const SIGNATURE = /^v1=([0-9a-f]{64})$/u
const encoder = new TextEncoder()

/**
 * Decodes the raw query as a form, sorts the pairs by key and then by value, and encodes them in the one canonical way. Give it
 * what stands after the question mark, without the mark itself.
 */
export function canonicalQuery(rawQuery: string): string {
  // URLSearchParams drops one leading question mark; the one put here is dropped instead of one that belongs to the first key.
  const pairs = [...new URLSearchParams(`?${rawQuery}`)]
  return pairs
    .sort(([keyA, valueA], [keyB, valueB]) => compare(keyA, keyB) || compare(valueA, valueB))
    .map(([key, value]) => `${encode(key)}=${encode(value)}`)
    .join('&')
}

/** Six lines joined by line feeds. `bodySha256` comes from `bodySha256()`, since hashing is asynchronous in WebCrypto. */
export function canonicalString(parts: Omit<SignedParts, 'body'> & { bodySha256: string }): string {
  return [
    parts.method.toUpperCase(),
    parts.path,
    canonicalQuery(parts.query ?? ''),
    parts.timestamp,
    parts.nonce,
    parts.bodySha256,
  ].join('\n')
}

/** Lower-case hex SHA-256 of the body, or of nothing for GET and HEAD. */
export async function bodySha256(method: string, body?: string | Uint8Array): Promise<string> {
  const unsigned = /^(?:get|head)$/iu.test(method) || body === undefined
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', toBytes(unsigned ? '' : body))))
}

/** Signs a request and returns the four headers that it needs. Sign every attempt anew: a nonce is good for one request. */
export async function signRequest(input: SignRequestInput): Promise<SignedRequest> {
  const timestamp = String(input.timestamp ?? Math.floor(Date.now() / 1000))
  const nonce = input.nonce ?? crypto.randomUUID()
  const text = canonicalString({ ...input, timestamp, nonce, bodySha256: await bodySha256(input.method, input.body) })
  const mac = await hmacSha256(input.secret, text)
  return {
    headers: {
      'X-Service-Key-Id': input.keyId,
      'X-Service-Timestamp': timestamp,
      'X-Service-Nonce': nonce,
      'X-Service-Signature': `v1=${toHex(mac)}`,
    },
    canonicalString: text,
  }
}

/**
 * Tells whether `signature` (`v1=<hex>`) is that of the request, in constant time. It judges the signature only: whether the
 * timestamp is recent and the nonce new is for the receiver to decide.
 */
export async function verifySignature(input: SignedParts & { secret: string; signature: string }): Promise<boolean> {
  const hex = SIGNATURE.exec(input.signature)?.[1]
  if (hex === undefined) return false
  const text = canonicalString({ ...input, bodySha256: await bodySha256(input.method, input.body) })
  return verifyHmacSha256(input.secret, fromHex(hex), text)
}

/** The secret's UTF-8 bytes are the key. */
export async function hmacSha256(secret: string, message: string | Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.sign('HMAC', await importKey(secret, 'sign'), toBytes(message)))
}

/** Compares in constant time. */
export async function verifyHmacSha256(
  secret: string,
  mac: Uint8Array<ArrayBuffer>,
  message: string | Uint8Array,
): Promise<boolean> {
  return crypto.subtle.verify('HMAC', await importKey(secret, 'verify'), mac, toBytes(message))
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Of an even number of hex digits. */
export function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  )
}

/** JavaScript's own order of strings, by UTF-16 code units: `localeCompare` would sort differently on each machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** `encodeURIComponent` leaves five characters of RFC 3986's reserved set alone; the signature wants them escaped too. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/gu, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
}

function importKey(secret: string, usage: 'sign' | 'verify') {
  return crypto.subtle.importKey('raw', toBytes(secret), HMAC_SHA256, false, [usage])
}

function toBytes(body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return typeof body === 'string' ? encoder.encode(body) : new Uint8Array(body)
}
