// Signs Partner API requests: the canonical query, the canonical string and its HMAC. Works without the client.

/** The signed parts of a request. `path` and `query` are as sent, still percent-encoded. */
export interface SignedParts {
  method: string
  /** The full path, including `/api/partner/v1`, without the query. */
  path: string
  /** The raw query, without the question mark. */
  query?: string | undefined
  /** Unix time in seconds, exactly as in the header. */
  timestamp: string
  nonce: string
  /** The exact body; text is encoded as UTF-8. The body of a GET or HEAD request is not signed. */
  body?: string | Uint8Array | undefined
}

export interface SignRequestInput extends Omit<SignedParts, 'timestamp' | 'nonce'> {
  keyId: string
  secret: string
  /** Unix time in seconds. Default: now. */
  timestamp?: string | number | undefined
  /** Unique for each attempt, including retries. Default: a UUID. */
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
  /** The signed text, to compare with the server's if a signature is rejected. */
  canonicalString: string
}

const HMAC_SHA256 = { name: 'HMAC', hash: 'SHA-256' } as const
const SIGNATURE = /^v1=([0-9a-f]{64})$/u
const encoder = new TextEncoder()

/**
 * Decodes the raw query as a form, sorts the pairs by key and then by value, and encodes them in the canonical way. Pass the query
 * without its question mark.
 */
export function canonicalQuery(rawQuery: string): string {
  // URLSearchParams drops a leading question mark: add one, so that a mark in the first key is kept.
  const pairs = [...new URLSearchParams(`?${rawQuery}`)]
  return pairs
    .sort(([keyA, valueA], [keyB, valueB]) => compare(keyA, keyB) || compare(valueA, valueB))
    .map(([key, value]) => `${encode(key)}=${encode(value)}`)
    .join('&')
}

/** Six lines joined by line feeds. Get `bodySha256` from `bodySha256()`, because WebCrypto hashes asynchronously. */
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

/** The SHA-256 of the body in lowercase hex. GET and HEAD hash an empty body. */
export async function bodySha256(method: string, body?: string | Uint8Array): Promise<string> {
  const unsigned = /^(?:get|head)$/iu.test(method) || body === undefined
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', toBytes(unsigned ? '' : body))))
}

/** Signs a request and returns its four headers. Sign each attempt again: a nonce is valid for one request. */
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
 * Returns whether `signature` (`v1=<hex>`) matches the request, in constant time. It does not check whether the timestamp is recent
 * or the nonce is new.
 */
export async function verifySignature(input: SignedParts & { secret: string; signature: string }): Promise<boolean> {
  const hex = SIGNATURE.exec(input.signature)?.[1]
  if (hex === undefined) return false
  const text = canonicalString({ ...input, bodySha256: await bodySha256(input.method, input.body) })
  return verifyHmacSha256(input.secret, fromHex(hex), text)
}

/** Uses the UTF-8 bytes of the secret as the key. */
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

/** Expects an even number of hex digits. */
export function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  )
}

/** Compares by UTF-16 code units. `localeCompare` depends on the machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** `encodeURIComponent` leaves five reserved characters of RFC 3986 unescaped; the canonical form escapes them. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/gu, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
}

function importKey(secret: string, usage: 'sign' | 'verify') {
  return crypto.subtle.importKey('raw', toBytes(secret), HMAC_SHA256, false, [usage])
}

function toBytes(body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return typeof body === 'string' ? encoder.encode(body) : new Uint8Array(body)
}
