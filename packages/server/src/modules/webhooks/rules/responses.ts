// What is kept of the response to an attempt: its beginning, if it is text.
import { WEBHOOK_RESPONSE_BYTES_KEPT } from '../../../kernel/limits.ts'

const CONTENT_TYPE_LENGTH_MAX = 100

/** Tab, line feed and carriage return are text; PostgreSQL refuses NUL, and no person can read the others. */
const CONTROL = /[^\P{Cc}\t\n\r]/u

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Bytes of a character that was cut off: at most three, and only where the body was cut. */
function trimCutCharacter(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) return bytes
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return back < length ? bytes.subarray(0, bytes.length - back) : bytes
    }
  }
  return bytes
}

/** Null for what is not UTF-8 text. */
function decodeText(body: Buffer): string | null {
  const kept = body.subarray(0, WEBHOOK_RESPONSE_BYTES_KEPT)
  try {
    const text = utf8.decode(kept.length < body.length ? trimCutCharacter(kept) : kept)
    return CONTROL.test(text) ? null : text
  } catch {
    return null
  }
}

export type KeptResponse = { responseType: string | null; responseBody: string | null; responseBytes: number }

/** `responseBytes` is what was read of the body, which may go on. */
export function readResponse(contentType: string | undefined, body: Buffer): KeptResponse {
  const type = contentType?.trim().slice(0, CONTENT_TYPE_LENGTH_MAX).toWellFormed() ?? ''
  return {
    responseType: type === '' || CONTROL.test(type) ? null : type,
    responseBody: body.length === 0 ? null : decodeText(body),
    responseBytes: body.length,
  }
}

export type ShownResponse = {
  contentType: string | null
  body: string | null
  bytes: number
  isBinary: boolean
  isTruncated: boolean
}

/** Null where nothing was kept: there was no response, or the attempt was made before responses were kept. */
export function toShownResponse(kept: {
  statusCode: number | null
  responseType: string | null
  responseBody: string | null
  responseBytes: number | null
}): ShownResponse | null {
  const { statusCode, responseType, responseBody, responseBytes } = kept
  if (statusCode === null || responseBytes === null) return null
  return {
    contentType: responseType,
    body: responseBody,
    bytes: responseBytes,
    isBinary: responseBytes > 0 && responseBody === null,
    isTruncated: responseBytes > WEBHOOK_RESPONSE_BYTES_KEPT,
  }
}
