// The same operations for agents: the Model Context Protocol over Streamable HTTP, stateless, with or without a token.
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import type { PublicCaller } from '../http/callers.ts'
import type { DescribedGroup } from '../http/described-operation.ts'
import { incomingOf } from '../http/pipeline.ts'
import { limitByAddress } from '../http/rate-limit.ts'
import { Type } from '../http/schema.ts'
import type { Id } from '../kernel/ids.ts'
import { lazy } from '../kernel/lazy.ts'
import { BODY_BYTES_MAX } from '../kernel/limits.ts'
import { bearerOf, type Identify, unauthorized } from './public.ts'
import type { Asker } from './tools.ts'

const PATH = '/mcp'

/** For the table of known paths. GET and DELETE belong to sessions, which a stateless server does not have. */
export const MCP_PATHS = ['POST', 'OPTIONS'].map((method) => ({ method, url: PATH }))

export const MCP_GROUP: DescribedGroup = {
  tag: 'MCP',
  description: 'The Model Context Protocol for agents, over Streamable HTTP.',
  operations: [
    {
      id: 'mcp.call',
      method: 'POST',
      path: PATH,
      summary: 'A JSON-RPC message of the Model Context Protocol.',
      query: Type.Object({
        auth: Type.Optional(
          Type.String({ description: '`required`: 401 without a token, which is how clients come to start OAuth.' }),
        ),
      }),
      body: { schema: Type.Object({}, { additionalProperties: true }), types: ['application/json'] },
      responses: {
        200: { description: 'A JSON-RPC answer, or a stream of them.' },
        202: { description: 'A notification was taken.' },
        400: { description: 'No message of the protocol.' },
        401: { description: 'The token is bad, or missing where `auth=required`.' },
        406: { description: 'The client must accept `application/json` and `text/event-stream`.' },
        413: { description: 'The message is too large.' },
        415: { description: 'Messages are `application/json`, not compressed.' },
        429: { description: 'Too many calls of this address.' },
        503: { description: 'Too much to do; wait as long as `Retry-After` says.' },
      },
    },
  ],
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'www-authenticate, mcp-session-id, mcp-protocol-version, retry-after, x-request-id',
}

/** The library speaks of a connection that is not its own: whether this one stays open is the client's and the server's matter. */
const OF_THE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding'])

/** Several messages may come in one request; each call of a tool among them counts. */
function callsIn(message: unknown): number {
  const messages = Array.isArray(message) ? message : [message]
  return Math.max(1, messages.filter((one) => (one as { method?: unknown } | null)?.method === 'tools/call').length)
}

const asksForToken = (request: FastifyRequest): boolean =>
  incomingOf(request).pairs.some(([name, value]) => name === 'auth' && value === 'required')

const notJson = (reply: FastifyReply): FastifyReply =>
  reply
    .code(400)
    .type('application/json')
    .send('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"The body is not JSON."}}')

export function mountMcp(app: FastifyInstance, deps: Deps, identify: Identify): void {
  const { baseUrl } = deps.config

  /** The library is large: a service that no agent asks does without it. */
  let closeHandler = async () => {}
  const handler = lazy(async () => {
    const made = (await import('./mcp-server.ts')).createHandler(deps)
    closeHandler = () => made.close()
    return made
  })

  async function callerOf(request: FastifyRequest): Promise<PublicCaller> {
    const incoming = { address: request.ip, headers: request.headers as Record<string, string | undefined> }
    const bearer = await bearerOf(incoming, identify, deps.clock.now())
    if (bearer === 'bad') throw unauthorized(baseUrl, 'bad', PATH)
    if (bearer !== 'none') return bearer
    if (asksForToken(request)) throw unauthorized(baseUrl, 'none', PATH)
    return { address: incoming.address, user: null, scopes: [] }
  }

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.headers(CORS)
    const caller = await callerOf(request)
    let message: unknown
    try {
      message = JSON.parse(String(request.body ?? ''))
    } catch {
      await limitByAddress(deps, 'public_reads', caller.address)
      return notJson(reply)
    }
    for (let calls = callsIn(message); calls > 0; calls--)
      reply.headers(await limitByAddress(deps, 'public_reads', caller.address))
    const asker: Asker = { deps, caller, requestId: request.id as Id<'request'> }
    const headers = new Headers()
    for (const name of ['accept', 'content-type', 'mcp-protocol-version', 'mcp-session-id', 'mcp-method', 'mcp-name']) {
      const value = request.headers[name]
      if (typeof value === 'string') headers.set(name, value)
    }
    const response = await (await handler()).fetch(new Request(`${baseUrl}${PATH}`, { method: 'POST', headers }), {
      parsedBody: message,
      authInfo: { token: '', clientId: '', scopes: [...caller.scopes], extra: { asker } },
    })
    response.headers.forEach((value, name) => void (OF_THE_CONNECTION.has(name) || reply.header(name, value)))
    reply.code(response.status).header('cache-control', 'no-store')
    return response.body ? reply.send(Readable.fromWeb(response.body as ReadableStream)) : reply.send()
  }

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    scope.post(PATH, { bodyLimit: BODY_BYTES_MAX, config: { routeId: 'mcp.call' } }, serve)
    scope.options(PATH, { config: { routeId: 'mcp.options' } }, async (_request, reply) =>
      reply
        .code(204)
        .headers({
          ...CORS,
          'access-control-allow-methods': 'POST, OPTIONS',
          'access-control-allow-headers':
            'authorization, content-type, accept, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name, last-event-id',
          'access-control-max-age': '86400',
        })
        .send(),
    )
  })
  app.addHook('onClose', () => closeHandler())
}
