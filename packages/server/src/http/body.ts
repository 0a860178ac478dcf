// The request body: raw bytes kept as sent, then read as strict JSON.
import { ApiError, invalidField } from '../kernel/errors.ts'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/** Deeper than any request of ours; it keeps hostile nesting out of recursive code. */
const DEPTH_MAX = 32

function tooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depth >= DEPTH_MAX) return true
  return Object.values(value).some((member) => tooDeep(member, depth + 1))
}

export function assertJsonType(contentType: string | undefined, encoding: string | undefined): void {
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') throw new ApiError('unsupported_media_type')
  const [type, ...parameters] = (contentType ?? '').toLowerCase().split(';')
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='))
  if (type?.trim() !== 'application/json') throw new ApiError('unsupported_media_type')
  if (charset !== undefined && !['charset=utf-8', 'charset="utf-8"'].includes(charset))
    throw new ApiError('unsupported_media_type')
}

export function parseJson(bytes: Buffer): unknown {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    throw invalidField('body', 'must be UTF-8')
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalidField('body', 'must be JSON')
  }
  if (tooDeep(value)) throw invalidField('body', 'is nested too deeply')
  return value
}
