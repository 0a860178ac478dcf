// The last step of every response: a validator (ETag, 304) where the response may be stored, and compression.
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding, compressBody, compressStream } from './content-encoding.ts'
import { compressStatic, computeEtag, findStaticEtag } from './static-body.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Smaller bodies are sent as they are. */
    compressedBytesMin?: number
  }
}

/** Smaller bodies fit in one packet either way. */
const COMPRESSED_BYTES_MIN = 1024

/** Everything else is compressed already, or must not wait: server-sent events are not compressed. */
const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:json|xml|javascript|x-ndjson)\b)/

function addVary(reply: FastifyReply): void {
  const given = String(reply.getHeader('vary') ?? '')
  if (given === '') reply.header('vary', 'accept-encoding')
  else if (!given.toLowerCase().includes('accept-encoding')) reply.header('vary', `${given}, accept-encoding`)
}

/** RFC 9110 §13.1.2, with the weak comparison. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const opaque = etag.replace(/^W\//, '')
  return header.split(',').some((part) => {
    const one = part.trim()
    return one === '*' || one === opaque || one === `W/${opaque}`
  })
}

/** What nobody may store needs no validator. */
function isStorable({ method }: FastifyRequest, reply: FastifyReply): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || reply.statusCode !== 200) return false
  const policy = reply.getHeader('cache-control')
  return policy !== undefined && !String(policy).includes('no-store')
}

/**
 * BREACH: a page that can make a browser request chosen text together with the visitor's cookies, and sees the size of the response, can
 * guess what else is in it. So a request from another site that carries cookies gets an uncompressed response.
 */
const isForeignWithCookies = ({ headers }: FastifyRequest): boolean =>
  headers.cookie !== undefined &&
  (headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site')

/** A handler that knows one without the body has set it. */
function findEtag(reply: FastifyReply, payload: string | Buffer): string {
  const given = reply.getHeader('etag')
  if (given !== undefined) return String(given)
  return (typeof payload === 'string' ? undefined : findStaticEtag(payload)) ?? computeEtag(payload)
}

const isWhole = (payload: unknown): payload is string | Buffer =>
  typeof payload === 'string' || Buffer.isBuffer(payload)

function isCompressible(reply: FastifyReply, payload: string | Buffer | Readable): boolean {
  const { compressedBytesMin = COMPRESSED_BYTES_MIN } = reply.routeOptions.config
  if (isWhole(payload) && payload.length < compressedBytesMin) return false
  return COMPRESSIBLE.test(String(reply.getHeader('content-type'))) && !reply.hasHeader('content-encoding')
}

export function deliverResponses(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    if (!isWhole(payload) && !(payload instanceof Readable)) return done(null, payload)
    const compressible = isCompressible(reply, payload)
    if (compressible) addVary(reply)
    if (isWhole(payload) && isStorable(request, reply)) {
      const etag = findEtag(reply, payload)
      reply.header('etag', etag)
      if (matchesEtag(request.headers['if-none-match'], etag)) {
        reply.code(304).removeHeader('content-type').removeHeader('content-length')
        return done(null, null)
      }
    }
    const encoding = compressible && !isForeignWithCookies(request) ? chooseEncoding(readAccepted(request)) : null
    if (encoding === null) return done(null, payload)
    reply.header('content-encoding', encoding).removeHeader('content-length')
    if (!isWhole(payload)) return done(null, compressStream(payload, encoding))
    const packed =
      (Buffer.isBuffer(payload) && compressStatic(payload, encoding)) || compressBody(payload, { encoding })
    packed.then((body) => done(null, body), done)
  })
}

const readAccepted = ({ headers }: FastifyRequest): string | undefined => {
  const accepted = headers['accept-encoding']
  return accepted === undefined ? undefined : String(accepted)
}
