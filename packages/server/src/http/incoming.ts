// A request as it was sent: what guards verify and handlers read.
import type { FastifyRequest } from 'fastify'
import type { Id } from '../kernel/ids.ts'
import { type Pair, queryPairs } from './query.ts'
import { extractPath } from './wire.ts'

/** A request as the guards see it: exactly what was sent. */
export type Incoming = {
  method: string
  path: string
  pairs: readonly Pair[]
  body: Buffer | undefined
  headers: Readonly<Record<string, string | undefined>>
  rawHeaders: readonly string[]
  address: string
  requestId: Id<'request'>
}

/** The client's address; from a proxy header only where the operator said that a proxy is trusted. */
const getIpAddress = (request: FastifyRequest): string => request.ip

export function readIncoming(request: FastifyRequest): Incoming {
  const url = request.raw.url ?? '/'
  const cut = url.indexOf('?')
  return {
    method: request.method,
    path: extractPath(url),
    pairs: cut < 0 ? [] : queryPairs(url.slice(cut + 1)),
    body: Buffer.isBuffer(request.body) ? request.body : undefined,
    headers: request.headers as Record<string, string | undefined>,
    rawHeaders: request.raw.rawHeaders,
    address: getIpAddress(request),
    requestId: request.id as Id<'request'>,
  }
}

/** One parameter of the query, for pages; empty if it was not sent. */
export const readParameter = (request: FastifyRequest, wanted: string): string =>
  readIncoming(request).pairs.find(([name]) => name === wanted)?.[1] ?? ''
