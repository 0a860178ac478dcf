// Sends finished spans to a collector: OTLP over HTTP, as JSON. The collector is the operator's own; when it is slow or away
// spans are dropped and counted, and nothing else changes.
import { request } from 'undici'
import { trimSlashes } from '../../kernel/text/trim-slashes.ts'
import type { Attributes, SpanKind } from '../../kernel/trace.ts'

export type FinishedSpan = {
  name: string
  kind: SpanKind
  traceId: string
  spanId: string
  parentSpanId: string | null
  /** Milliseconds since 1970, with fractions. */
  startedAt: number
  endedAt: number
  attributes: Attributes
  /** Null: it went well. */
  failure: string | null
}

export type ExportOptions = {
  endpoint: string
  headers: Readonly<Record<string, string>>
  resource: Attributes
  onDropped: (spans: number, reason: string) => void
}

const BATCH_MAX = 512
const QUEUE_MAX = 4096
const EVERY_MS = 2000
const TIMEOUT_MS = 3000

/** The numbers of the protocol's enumeration. */
const KINDS: Record<SpanKind, number> = { internal: 1, server: 2, client: 3, producer: 4 }
const STATUS_ERROR = 2

const anyValue = (value: string | number | boolean) => {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
const formatAttributes = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }))

/** A 64-bit number travels as text; a double holds microseconds of our time, not nanoseconds. */
const nanoseconds = (milliseconds: number): string => `${Math.round(milliseconds * 1000)}000`

const formatSpan = (span: FinishedSpan) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentSpanId === null ? {} : { parentSpanId: span.parentSpanId }),
  name: span.name,
  kind: KINDS[span.kind],
  startTimeUnixNano: nanoseconds(span.startedAt),
  endTimeUnixNano: nanoseconds(span.endedAt),
  attributes: formatAttributes(
    span.failure === null ? span.attributes : { ...span.attributes, 'error.type': span.failure },
  ),
  status: span.failure === null ? {} : { code: STATUS_ERROR },
})

export const encodeSpans = (resource: Attributes, spans: readonly FinishedSpan[]): string =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: formatAttributes(resource) },
        scopeSpans: [{ scope: { name: 'freehold' }, spans: spans.map(formatSpan) }],
      },
    ],
  })

export function createExporter({ endpoint, headers, resource, onDropped }: ExportOptions) {
  const url = `${trimSlashes(endpoint)}/v1/traces`
  let waiting: FinishedSpan[] = []
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> = Promise.resolve()

  async function send(batch: readonly FinishedSpan[]): Promise<void> {
    try {
      const { statusCode, body } = await request(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: encodeSpans(resource, batch),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await body.dump()
      if (statusCode >= 300) onDropped(batch.length, `the collector responded with ${statusCode}`)
    } catch {
      onDropped(batch.length, 'the collector did not respond')
    }
  }

  /** One batch at a time: a collector that is behind is not helped by more of it. */
  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_MAX)
      waiting = waiting.slice(batch.length)
      await send(batch)
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    sending = sending.then(sendAll)
    return sending
  }

  return {
    add(span: FinishedSpan): void {
      if (waiting.length >= QUEUE_MAX) {
        onDropped(1, 'more spans than the collector accepts')
        return
      }
      waiting.push(span)
      if (waiting.length >= BATCH_MAX && timer) void flush()
      else timer ??= setTimeout(() => void flush(), EVERY_MS).unref()
    },
    flush,
  }
}
