// The same operations for agents: the Model Context Protocol over Streamable HTTP, without stored sessions, with or without a token.
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { limitByAddress } from '../http/admission/rate-limit.ts'
import { assertSignedIn, type Identify, identifyBearer, unauthorized } from '../http/bearer.ts'
import type { Asker } from '../http/call-route.ts'
import type { PublicCaller } from '../http/callers.ts'
import { sendPreflight } from '../http/cors.ts'
import type { DescribedGroup } from '../http/openapi/operation.ts'
import { readIncoming } from '../http/pipeline.ts'
import { Type } from '../http/schema.ts'
import { ApiError } from '../kernel/errors.ts'
import type { Id } from '../kernel/ids.ts'
import { lazy } from '../kernel/lazy.ts'
import { BODY_BYTES_MAX, MCP_MESSAGES_MAX } from '../kernel/limits.ts'
import { isLoopbackHost } from '../kernel/text/web-host.ts'
import { createRunningCalls } from './running-calls.ts'
import type { MessageHandler, SharedAnswer } from './shared-server.ts'
import { TOOLS } from './tools.ts'

const PATH = '/mcp'

const JSON_RPC = ['application/json'] as const

/** Results for models are small, and compressing one takes as long as reading it. */
const COMPRESSED_BYTES_MIN = 16_384

export const MCP_GROUP: DescribedGroup = {
  tag: 'MCP',
  description:
    'The Model Context Protocol for AI agents, over Streamable HTTP. The tools find, check and buy domains, and manage those of a ' +
    'person who signed in. An agent buys in three calls: `search_market` finds a domain, `get_domain` checks it, and ' +
    '`create_checkout` returns a link. The person pays there.',
  operations: [
    {
      id: 'mcp.call',
      method: 'POST',
      path: PATH,
      summary: 'Call the MCP server',
      description:
        'Send a JSON-RPC message of the Model Context Protocol, such as `initialize`, `tools/list` or `tools/call`. The server is ' +
        'stateless. Most tools need no token. A token with `pricing:read` adds marketplace prices to domain search. Tools for orders ' +
        'and domains of a person need `domains:manage`: without it, 401 or 403 names the scope.',
      query: Type.Object({
        auth: Type.Optional(
          Type.String({
            description: '`required`: respond with 401 without a token, so that the client starts OAuth.',
          }),
        ),
      }),
      body: { schema: Type.Object({}, { additionalProperties: true }), types: JSON_RPC },
      tokenOptional: true,
      responses: {
        200: {
          description: 'A JSON-RPC response, or a stream of responses.',
          schema: Type.Object({}, { additionalProperties: true }),
          types: ['application/json', 'text/event-stream'],
        },
        202: { description: 'The notification was accepted. No body.' },
        400: { description: 'Not a valid MCP message.', types: JSON_RPC },
        401: { description: 'The token is not valid, or is missing with `auth=required`.', types: JSON_RPC },
        403: {
          description: 'The `Host` header does not match this service, or the token lacks the scope of the tool.',
          types: JSON_RPC,
        },
        406: { description: 'The client must accept `application/json` and `text/event-stream`.', types: JSON_RPC },
        413: { description: 'The message is too large.', types: JSON_RPC },
        415: { description: 'Send messages as uncompressed `application/json`.', types: JSON_RPC },
        429: { description: 'Too many requests from your IP address.', types: JSON_RPC },
        503: { description: 'Overloaded. Retry after the seconds in `Retry-After`.', types: JSON_RPC },
      },
    },
  ],
}

/** The library speaks of a connection that is not its own: whether this one stays open is the client's and the server's matter. */
const OF_THE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding'])

/** A request may carry several messages (a JSON-RPC batch). */
const countMessages = (message: unknown): number => (Array.isArray(message) ? message.length : 1)

/** A host and perhaps a port: nothing that would make a URL of it mean another host. */
const BARE_HOST = /^[^/?#@\\]+$/

/**
 * A page of a foreign site whose name resolves to our address (DNS rebinding) is of our origin to its browser, but cannot
 * hide the name: it is in `Host`. A proxy must pass `Host` on. In development the service is also called by its loopback names.
 */
function assertOwnHost(host: string | undefined, { baseUrl, production }: Deps['config']): void {
  const own = new URL(baseUrl)
  const text = host !== undefined && BARE_HOST.test(host) ? `${own.protocol}//${host}` : ''
  const asked = URL.canParse(text) && new URL(text)
  if (asked && (asked.host === own.host || (!production && isLoopbackHost(asked.hostname)))) return
  throw new ApiError('forbidden', { message: `The Host header does not match this service. Call ${baseUrl}${PATH}.` })
}

const asksForToken = (request: FastifyRequest): boolean =>
  readIncoming(request).pairs.some(([name, value]) => name === 'auth' && value === 'required')

/** An error of the protocol itself, for a request of which no message was read. */
const refuse = (reply: FastifyReply, code: number, message: string): FastifyReply =>
  reply
    .code(400)
    .type('application/json')
    .send(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } }))
const NOT_JSON = -32700
const INVALID_REQUEST = -32600

/** Clients start OAuth, or ask for a further scope, only if the response to the call itself says so. */
function assertScope(baseUrl: string, caller: PublicCaller, message: unknown): void {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } | null }
  const scope = method === 'tools/call' ? TOOLS.get(String(params?.name))?.scope : undefined
  if (scope !== undefined) assertSignedIn(baseUrl, caller, { signedIn: scope }, PATH)
}

function refuseSession(): never {
  throw new ApiError('method_not_allowed', {
    message: 'This server has no sessions and no event stream. Use POST.',
    headers: { allow: 'OPTIONS, POST' },
  })
}

const PASSED_ON = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-session-id', 'mcp-method', 'mcp-name']

const readHeader = ({ headers }: FastifyRequest, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

function toFetchRequest(request: FastifyRequest, url: string, signal: AbortSignal): Request {
  const headers = new Headers()
  for (const name of PASSED_ON) {
    const value = readHeader(request, name)
    if (value !== undefined) headers.set(name, value)
  }
  return new Request(url, { method: 'POST', headers, signal })
}

/** As the library responds: one message as JSON, several as a stream, and a stream without messages to a canceled call. */
function sendShared(reply: FastifyReply, answer: SharedAnswer): FastifyReply {
  void reply.header('cache-control', 'no-store')
  if (answer?.length === 1) return reply.type('application/json').send(JSON.stringify(answer[0]))
  const events = (answer ?? []).map((message) => `event: message\ndata: ${JSON.stringify(message)}\n\n`)
  return reply.type('text/event-stream').send(events.join(''))
}

/** `load`: the library is large, so a service that no agent asks does without it. */
export function mountMcp(
  app: FastifyInstance,
  deps: Deps,
  identify: Identify,
  load: () => Promise<MessageHandler>,
): void {
  const { baseUrl } = deps.config
  const calls = createRunningCalls()
  let closeHandler = async () => {}
  const handler = lazy(async () => {
    const made = await load()
    closeHandler = () => made.close()
    return made
  })

  async function identifyCaller(request: FastifyRequest): Promise<PublicCaller> {
    const incoming = { address: request.ip, headers: request.headers as Record<string, string | undefined> }
    const bearer = await identifyBearer(incoming, identify, deps.clock.now())
    if (bearer === 'bad') throw unauthorized(baseUrl, 'bad', { resource: PATH })
    if (bearer !== 'none') return bearer
    if (asksForToken(request)) throw unauthorized(baseUrl, 'none', { resource: PATH })
    return { address: incoming.address, user: null, scopes: [] }
  }

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const caller = await identifyCaller(request)
    let message: unknown
    try {
      message = JSON.parse(String(request.body ?? ''))
    } catch {
      await limitByAddress(deps, 'public_reads', caller.address)
      return refuse(reply, NOT_JSON, 'The body is not valid JSON.')
    }
    const messages = countMessages(message)
    const counted = messages > MCP_MESSAGES_MAX ? 1 : Math.max(1, messages)
    const limits = Array.from({ length: counted }, () => limitByAddress(deps, 'public_reads', caller.address))
    reply.headers((await Promise.all(limits)).at(-1) ?? {})
    if (messages > MCP_MESSAGES_MAX)
      return refuse(reply, INVALID_REQUEST, `Too many messages. Send at most ${MCP_MESSAGES_MAX} in one request.`)
    assertScope(baseUrl, caller, message)
    const asker: Asker = { deps, caller, requestId: request.id as Id<'request'> }
    return respond(request, reply, message, asker)
  }

  async function respond(
    request: FastifyRequest,
    reply: FastifyReply,
    message: unknown,
    asker: Asker,
  ): Promise<FastifyReply> {
    const session = readHeader(request, 'mcp-session-id')
    calls.cancel(session, message)
    const opened = calls.openSession(message)
    if (opened !== undefined) reply.header('mcp-session-id', opened)
    const call = calls.begin(session, message)
    // Also after a response: then there is nothing left to end.
    reply.raw.once('close', () => {
      call.end()
      call.abort()
    })
    const { signal } = call
    const authInfo = { token: '', clientId: '', scopes: [...asker.caller.scopes], extra: { asker, message } }
    const made = await handler()
    if (made.canShare({ message, headers: request.headers }))
      return sendShared(reply, await made.call({ message, authInfo, signal }))
    const url = `${baseUrl}${PATH}`
    const response = await made.fetch(toFetchRequest(request, url, signal), { parsedBody: message, authInfo })
    response.headers.forEach((value, name) => void (OF_THE_CONNECTION.has(name) || reply.header(name, value)))
    reply.code(signal.aborted && !response.body ? 204 : response.status).header('cache-control', 'no-store')
    return response.body ? reply.send(Readable.fromWeb(response.body as ReadableStream)) : reply.send()
  }

  void app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => assertOwnHost(request.headers.host, deps.config))
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    const config = { routeId: 'mcp.call', isOpen: true, compressedBytesMin: COMPRESSED_BYTES_MIN } as const
    scope.post(PATH, { bodyLimit: BODY_BYTES_MAX, config }, serve)
    // They belong to sessions and streams, which a stateless server does not have. Clients ask all the same, from browsers too.
    for (const method of ['GET', 'DELETE'] as const)
      scope.route({ method, url: PATH, config: { routeId: 'mcp.no_session', isOpen: true }, handler: refuseSession })
    scope.options(PATH, { config: { routeId: 'mcp.options' } }, (_request, reply) =>
      sendPreflight(reply, ['DELETE', 'GET', 'POST']),
    )
  })
  app.addHook('onClose', () => closeHandler())
}
