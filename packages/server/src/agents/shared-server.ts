// One server for the tool calls of a process: making a server for each request costs more than most reads. Every call has its own
// number on the connection to it, so no caller gets the response of another.
import {
  type AuthInfo,
  isJSONRPCRequest,
  isJsonContentType,
  type JSONRPCMessage,
  type McpHttpHandler,
  type McpServer,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
} from '@modelcontextprotocol/server'
import { invariant } from '../kernel/errors.ts'

export type SharedCall = {
  message: unknown
  /** By lower-case name. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  authInfo: AuthInfo
  signal: AbortSignal
}

/** What belongs to one call: its notifications, then its response. Null if the call was canceled. */
export type SharedAnswer = readonly unknown[] | null

const isText = (value: unknown): value is string => typeof value === 'string'

/**
 * A call of a protocol version before 2026-07-28 that asks for no progress. All others need a server or a stream for themselves,
 * and so does a request that is not valid: the library says what is wrong with it.
 */
export function canShare({ message, headers }: Pick<SharedCall, 'message' | 'headers'>): boolean {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { _meta?: unknown } | null }
  if (method !== 'tools/call' || params?._meta !== undefined) return false
  const { accept, 'content-type': type, 'mcp-protocol-version': version } = headers
  if (!isText(accept) || !accept.includes('application/json') || !accept.includes('text/event-stream')) return false
  if (!isText(type) || !isJsonContentType(type)) return false
  if (version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(String(version))) return false
  return isJSONRPCRequest(message)
}

type Waiting = { messages: unknown[]; id: unknown; resolve(answer: SharedAnswer): void }

export function createSharedServer(build: () => McpServer) {
  const waiting = new Map<number, Waiting>()
  let last = 0

  const transport: Transport = {
    start: async () => undefined,
    close: async () => {
      for (const { resolve } of waiting.values()) resolve(null)
      waiting.clear()
      transport.onclose?.()
    },
    async send(message, options) {
      const isResponse = !('method' in message)
      const number = Number(isResponse ? message.id : options?.relatedRequestId)
      const one = waiting.get(number)
      // Canceled meanwhile.
      if (!one) return
      if (!isResponse) return void one.messages.push(message)
      waiting.delete(number)
      one.resolve([...one.messages, { ...message, id: one.id }])
    },
  }
  const server = build()
  const connected = server.connect(transport)

  const receive = (message: JSONRPCMessage, authInfo?: AuthInfo): void => {
    invariant(transport.onmessage, 'the server is connected')
    transport.onmessage(message, authInfo && { authInfo })
  }

  /** The server ends its work on it, too. */
  function cancel(number: number): void {
    const one = waiting.get(number)
    if (!one) return
    waiting.delete(number)
    receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: number } })
    one.resolve(null)
  }

  return {
    count: (): number => waiting.size,

    /** Of a message that `canShare`. */
    async call({ message, authInfo, signal }: Omit<SharedCall, 'headers'>): Promise<SharedAnswer> {
      await connected
      if (signal.aborted) return null
      const number = ++last
      const request = message as JSONRPCMessage & { id: unknown }
      const answer = new Promise<SharedAnswer>((resolve) => {
        waiting.set(number, { messages: [], id: request.id, resolve })
      })
      signal.addEventListener('abort', () => cancel(number), { once: true })
      receive({ ...request, id: number } as JSONRPCMessage, authInfo)
      return answer
    },

    close: (): Promise<void> => server.close(),
  }
}

/** What responds to messages: the library's handler, and the shared server for the calls that can use it. */
export type MessageHandler = Pick<McpHttpHandler, 'fetch' | 'close'> & {
  canShare: typeof canShare
  call: ReturnType<typeof createSharedServer>['call']
}

export function withSharedServer(handler: McpHttpHandler, build: () => McpServer): MessageHandler {
  const shared = createSharedServer(build)
  return {
    fetch: handler.fetch,
    canShare,
    call: shared.call,
    close: async () => void (await Promise.all([handler.close(), shared.close()])),
  }
}
