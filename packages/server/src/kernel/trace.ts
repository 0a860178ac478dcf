// The words of tracing: spans, and the header by which a trace passes from one service to the next (W3C Trace Context).

export type SpanKind = 'internal' | 'server' | 'client' | 'producer'
/** Names and numbers of our own; never a header, a query, a body or a bound value. */
export type Attributes = Readonly<Record<string, string | number | boolean>>
export type TraceContext = { traceId: string; spanId: string; sampled: boolean }

export interface Span {
  readonly context: TraceContext
  set(attributes: Attributes): void
  /** A code or a class of error, never its text: that may quote what somebody sent. */
  fail(code: string): void
  end(): void
}

export type SpanOptions = {
  kind?: SpanKind
  attributes?: Attributes
  /** Without it the span that is open here is the parent; null begins a trace of its own. */
  parent?: TraceContext | null
}

export interface Tracer {
  start(name: string, options?: SpanOptions): Span
  /** The span that is open here, if it is recorded. */
  current(): Span | undefined
  within<T>(span: Span, work: () => T): T
  /** Sends what is waiting. Ends within seconds, whatever the collector does. */
  flush(): Promise<void>
  close(): Promise<void>
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const SAMPLED = 1

/** W3C Trace Context §3.2: what is malformed is as if it were not there. A later version may say more at the end. */
export function parseTraceparent(header: unknown): TraceContext | null {
  const found = typeof header === 'string' ? TRACEPARENT.exec(header.trim()) : null
  if (!found) return null
  const [, version = '', traceId = '', spanId = '', flags = '', more] = found
  const isVoid = version === 'ff' || /^0+$/.test(traceId) || /^0+$/.test(spanId)
  if (isVoid || (version === '00' && more !== undefined)) return null
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED }
}

export const formatTraceparent = ({ traceId, spanId, sampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`

/** What an error may be called in public. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** Runs work as a span; without a tracer it only runs it. */
export async function inSpan<T>(
  tracer: Tracer | null,
  name: string,
  options: SpanOptions,
  work: (span: Span | null) => Promise<T>,
): Promise<T> {
  if (!tracer) return work(null)
  const span = tracer.start(name, options)
  try {
    return await tracer.within(span, () => work(span))
  } catch (error) {
    span.fail(errorCode(error))
    throw error
  } finally {
    span.end()
  }
}
