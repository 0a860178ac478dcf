// The calls that agents wait for in this process, so that a call can be canceled by a later message.
import { randomUUID } from 'node:crypto'

/** As we hand them out. They carry no rights and nothing is stored for them: they only say which messages belong together. */
const SESSION = /^[0-9a-f-]{36}$/

type Message = { id?: unknown; method?: unknown; params?: { requestId?: unknown } | null }

const isMessage = (value: unknown): value is Message => typeof value === 'object' && value !== null

/** JSON keeps `1` and `"1"` apart, as the protocol does. */
const buildKey = (session: string, id: unknown): string => `${session} ${JSON.stringify(id)}`

export function createRunningCalls() {
  const running = new Map<string, AbortController>()
  return {
    count: (): number => running.size,

    /** A session for a client that introduces itself; undefined for every other message. */
    openSession: (message: unknown): string | undefined =>
      isMessage(message) && message.method === 'initialize' ? randomUUID() : undefined,

    /** Registers the call until `end`. A client without a session cancels by closing the connection. */
    begin(session: string | undefined, message: unknown): { signal: AbortSignal; abort(): void; end(): void } {
      const controller = new AbortController()
      const id = isMessage(message) ? message.id : undefined
      const key = session !== undefined && SESSION.test(session) && id !== undefined ? buildKey(session, id) : null
      if (key !== null) running.set(key, controller)
      return {
        signal: controller.signal,
        abort: () => controller.abort(),
        end: () => {
          if (key !== null && running.get(key) === controller) running.delete(key)
        },
      }
    },

    /** Whether the message ended a call that was running here. */
    cancel(session: string | undefined, message: unknown): boolean {
      if (session === undefined || !isMessage(message) || message.method !== 'notifications/cancelled') return false
      const controller = running.get(buildKey(session, message.params?.requestId))
      controller?.abort()
      return controller !== undefined
    },
  }
}
