// The four headers of a signed request: each of them once, and none empty.
import { ApiError } from '../kernel/errors.ts'
import type { Incoming } from './incoming.ts'
import { SIGNATURE_HEADERS } from './signature.ts'

export type SignatureHeaders = { keyId: string; timestamp: string; nonce: string; signature: string }

const HEADER_NAMES = new Set<string>(Object.values(SIGNATURE_HEADERS))
/** Most headers are told apart by their length. */
const HEADER_LENGTHS = new Set([...HEADER_NAMES].map(({ length }) => length))

/** The signature header that is there more than once. */
function findRepeated(rawHeaders: readonly string[]): string | undefined {
  const seen: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (!HEADER_LENGTHS.has(rawHeaders[index]!.length)) continue
    const name = rawHeaders[index]!.toLowerCase()
    if (!HEADER_NAMES.has(name)) continue
    if (seen.includes(name)) return name
    seen.push(name)
  }
  return undefined
}

export function readSignatureHeaders(incoming: Pick<Incoming, 'headers' | 'rawHeaders'>): SignatureHeaders {
  const read = (name: string) => incoming.headers[name]?.trim() ?? ''
  const keyId = read(SIGNATURE_HEADERS.keyId)
  if (keyId === '') throw new ApiError('missing_credentials')
  const timestamp = read(SIGNATURE_HEADERS.timestamp)
  const nonce = read(SIGNATURE_HEADERS.nonce)
  const signature = read(SIGNATURE_HEADERS.signature)
  if (timestamp === '' || nonce === '' || signature === '') throw new ApiError('missing_signature_headers')
  const repeated = findRepeated(incoming.rawHeaders)
  if (repeated !== undefined)
    throw new ApiError('invalid_signature', { message: `${repeated} was sent more than once. Send it once.` })
  return { keyId, timestamp, nonce, signature }
}
