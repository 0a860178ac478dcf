// How long a client may take: to send a body, to keep an upload moving, and to read its response. Slower connections are ended.
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { ApiError } from '../kernel/errors.ts'
import {
  BODY_DEADLINE_SECONDS,
  HEADERS_DEADLINE_SECONDS,
  SEND_WINDOW_BYTES_MIN,
  SEND_WINDOW_SECONDS,
  UPLOAD_WINDOW_BYTES_MIN,
  UPLOAD_WINDOW_SECONDS,
} from '../kernel/limits.ts'
import { sendError } from './error-handler.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler reads the body as it arrives, for as long as that takes. */
    streamed?: boolean
  }
}

export type Deadlines = {
  headersMs: number
  bodyMs: number
  upload: Pace
  send: Pace
  /** How often the connections are checked; a deadline may be missed by so much. */
  checkEveryMs: number
}
/** At least this many bytes in each window. */
type Pace = { windowMs: number; bytesMin: number }

export const DEADLINES: Deadlines = {
  headersMs: HEADERS_DEADLINE_SECONDS * 1000,
  bodyMs: BODY_DEADLINE_SECONDS * 1000,
  upload: { windowMs: UPLOAD_WINDOW_SECONDS * 1000, bytesMin: UPLOAD_WINDOW_BYTES_MIN },
  send: { windowMs: SEND_WINDOW_SECONDS * 1000, bytesMin: SEND_WINDOW_BYTES_MIN },
  checkEveryMs: 1000,
}

const LATE_BODY =
  'The request body did not arrive completely in time. Send the request again with the same Idempotency-Key, if it had one.'
const STALLED_UPLOAD = 'The upload stalled. Send the file again.'

/** Progress since a moment: the bytes counted then, and when. */
type Mark = { at: number; bytes: number }

/** Counting begins again with each window that saw enough. */
function keepsPace(mark: Mark, pace: Pace, bytes: number, now: number): boolean {
  if (now - mark.at < pace.windowMs) return true
  if (bytes - mark.bytes < pace.bytesMin) return false
  mark.at = now
  mark.bytes = bytes
  return true
}

type Handle = { bytesWritten?: number; writeQueueSize?: number }

/**
 * Bytes that the operating system accepted. `bytesWritten` of a socket also counts bytes that still wait in the process, so
 * one large write would look like no progress at all. Node's own timeouts read the same two fields.
 */
function sentBytes(socket: Socket): number {
  const handle = (socket as Socket & { _handle?: Handle | null })._handle
  if (handle?.bytesWritten === undefined || handle.writeQueueSize === undefined)
    return socket.bytesWritten - socket.writableLength
  return handle.bytesWritten - handle.writeQueueSize
}

/** Only a request with one of these headers has a body (RFC 9112 §6.3). */
export function announcesBody({ headers }: FastifyRequest): boolean {
  const length = headers['content-length']
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}

/** A request whose body has not arrived. An upload also has a mark of its progress. */
type Arriving = { request: FastifyRequest; reply: FastifyReply; since: number; upload: Mark | null }

export function endSlowConnections(app: FastifyInstance, deps: Pick<Deps, 'log' | 'metrics'>, deadlines: Deadlines) {
  const arriving = new Map<FastifyRequest, Arriving>()
  const sending = new Map<Socket, Mark | null>()
  /** Set while the server listens: without sockets nobody is slow. */
  let timer: NodeJS.Timeout | undefined

  function isLate(entry: Arriving, now: number): boolean {
    const { raw } = entry.request
    if (entry.upload && !entry.reply.raw.writableEnded) {
      // What has arrived and was not read yet waits for us, not for the client.
      if (raw.readableLength > 0) {
        entry.upload = { at: now, bytes: raw.socket.bytesRead }
        return false
      }
      entry.since = now
      return !keepsPace(entry.upload, deadlines.upload, raw.socket.bytesRead, now)
    }
    return now - entry.since >= deadlines.bodyMs
  }

  function end({ request, reply, upload }: Arriving): void {
    if (reply.sent || reply.raw.headersSent) {
      request.raw.socket.destroy()
      return
    }
    const late = new ApiError('validation_error', {
      message: upload ? STALLED_UPLOAD : LATE_BODY,
      // Node ends the connection after such a response.
      headers: { connection: 'close' },
    })
    // Node forgets a request whose response is sent: a handler that still reads the upload would wait for ever.
    if (upload) reply.raw.once('close', () => request.raw.destroy(late))
    sendError(deps, request, reply, late, { status: 408 })
  }

  function checkArriving(now: number): void {
    for (const [request, entry] of arriving) {
      if (request.raw.complete || request.raw.destroyed) arriving.delete(request)
      else if (isLate(entry, now)) {
        arriving.delete(request)
        end(entry)
      }
    }
  }

  function checkSending(now: number): void {
    for (const [socket, mark] of sending) {
      if (socket.writableLength === 0) {
        if (mark) sending.set(socket, null)
      } else if (!mark) sending.set(socket, { at: now, bytes: sentBytes(socket) })
      else if (!keepsPace(mark, deadlines.send, sentBytes(socket), now)) socket.destroy()
    }
  }

  app.addHook('onRequest', (request, reply, done) => {
    // A request that was injected without a socket has no `complete`, and nobody to wait for.
    if (timer && request.raw.complete === false && announcesBody(request)) {
      const since = performance.now()
      const { streamed } = request.routeOptions.config
      const upload = streamed ? { at: since, bytes: request.raw.socket.bytesRead } : null
      arriving.set(request, { request, reply, since, upload })
    }
    done()
  })
  // The body is there; until then nothing of the route has run, unless the route reads the body itself.
  app.addHook('preValidation', (request, _reply, done) => {
    if (!request.routeOptions.config.streamed) arriving.delete(request)
    done()
  })
  app.server.on('connection', (socket) => {
    sending.set(socket, null)
    socket.once('close', () => sending.delete(socket))
  })

  app.addHook('onListen', (done) => {
    timer = setInterval(() => {
      const now = performance.now()
      checkArriving(now)
      checkSending(now)
    }, deadlines.checkEveryMs).unref()
    done()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
