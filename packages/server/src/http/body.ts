// The request body: raw bytes kept as sent, then read as strict JSON.
import { ApiError, invalidField } from '../kernel/errors.ts'
import { JSON_VALUES_MAX } from '../kernel/limits.ts'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/** Deeper than any request of ours; it keeps hostile nesting out of recursive code. */
const DEPTH_MAX = 32

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

/** Reads the text, because a walk over an object of 100,000 fields costs as much as parsing it. The text is valid JSON. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) inString = !inString
    else if (inString) at += code === BACKSLASH ? 1 : 0
    else if (OPENING.has(code)) depth += 1
    else if (CLOSING.has(code)) depth -= 1
    if (depth > DEPTH_MAX) return true
  }
  return false
}

type Headers = Readonly<Record<string, string | undefined>>

/** Not compressed, and in the one encoding that we read. */
export function isPlainUtf8(headers: Headers): boolean {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') return false
  const [, ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';')
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='))
  return charset === undefined || ['charset=utf-8', 'charset="utf-8"'].includes(charset)
}

export function assertJsonType(headers: Headers): void {
  const [type] = (headers['content-type'] ?? '').toLowerCase().split(';', 1)
  if (type?.trim() !== 'application/json' || !isPlainUtf8(headers)) throw new ApiError('unsupported_media_type')
}

/** A body that is shorter cannot hold enough values to matter. */
const COUNT_FROM_BYTES = 64 * 1024

/** Counts commas outside strings, which is cheaper than parsing: `JSON.parse` takes long for very many fields. */
function hasTooManyValues(bytes: Buffer): boolean {
  let commas = 0
  let isInString = false
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]
    if (byte === QUOTE) isInString = !isInString
    else if (byte === BACKSLASH && isInString) index++
    else if (byte === COMMA && !isInString && ++commas >= JSON_VALUES_MAX) return true
  }
  return false
}

export function parseJson(bytes: Buffer): unknown {
  if (bytes.length >= COUNT_FROM_BYTES && hasTooManyValues(bytes))
    throw invalidField('body', `must have at most ${JSON_VALUES_MAX} JSON values (fields and array items)`)
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
    throw invalidField('body', 'must be valid JSON')
  }
  if (isTooDeep(text)) throw invalidField('body', `must not be nested more than ${DEPTH_MAX} levels deep`)
  return value
}
