// Tests that every operation of the Partner, Public and Operator APIs has a method: calls each one and looks up what it sends in
// openapi.json.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Freehold } from './client.ts'

const document = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, { operationId: string; tags: string[] }>>
}
const AREAS = new Set(['Partner API', 'Public API', 'Operator API'])
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { tags }]) => ({ name: `${method.toUpperCase()} ${path}`, tags })),
)
const wanted = operations.filter(({ tags }) => tags.some((tag) => AREAS.has(tag))).map(({ name }) => name)

/** Checks that need no service, and the loop over a list. */
const OTHER_METHODS = new Set(['quotes.verifyToken', 'webhooks.verify', 'events.follow'])
const VERBS = new Set(['request', 'send', 'get', 'post', 'put', 'patch', 'delete'])

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
    sent.push({ operation: nameOf(init?.method ?? '', pathname), headers: new Headers(init?.headers) })
    return Response.json({})
  },
})

/** A path without parameters goes before one that has them. */
function nameOf(method: string, pathname: string): string {
  const fits = ({ name }: { name: string }) =>
    new RegExp(`^${name.replaceAll(/\{\w+\}/gu, '[^/]+')}$`, 'u').test(`${method} ${pathname}`)
  const found = operations.filter(fits).sort((a, b) => a.name.split('{').length - b.name.split('{').length)
  return found[0]?.name ?? `${method} ${pathname} (unknown)`
}

type Method = (...args: unknown[]) => PromiseLike<unknown>

function methodsOf(holder: object, prefix: string): [string, Method][] {
  const prototype = Object.getPrototypeOf(holder) as object
  const own = Object.getOwnPropertyNames(prototype)
    .filter((name) => name !== 'constructor' && !(prefix === '' && VERBS.has(name)))
    .map((name): [string, Method] => [
      `${prefix}${name}`,
      (...args) => (holder as Record<string, Method>)[name]!(...args),
    ])
  const nested = Object.entries(holder)
    .filter(([name, value]) => name !== 'api' && typeof value === 'object' && value !== null)
    .flatMap(([name, value]) => methodsOf(value as object, `${prefix}${name}.`))
  return [...own, ...nested]
}

const methods = methodsOf(freehold, '').filter(([name]) => !OTHER_METHODS.has(name))
for (const [, method] of methods) await method('first', 'second', 'third')

describe('the methods', () => {
  it('send one request each', () => {
    expect(wanted.length).toBeGreaterThan(130)
    expect(methods).toHaveLength(sent.length)
  })

  it('cover every operation', () => {
    const offered = new Set(sent.map(({ operation }) => operation))
    expect(wanted.filter((name) => !offered.has(name))).toEqual([])
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
