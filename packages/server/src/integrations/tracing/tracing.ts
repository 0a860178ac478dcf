// Traces for a collector that speaks OpenTelemetry's protocol. Loaded only where one is configured.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { Attributes, Span, SpanKind, SpanOptions, TraceContext, Tracer } from '../../kernel/trace.ts'
import { createExporter, type FinishedSpan } from './export.ts'

export type TracingOptions = {
  endpoint: string
  headers: Readonly<Record<string, string>>
  serviceName: string
  /** Of traces that begin here this share is recorded; a caller's decision on its own trace stands. */
  sampleRatio: number
  version: string
  onDropped: (spans: number, reason: string) => void
}

/** A service that stops does not wait longer for its collector. */
const CLOSE_MS = 2000
/** Of a trace id these digits are random and fit a double. */
const RATIO_DIGITS = 13

/** Finer than the clock, and the same for every span of this process. */
const now = (): number => performance.timeOrigin + performance.now()

/** The same trace is recorded, or not, by whoever decides by the same share. */
const isChosen = (traceId: string, ratio: number): boolean =>
  Number.parseInt(traceId.slice(-RATIO_DIGITS), 16) < ratio * 16 ** RATIO_DIGITS

class OpenSpan implements Span {
  readonly context: TraceContext
  readonly #name: string
  readonly #kind: SpanKind
  readonly #parentSpanId: string | null
  readonly #startedAt = now()
  readonly #finish: (span: FinishedSpan) => void
  #attributes: Attributes
  #failure: string | null = null
  #ended = false

  constructor(
    name: string,
    { kind = 'internal', attributes = {} }: SpanOptions,
    { context, parentSpanId }: { context: TraceContext; parentSpanId: string | null },
    finish: (span: FinishedSpan) => void,
  ) {
    this.#name = name
    this.#kind = kind
    this.#attributes = attributes
    this.context = context
    this.#parentSpanId = parentSpanId
    this.#finish = finish
  }

  /** Work that outlives its span, as a timer set inside it does, is no part of it. */
  get isRecorded(): boolean {
    return this.context.sampled && !this.#ended
  }

  set(attributes: Attributes): void {
    this.#attributes = { ...this.#attributes, ...attributes }
  }

  fail(code: string): void {
    this.#failure = code
  }

  end(): void {
    if (!this.isRecorded) return
    this.#ended = true
    const { traceId, spanId } = this.context
    this.#finish({
      name: this.#name,
      kind: this.#kind,
      traceId,
      spanId,
      parentSpanId: this.#parentSpanId,
      startedAt: this.#startedAt,
      endedAt: now(),
      attributes: this.#attributes,
      failure: this.#failure,
    })
  }
}

export function createTracer(options: TracingOptions): Tracer {
  const resource = { 'service.name': options.serviceName, 'service.version': options.version }
  const exporter = createExporter({ ...options, resource })
  const open = new AsyncLocalStorage<OpenSpan>()

  const current = (): OpenSpan | undefined => {
    const span = open.getStore()
    return span?.isRecorded ? span : undefined
  }

  function contextBelow(parent: TraceContext | null): TraceContext {
    const traceId = parent?.traceId ?? randomBytes(16).toString('hex')
    const sampled = parent?.sampled ?? isChosen(traceId, options.sampleRatio)
    return { traceId, spanId: randomBytes(8).toString('hex'), sampled }
  }

  return {
    start(name, given = {}) {
      const parent = given.parent === undefined ? (current()?.context ?? null) : given.parent
      const place = { context: contextBelow(parent), parentSpanId: parent?.spanId ?? null }
      return new OpenSpan(name, given, place, exporter.add)
    },
    current,
    within: (span, work) => open.run(span as OpenSpan, work),
    flush: exporter.flush,
    close: () =>
      Promise.race([exporter.flush(), new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MS).unref())]),
  }
}
