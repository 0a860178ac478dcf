// Tests that every operation of the Partner, Public and Operator APIs has a method: calls each one and looks up what it sends in
// the OpenAPI documents.
import { describe, expect, it } from 'vitest'
import { readWholeDocument } from '../../../scripts/api/openapi-documents.mjs'
import { createOperationFinder, listMethods } from '../../../scripts/api/sdk-methods.mjs'
import { Freehold } from './client.ts'

const document = readWholeDocument() as {
  paths: Record<string, Record<string, { operationId: string; tags: string[]; security?: Record<string, unknown>[] }>>
}
const AREAS = new Set(['Partner API', 'Public API', 'Operator API'])
const wanted = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, { tags }]) => tags.some((tag) => AREAS.has(tag)))
    .map(([method]) => `${method.toUpperCase()} ${path}`),
)
/** Only a page of the service can call these: an access token is rejected. */
const sessionOnly = new Set(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security = [] }]) => security.length > 0 && security.every((one) => 'session' in one))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  ),
)
const findOperation = createOperationFinder(document)

interface Sent {
  operation: string
  headers: Headers
}

const sent: Sent[] = []
const freehold = new Freehold({
  baseUrl: 'http://service.test',
  keyId: 'pk_sandbox_1',
  secret: 'sk_sandbox_1',
  accessToken: 'at_1',
  operatorToken: 'op_1',
  fetch: async (input, init) => {
    const { pathname } = new URL(String(input))
    const method = init?.method ?? ''
    const operation = findOperation(method, pathname) ?? `${method} ${pathname} (unknown)`
    sent.push({ operation, headers: new Headers(init?.headers) })
    return Response.json({})
  },
})

const methods = listMethods(freehold)
for (const { run } of methods) await run('first', 'second', 'third')

describe('the methods', () => {
  it('send one request each', () => {
    expect(wanted.length).toBeGreaterThan(130)
    expect(methods).toHaveLength(sent.length)
  })

  it('cover every operation that is not for pages only', () => {
    const offered = new Set(sent.map(({ operation }) => operation))
    expect(wanted.filter((name) => !offered.has(name) && !sessionOnly.has(name))).toEqual([])
  })

  it('call known operations only', () => {
    expect(sent.map(({ operation }) => operation).filter((name) => !wanted.includes(name))).toEqual([])
  })

  it('send each credential to its own API only', () => {
    for (const { operation, headers } of sent) {
      const isPartner = operation.includes(' /api/partner/')
      const isOperator = operation.includes(' /api/operator/')
      expect(headers.has('x-service-signature'), operation).toBe(isPartner)
      expect(headers.get('authorization'), operation).toBe(isPartner ? null : `Bearer ${isOperator ? 'op_1' : 'at_1'}`)
      expect(headers.has('idempotency-key'), operation).toBe(isPartner && operation.startsWith('POST'))
    }
  })

  it.each(['', '.', '..'])('reject "%s" as an ID', async (id) => {
    const before = sent.length
    await expect(freehold.quotes.release(id)).rejects.toBeInstanceOf(TypeError)
    expect(sent).toHaveLength(before)
  })

  it('escape path parameters', async () => {
    await freehold.orders.get('a/../b?c#d')
    expect(sent.at(-1)?.operation).toBe('GET /api/partner/v1/orders/{public_id}')
  })
})
