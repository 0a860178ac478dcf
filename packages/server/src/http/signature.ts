// Request signing: the canonical string, and a comparison that takes the same time whatever the answer.
import { createHash, createHmac, createSecretKey, hash, type KeyObject, timingSafeEqual } from 'node:crypto'
import { NONCE_LENGTH_MAX, NONCE_LENGTH_MIN } from '../kernel/limits.ts'
import type { Pair } from './query.ts'

export const SIGNATURE_HEADERS = {
  keyId: 'x-service-key-id',
  timestamp: 'x-service-timestamp',
  nonce: 'x-service-nonce',
  signature: 'x-service-signature',
} as const

const EMPTY_SHA256 = createHash('sha256').digest('hex')
const PLAIN = /^[A-Za-z0-9._~-]*$/
const SIGNATURE = /^v1=[0-9a-f]{64}$/
const NONCE = new RegExp(`^[A-Za-z0-9._~-]{${NONCE_LENGTH_MIN},${NONCE_LENGTH_MAX}}$`)

const escapeExtra = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/** `encodeURIComponent` plus `!'()*`. A lone surrogate, which it refuses, goes as U+FFFD like on the wire. */
const encode = (text: string): string =>
  PLAIN.test(text) ? text : encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, escapeExtra)

const byKeyThenValue = (a: Pair, b: Pair): number => {
  if (a[0] !== b[0]) return a[0] < b[0] ? -1 : 1
  return a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0
}

export function canonicalQuery(pairs: readonly Pair[]): string {
  if (pairs.length === 0) return ''
  const sorted = pairs.length === 1 ? pairs : [...pairs].sort(byKeyThenValue)
  return sorted.map(([key, value]) => `${encode(key)}=${encode(value)}`).join('&')
}

export type SignedParts = {
  method: string
  /** The raw path as sent, still percent-encoded. */
  path: string
  pairs: readonly Pair[]
  timestamp: string
  nonce: string
  body: Buffer | undefined
}

export function canonicalString(parts: SignedParts): string {
  const method = parts.method.toUpperCase()
  const hashed = method !== 'GET' && method !== 'HEAD' && parts.body !== undefined && parts.body.length > 0
  const bodyHash = hashed ? hash('sha256', parts.body as Buffer, 'hex') : EMPTY_SHA256
  return `${method}\n${parts.path}\n${canonicalQuery(parts.pairs)}\n${parts.timestamp}\n${parts.nonce}\n${bodyHash}`
}

export const signingKey = (secret: string): KeyObject => createSecretKey(Buffer.from(secret, 'utf8'))

export function signatureMatches(key: KeyObject, canonical: string, header: string): boolean {
  const expected = createHmac('sha256', key).update(canonical).digest()
  const wellFormed = SIGNATURE.test(header)
  // A malformed header is compared against zeros, so that it costs what a wrong one costs.
  const given = wellFormed ? Buffer.from(header.slice(3), 'hex') : Buffer.alloc(32)
  return timingSafeEqual(expected, given) && wellFormed
}

export const isNonce = (text: string): boolean => NONCE.test(text)

/** Half of SHA-256 over key id and nonce, as a UUID: what the database remembers. */
export function nonceDigest(keyId: string, nonce: string): string {
  const hex = hash('sha256', `${keyId}\n${nonce}`, 'hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}
