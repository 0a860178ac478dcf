// The environment of the console.
import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { consoleTransport, IN_ENVIRONMENT } from './console-environment.ts'

type Parameter = { name?: string; $ref?: string }
type Document = {
  paths: Record<string, { get?: { parameters?: Parameter[] } }>
  components: { parameters: Record<string, Parameter> }
}

it('knows every list of the API that has both environments', () => {
  const file = new URL('../../../../../openapi-operator.json', import.meta.url)
  const { paths, components } = JSON.parse(readFileSync(file, 'utf8')) as Document
  const readName = ({ name, $ref = '' }: Parameter) =>
    name ?? components.parameters[$ref.slice($ref.lastIndexOf('/') + 1)]?.name
  const lists = Object.entries(paths).flatMap(([path, { get }]) =>
    get?.parameters?.some((one) => readName(one) === 'environment') ? [`GET ${path}`] : [],
  )
  expect(lists.length).toBeGreaterThan(10)
  expect([...IN_ENVIRONMENT].sort()).toEqual(lists.sort())
})

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
