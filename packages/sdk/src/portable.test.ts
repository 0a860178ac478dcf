// Tests that the SDK uses only web platform APIs: bundled for browsers, it runs without Node.
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import vm from 'node:vm'
import { buildSync } from 'esbuild'
import { expect, it } from 'vitest'

const WEB = {
  AbortController,
  AbortSignal,
  atob,
  btoa,
  clearTimeout,
  crypto,
  Headers,
  ReadableStream,
  Response,
  setTimeout,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
}

const USE = `
import { createPkce, Freehold, verifyWebhook } from './index.ts'
import { signedWebhook } from './testing.ts'

export async function use() {
  const sent = []
  const fetch = async (url, { method, headers }) => {
    sent.push(method + ' ' + url + ' ' + headers.get('x-service-signature').length)
    return Response.json({ orders: [], has_more: false, next_cursor: null })
  }
  const freehold = new Freehold({ baseUrl: 'https://service.test', keyId: 'pk_1', secret: 'sk_1', fetch })
  await freehold.quotes.create({ domain: 'a.test' })
  for await (const order of freehold.orders.list()) sent.push(order)
  const { body, headers } = await signedWebhook({ id: 'evt_1', type: 'webhook.test' }, 'secret')
  const { type } = await verifyWebhook(body, headers, 'secret')
  return JSON.stringify({ sent, type, challenge: (await createPkce()).challenge.length })
}
`

it('runs without Node', async () => {
  const resolveDir = path.dirname(fileURLToPath(import.meta.url))
  const { outputFiles } = buildSync({
    stdin: { contents: USE, resolveDir, loader: 'ts' },
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    globalName: 'sdk',
  })
  const context = vm.createContext({ ...WEB })
  vm.runInContext(outputFiles[0]?.text ?? '', context)
  expect(JSON.parse(await (vm.runInContext('sdk.use()', context) as Promise<string>))).toEqual({
    sent: ['POST https://service.test/api/partner/v1/quotes 67', 'GET https://service.test/api/partner/v1/orders 67'],
    type: 'webhook.test',
    challenge: 43,
  })
})
