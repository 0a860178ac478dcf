// What the tracer records, and what becomes of spans that no collector takes.
import { afterAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../test/ports.ts'
import { respondWith, startReceiver } from '../../../test/receiver.ts'
import { readConfig } from '../../config.ts'
import { inSpan } from '../../kernel/trace.ts'
import { encodeSpans } from './export.ts'
import { createTracer, type TracingOptions } from './tracing.ts'

const collector = await startReceiver()
const refusing = await startReceiver(respondWith(503))
afterAll(() => Promise.all([collector.stop(), refusing.stop()]))

const OFF = { headers: {}, serviceName: 'freehold', sampleRatio: 1 }

function tracerTo(port: number, options: Partial<TracingOptions> = {}) {
  const dropped: { spans: number; reason: string }[] = []
  const tracer = createTracer({
    endpoint: `http://127.0.0.1:${port}`,
    headers: {},
    serviceName: 'tests',
    sampleRatio: 1,
    version: '0',
    onDropped: (spans, reason) => void dropped.push({ spans, reason }),
    ...options,
  })
  return { tracer, dropped }
}

describe('spans that no collector takes', () => {
  it.each([
    ['is away', freePort, 'the collector did not respond'],
    ['refuses', async () => refusing.port, 'the collector responded with 503'],
  ])('are counted when it %s', async (_, port, reason) => {
    const { tracer, dropped } = tracerTo(await port())
    for (let index = 0; index < 3; index++) tracer.start('work').end()
    await tracer.close()
    expect(dropped).toEqual([{ spans: 3, reason }])
  })

  it('are dropped when more come than it takes, and the memory does not grow', async () => {
    const { tracer, dropped } = tracerTo(await freePort())
    for (let index = 0; index < 10_000; index++) tracer.start('work').end()
    await tracer.close()
    const lost = dropped.reduce((sum, { spans }) => sum + spans, 0)
    expect(lost).toBe(10_000)
    expect(dropped.some(({ reason }) => reason.startsWith('more spans'))).toBe(true)
  })
})

describe('what is recorded', () => {
  const sent = () => collector.received.map(({ body }) => body).join('\n')

  it('is the share that was asked for', async () => {
    const { tracer } = tracerTo(collector.port, { sampleRatio: 0.25 })
    const chosen = Array.from({ length: 4000 }, () => tracer.start('work')).filter(({ context }) => context.sampled)
    expect(chosen.length).toBeGreaterThan(800)
    expect(chosen.length).toBeLessThan(1200)
  })

  it('is inside the span that is open, and outside when that has ended', async () => {
    const { tracer } = tracerTo(collector.port)
    let later: Promise<string | undefined> | undefined
    await inSpan(tracer, 'outer', {}, async (outer) => {
      expect(tracer.current()).toBe(outer)
      later = new Promise((resolve) => setTimeout(() => resolve(tracer.current()?.context.spanId), 20))
    })
    expect(await later).toBeUndefined()
  })

  it('of an error is its code', async () => {
    const { tracer } = tracerTo(collector.port)
    const failing = inSpan(tracer, 'failing work', {}, async () => {
      throw Object.assign(new Error('with a secret'), { code: 'conflict' })
    })
    await expect(failing).rejects.toThrow('with a secret')
    await tracer.flush()
    expect(sent()).toContain('{"key":"error.type","value":{"stringValue":"conflict"}}')
    expect(sent()).not.toContain('with a secret')
  })
})

it('times travel in nanoseconds, whole numbers as text, as the protocol wants them', () => {
  const span = { name: 'n', kind: 'client', traceId: 't', spanId: 's', parentSpanId: null, failure: null } as const
  const text = encodeSpans({}, [
    { ...span, startedAt: 1_800_000_000_000.25, endedAt: 1_800_000_000_001, attributes: { a: 1, b: 0.5, c: true } },
  ])
  expect(text).toContain('"startTimeUnixNano":"1800000000000250000"')
  expect(text).toContain('{"intValue":"1"}')
  expect(text).toContain('{"doubleValue":0.5}')
  expect(text).toContain('{"boolValue":true}')
})

describe('the settings', () => {
  const tracing = (env: Record<string, string>) => readConfig(env, '/').tracing
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }

  it('are off by default, and the rest means nothing without an address', () => {
    expect(tracing({})).toBeNull()
    expect(tracing({ OTEL_TRACES_SAMPLER_ARG: 'nonsense', OTEL_EXPORTER_OTLP_HEADERS: 'nonsense' })).toBeNull()
  })

  it('are read', () => {
    expect(tracing(endpoint)).toEqual({ ...OFF, endpoint: 'http://collector:4318' })
    const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20YTpi, x-tenant = one' }
    expect(tracing({ ...endpoint, ...headers, OTEL_SERVICE_NAME: 'market', OTEL_TRACES_SAMPLER_ARG: '0.1' })).toEqual({
      endpoint: 'http://collector:4318',
      headers: { authorization: 'Basic YTpi', 'x-tenant': 'one' },
      serviceName: 'market',
      sampleRatio: 0.1,
    })
  })

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_TRACES_SAMPLER_ARG', 'half'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a-secret-without-a-name'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'name=%zz'],
  ])('%s=%s is refused', (name, value) => {
    expect(() => tracing({ ...endpoint, [name]: value })).toThrow(name)
  })

  it('show no secret when they are refused', () => {
    const refused = () => tracing({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'a-secret-without-a-name' })
    expect(refused).toThrow(/^(?!.*a-secret)/)
  })
})
