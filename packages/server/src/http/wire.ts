// What the HTTP parser hands over or refuses: the path of a request target, and requests that never became one.
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError, ERRORS, type ErrorCode } from '../kernel/errors.ts'
import { errorBody } from './error-handler.ts'

const AUTHORITY = /^https?:\/\/[^/?#]*/i

/** The path as sent, still percent-encoded. A proxy may send the absolute form (RFC 9112 §3.2.2); the path is the same. */
export function extractPath(target: string | undefined): string {
  const text = target ?? '/'
  const cut = text.indexOf('?')
  const path = cut < 0 ? text : text.slice(0, cut)
  return path.startsWith('/') ? path : path.replace(AUTHORITY, '') || '/'
}

type ParserError = Error & { code?: string; rawPacket?: unknown }
type Refusal = { code: ErrorCode; status: number; message: string; headers?: Record<string, string> }

const METHOD_LINE = /^[A-Z-]{1,32} \S+ HTTP\/1\.[01]\r?\n/
const METHODS = 'DELETE, GET, HEAD, PATCH, POST, PUT'

const readStart = (packet: unknown): string => (Buffer.isBuffer(packet) ? packet.toString('latin1', 0, 4096) : '')

function toRefusal(error: ParserError): Refusal {
  if (error.code === 'HPE_HEADER_OVERFLOW')
    return {
      code: 'validation_error',
      status: 431,
      message: 'The request headers are too large. Send less than 16 KiB.',
    }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return {
      code: 'validation_error',
      status: 408,
      message:
        'The request did not arrive completely in time. Send it again with the same Idempotency-Key, if it had one.',
    }
  if (error.code === 'HPE_INVALID_METHOD' && METHOD_LINE.test(readStart(error.rawPacket)))
    return {
      code: 'method_not_allowed',
      status: 405,
      message: ERRORS.method_not_allowed.text,
      headers: { allow: METHODS },
    }
  return {
    code: 'validation_error',
    status: 400,
    message: 'The request is not valid HTTP. Check the request line and headers.',
  }
}

/** A response outside the framework: written straight to the socket, which is then closed. */
export function respondAndClose(
  socket: Socket,
  { code, message, status, headers }: ApiError,
  options: { requestId: string; status?: number; headers?: Record<string, string>; cause?: Error },
): void {
  if (socket.writable) {
    const body = errorBody(new ApiError(code, { message }), options.requestId)
    const lines = {
      'x-request-id': options.requestId,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'no-store',
      connection: 'close',
      ...headers,
      ...options.headers,
    }
    const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
    const sent = options.status ?? status
    socket.write(`HTTP/1.1 ${sent} ${STATUS_CODES[sent]}\r\n${head.join('')}\r\n${body}`)
  }
  socket.destroy(options.cause)
}

/** Broken before any route could see it; still it gets the usual shape and an id. */
export function respondToBrokenRequest(
  error: ParserError,
  socket: Socket,
  requestId: string,
  headers: Record<string, string> = {},
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const refusal = toRefusal(error)
  const { code, status, message } = refusal
  respondAndClose(socket, new ApiError(code, { message }), {
    requestId,
    status,
    headers: { ...headers, ...refusal.headers },
    cause: error,
  })
}
