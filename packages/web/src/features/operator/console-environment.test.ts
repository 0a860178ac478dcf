// The environment of the console.
import { expect, it, vi } from 'vitest'
import { consoleTransport } from './console-environment.ts'

it('adds the environment to lists that have both, and to nothing else', async () => {
  const fetched: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    fetched.push(url)
    return new Response('{}')
  })
  try {
    const { send } = consoleTransport('sandbox')
    await send('GET /api/operator/v1/orders', { query: { status: 'PAID' } })
    await send('GET /api/operator/v1/orders', { query: { environment: 'live' } })
    await send('GET /api/operator/v1/tlds')
  } finally {
    vi.unstubAllGlobals()
  }
  expect(fetched).toEqual([
    '/api/operator/v1/orders?environment=sandbox&status=PAID',
    '/api/operator/v1/orders?environment=live',
    '/api/operator/v1/tlds',
  ])
})
