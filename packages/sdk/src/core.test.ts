// Tests of the core entry point for pages: streamed lines, errors, paths and bundle size.
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { expect, it } from 'vitest'
import { connected, errorFromResponse, FreeholdError, fillOperation, queryText, readLines } from './core.ts'

const CORE_BYTES_MAX = 6_000

it('reads lines as they arrive, wherever the stream is split', async () => {
  const chunks = ['{"n":1}\n{"n"', ':2}\n\n', '{"n":3}']
  const body = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })
  const lines: unknown[] = []
  for await (const line of readLines(new Response(body))) lines.push(line)
  expect(lines).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
})

it('finds the message of a field by its name or the end of its path', () => {
  const details = [{ field: 'buyer.email', message: 'is not an email address' }]
  const error = errorFromResponse(400, new Headers(), JSON.stringify({ error: { code: 'validation_error', details } }))
  expect(error.getFieldError('buyer.email')).toBe('is not an email address')
  expect(error.getFieldError('email')).toBe('is not an email address')
  expect(error.getFieldError('mail')).toBeNull()
})

it('fills in a path and rejects a segment that would change it', () => {
  expect(fillOperation('GET /orders/{id}', { id: 'a/b' })).toEqual({ method: 'GET', path: '/orders/a%2Fb' })
  for (const id of ['', '.', '..']) expect(() => fillOperation('GET /orders/{id}', { id })).toThrow(TypeError)
})

it('omits undefined values and joins arrays with commas', () => {
  expect(queryText({ a: undefined, b: null, c: ['x', 'y'], d: 0, e: '' })).toBe('c=x%2Cy&d=0&e=')
})

it('distinguishes a connection failure from an aborted call', async () => {
  const fail = () => Promise.reject(new Error('reset'))
  const explain = () => ({ code: 'connection_failed', message: 'away' })
  await expect(connected(fail, undefined, explain)).rejects.toThrow(FreeholdError)
  await expect(connected(fail, AbortSignal.abort('enough'), explain)).rejects.toBe('enough')
})

it('is small and contains no signing code', () => {
  const entryPoints = [path.join(path.dirname(fileURLToPath(import.meta.url)), 'core.ts')]
  const { outputFiles } = buildSync({ entryPoints, bundle: true, minify: true, write: false, format: 'esm' })
  const text = outputFiles[0]?.text ?? ''
  expect(text.length).toBeGreaterThan(500)
  expect(text.length).toBeLessThan(CORE_BYTES_MAX)
  expect(text).not.toMatch(/signature|HMAC/i)
})
