// A loopback server that records requests and sends prepared responses, for tests of the client.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Freehold, type FreeholdOptions } from '../src/index.ts'

export interface Arrived {
  method: string
  path: string
  query: Record<string, string>
  headers: IncomingHttpHeaders
  body: string
}

export type Respond = (response: ServerResponse, request: Arrived) => void

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Respond =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }

export const refusal = (
  status: number,
  code: string,
  more: { reason?: string; headers?: Record<string, string> } = {},
) => json(status, { error: { code, message: code, reason: more.reason ?? null } }, more.headers)

export const hangUp: Respond = (response) => void response.destroy()

export interface Loopback {
  url: string
  arrived: Arrived[]
  /** The responses to the next requests, in order; the last one repeats. */
  respondWith: (...responds: Respond[]) => void
  /** The waits that the client requested between attempts; tests do not wait. */
  waits: number[]
  client: (options?: Partial<FreeholdOptions>) => Freehold
  close: () => void
}

export async function startLoopback(): Promise<Loopback> {
  const arrived: Arrived[] = []
  const waits: number[] = []
  let queue: Respond[] = []
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const url = new URL(request.url ?? '', 'http://loopback')
    const one: Arrived = {
      method: request.method ?? '',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    }
    arrived.push(one)
    const respond = queue.length > 1 ? queue.shift() : queue[0]
    respond?.(response, one)
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const sleep = async (ms: number, signal?: AbortSignal) => {
    signal?.throwIfAborted()
    waits.push(ms)
  }
  return {
    url,
    arrived,
    waits,
    respondWith: (...responds) => {
      arrived.length = 0
      waits.length = 0
      queue = responds
    },
    client: (options) =>
      new Freehold({ baseUrl: url, keyId: 'pk_sandbox_1', secret: 'sk_sandbox_1', sleep, ...options }),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
