// Finds the SDK method of each operation: calls every method once and looks up the request in the OpenAPI document. The API
// reference shows the method in its samples.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { createOperationFinder, listMethods } from './sdk-methods.mjs'

async function loadClient(root) {
  const file = path.join(root, 'packages/sdk/.cache', `client.${process.pid}.mjs`)
  try {
    await build({
      entryPoints: [path.join(root, 'packages/sdk/src/client.ts')],
      outfile: file,
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      logLevel: 'error',
    })
    return (await import(pathToFileURL(file).href)).Freehold
  } finally {
    rmSync(file, { force: true })
  }
}

/** By operation, `POST /api/partner/v1/quotes`; the first method that sends it is the one to show. */
export async function sdkCalls(root, document) {
  const Freehold = await loadClient(root)
  const findOperation = createOperationFinder(document)
  let sent
  const client = new Freehold({
    baseUrl: 'http://service.test',
    keyId: 'pk_sandbox_1',
    secret: 'sk_sandbox_1',
    accessToken: 'at_1',
    operatorToken: 'op_1',
    fetch: async (input, init) => {
      const { pathname } = new URL(String(input))
      sent ??= findOperation(init?.method ?? 'GET', pathname)
      return Response.json({})
    },
  })
  const calls = {}
  for (const { call, run, args } of listMethods(client)) {
    sent = undefined
    let isList = false
    try {
      const result = run(...args.map((name) => (name === 'input' || name === 'query' ? {} : 'value')))
      isList = result?.[Symbol.asyncIterator] !== undefined
      await (isList ? result[Symbol.asyncIterator]().next() : result)
    } catch {
      // The method cannot use an empty response. The request is known by then.
    }
    if (sent) calls[sent] ??= { call, args, ...(isList ? { isList } : {}) }
  }
  return Object.fromEntries(Object.entries(calls).sort(([a], [b]) => (a < b ? -1 : 1)))
}
