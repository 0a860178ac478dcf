// Traces as a collector sees them: whose child each span is, that nothing secret is told, and that a dead collector is felt by nobody.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../test/harness.ts'
import { startReceiver, until } from '../../test/receiver.ts'
import { parseTraceparent } from '../kernel/trace.ts'

type Value = { stringValue?: string; intValue?: string; boolValue?: boolean }
type Told = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Value }[]
  status: { code?: number }
}
type Sent = { resourceSpans: { resource: { attributes: Told['attributes'] }; scopeSpans: { spans: Told[] }[] }[] }

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'
const closing: (() => void)[] = []
afterAll(() => {
  for (const close of closing) close()
})

async function startCollector(
  respond: (response: http.ServerResponse) => void = (response) => void response.end('{}'),
) {
  const requests: { path: string; authorization: string | undefined; text: string }[] = []
  const server = http.createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    requests.push({ path: request.url ?? '', authorization: request.headers.authorization, text })
    respond(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const spans = () =>
    requests
      .flatMap(({ text }) => (JSON.parse(text) as Sent).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, spans }
}

const attribute = (span: Told | undefined, key: string) => {
  const value = span?.attributes.find((one) => one.key === key)?.value
  return value?.stringValue ?? (value?.intValue === undefined ? undefined : Number(value.intValue))
}

let serial = 0
async function sell(service: TestService, partner: TestPartner, headers: Record<string, string> = {}) {
  const domain = `traced-${process.pid}-${serial++}.test`
  await service.list('sandbox', domain)
  const body = { domain, expected_price: 100_000, currency: 'USD', external_payment_ref: 'pay-hidden' }
  const response = await service.signed(partner, 'POST', '/api/partner/v1/orders', body, {
    headers: { 'idempotency-key': `key-${domain}`, ...headers },
  })
  expect(response.status).toBe(201)
  return domain
}

describe('with a collector', async () => {
  const collector = await startCollector()
  const service = await startTestService(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
      OTEL_SERVICE_NAME: 'market',
    },
    { background: true },
  )
  const partner = await service.partner()
  const tell = async () => {
    await service.deps.tracer!.flush()
    return collector.spans()
  }

  it('a request continues the trace of its caller, and its statements are inside', async () => {
    const domain = await sell(service, partner, { traceparent: `00-${TRACE}-${CALLER}-01` })
    const spans = (await tell()).filter(({ traceId }) => traceId === TRACE)
    const [request, ...others] = spans.filter(({ name }) => name === 'POST /api/partner/v1/orders')
    expect(others).toEqual([])
    expect(request).toMatchObject({ parentSpanId: CALLER, kind: 2, status: {} })
    expect(attribute(request, 'http.response.status_code')).toBe(201)
    expect(attribute(request, 'freehold.route')).toBe('orders.record')
    expect(attribute(request, 'freehold.request_id')).toMatch(/^req_/)
    const inside = spans.filter((span) => span !== request)
    expect(inside.map(({ name }) => name)).toContain('SELECT record_order')
    const ids = new Set(spans.map(({ spanId }) => spanId))
    for (const span of inside) {
      expect(ids).toContain(span.parentSpanId)
      expect(span.kind).toBe(attribute(span, 'db.operation.name') ? 3 : 1)
      expect(BigInt(span.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(request!.startTimeUnixNano))
      expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano))
    }
    expect(JSON.stringify(spans)).not.toContain(domain)
  })

  it('a request of nobody begins a trace; a write that opens a transaction shows it with its statements', async () => {
    await service.list('sandbox', `plain-${serial++}.test`)
    const spans = await tell()
    const request = spans.find(({ name }) => name === 'POST /api/operator/v1/listings')
    expect(request).not.toHaveProperty('parentSpanId')
    const transaction = spans.find(
      ({ name, parentSpanId }) => name === 'TRANSACTION' && parentSpanId === request?.spanId,
    )
    expect(spans.filter(({ parentSpanId }) => parentSpanId === transaction?.spanId).length).toBeGreaterThan(0)
  })

  it('a delivery is a trace of its own, which its receiver may continue; a job too', async () => {
    const receiver = await startReceiver()
    closing.push(() => void receiver.stop())
    await service.signed(partner, 'PUT', '/api/partner/webhooks', { url: receiver.url, secret: 'whsec-hidden-hidden' })
    await sell(service, partner)
    await until('it arrives', () => receiver.received.length > 0)
    const header = parseTraceparent(receiver.received[0]?.headers.traceparent)
    await service.background.runJobNow('nonces.purge')
    const spans = await tell()
    const delivery = spans.find(({ spanId }) => spanId === header?.spanId)
    expect(delivery).toMatchObject({ name: 'webhook delivery', kind: 4, traceId: header?.traceId })
    expect(delivery).not.toHaveProperty('parentSpanId')
    expect(attribute(delivery, 'freehold.event_type')).toBe('order.recorded')
    expect(attribute(delivery, 'http.response.status_code')).toBe(200)
    const job = spans.find(({ name }) => name === 'job nonces.purge')
    expect(spans.find(({ parentSpanId }) => parentSpanId === job?.spanId)?.name).toBe('DELETE nonces')
  })

  it('a refusal is no error of ours, and its path is not told', async () => {
    await service.send({ method: 'GET', url: '/api/partner/v1/orders/hidden-path?x=hidden-query' })
    const spans = await tell()
    const refused = spans.find(({ name }) => name === 'GET /api/partner/v1/orders/:public_id')
    expect(refused?.status).toEqual({})
    expect(attribute(refused, 'http.response.status_code')).toBe(401)
  })

  it('who is not sampled is not recorded, and neither are health and metrics', async () => {
    const other = '5bf92f3577b34da6a3ce929d0e0e4736'
    await sell(service, partner, { traceparent: `00-${other}-${CALLER}-00` })
    for (const url of ['/healthz', '/readyz', '/metrics']) await service.send({ method: 'GET', url })
    const spans = await tell()
    expect(spans.filter(({ traceId }) => traceId === other)).toEqual([])
    expect(spans.filter(({ name }) => /healthz|readyz|metrics/.test(name))).toEqual([])
  })

  it('the collector is told by its own address and header, and nothing secret', async () => {
    await tell()
    expect(new Set(collector.requests.map(({ path }) => path))).toEqual(new Set(['/v1/traces']))
    expect(new Set(collector.requests.map(({ authorization }) => authorization))).toEqual(
      new Set(['Bearer of-the-collector']),
    )
    const all = collector.requests.map(({ text }) => text).join('\n')
    expect(all).toContain('"service.name","value":{"stringValue":"market"}')
    for (const secret of [
      partner.secret,
      partner.keyId,
      service.operatorToken,
      'hidden',
      'traced-',
      'plain-',
      'of-the-collector',
    ])
      expect(all).not.toContain(secret)
  })
})

it('a collector that never answers changes nothing for requests, and holds up the end for two seconds at most', async () => {
  const silent = await startCollector(() => {})
  const service = await startTestService({ OTEL_EXPORTER_OTLP_ENDPOINT: silent.url })
  const partner = await service.partner()
  await sell(service, partner)
  const begun = performance.now()
  await service.deps.tracer!.close()
  expect(performance.now() - begun).toBeLessThan(60_000)
  await service.deps.tracer!.flush()
  expect((await service.send({ method: 'GET', url: '/metrics' })).text).toMatch(
    /^freehold_trace_spans_dropped_total [1-9]/m,
  )
  await sell(service, partner)
})
