// Which method of the SDK sends which operation: every method is called once, and what it sends is looked up in the document. The
// API reference shows the method in its samples.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

/** The general verbs, and methods that send nothing or loop over another. */
const LEFT_OUT = new Set([
  'constructor',
  'request',
  'send',
  'get',
  'post',
  'put',
  'patch',
  'delete',
  'verify',
  'follow',
])

async function loadClient(root) {
  const file = path.join(root, 'packages/sdk', `client.${process.pid}.mjs`)
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

/** `(publicId, input, options)`, as the compiled method has them. */
const argumentNames = (method) =>
  /\(([^()]*)\)/
    .exec(method.toString())[1]
    .split(',')
    .map((one) => one.trim())
    .filter((one) => /^\w+$/.test(one) && one !== 'options')

function* methodsOf(resource, prefix, isRoot) {
  for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(resource)))
    if (!LEFT_OUT.has(name) || (!isRoot && name !== 'constructor' && name !== 'verify' && name !== 'follow'))
      if (typeof resource[name] === 'function')
        yield { call: prefix + name, run: (...args) => resource[name](...args), args: argumentNames(resource[name]) }
  for (const [name, child] of Object.entries(resource))
    if (child && typeof child === 'object' && Object.getPrototypeOf(child) !== Object.prototype)
      yield* methodsOf(child, `${prefix}${name}.`, false)
}

/** `{name}` matches a segment; a path without parameters goes before one that has them. */
function operationsBySpecificity(document) {
  const all = Object.entries(document.paths).flatMap(([route, methods]) =>
    Object.keys(methods).map((method) => ({ name: `${method.toUpperCase()} ${route}`, method, route })),
  )
  const parts = ({ route }) => route.split('{').length
  return all
    .sort((a, b) => parts(a) - parts(b))
    .map((one) => ({ ...one, pattern: new RegExp(`^${one.route.replace(/\{\w+\}/g, '[^/]+')}$`) }))
}

/** By operation, `POST /api/partner/v1/quotes`; the first method that sends it is the one to show. */
export async function sdkCalls(root, document) {
  const Freehold = await loadClient(root)
  const operations = operationsBySpecificity(document)
  let sent
  const client = new Freehold({
    baseUrl: 'http://service.test',
    keyId: 'pk_sandbox_1',
    secret: 'sk_sandbox_1',
    accessToken: 'at_1',
    operatorToken: 'op_1',
    fetch: async (input, init) => {
      const { pathname } = new URL(String(input))
      const method = init?.method ?? 'GET'
      sent ??= operations.find((one) => one.method === method.toLowerCase() && one.pattern.test(pathname))?.name
      return Response.json({})
    },
  })
  const calls = {}
  for (const { call, run, args } of methodsOf(client, '', true)) {
    sent = undefined
    let isList = false
    try {
      const result = run(...args.map((name) => (name === 'input' || name === 'query' ? {} : 'value')))
      isList = result?.[Symbol.asyncIterator] !== undefined
      await (isList ? result[Symbol.asyncIterator]().next() : result)
    } catch {
      // An empty response is not what the method hoped for; what was sent is known by then.
    }
    if (sent) calls[sent] ??= { call, args, ...(isList ? { isList } : {}) }
  }
  return Object.fromEntries(Object.entries(calls).sort(([a], [b]) => (a < b ? -1 : 1)))
}
