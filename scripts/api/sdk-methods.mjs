// The methods of an SDK client and the operations they send, for the API reference and for the test of the SDK.

/** Methods of the client itself that send any request. */
const VERBS = new Set(['request', 'send', 'get', 'post', 'put', 'patch', 'delete'])
/** Methods that send no request, or loop over the responses of another method. */
const WITHOUT_REQUEST = new Set(['quotes.verifyToken', 'webhooks.verify', 'events.follow'])

/** `(publicId, input, options)`, as in the compiled method, without `options`. */
const readArguments = (method) =>
  /\(([^()]*)\)/
    .exec(method.toString())[1]
    .split(',')
    .map((one) => one.trim())
    .filter((one) => /^\w+$/.test(one) && one !== 'options')

function* walk(holder, prefix) {
  for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(holder))) {
    const call = prefix + name
    if (name === 'constructor' || WITHOUT_REQUEST.has(call) || (prefix === '' && VERBS.has(name))) continue
    yield { call, args: readArguments(holder[name]), run: (...args) => holder[name](...args) }
  }
  // `api` is the client that a resource sends its requests with.
  for (const [name, child] of Object.entries(holder))
    if (name !== 'api' && child !== null && typeof child === 'object') yield* walk(child, `${prefix}${name}.`)
}

export const listMethods = (client) => [...walk(client, '')]

/** Returns a function that finds the operation of a request. A path without parameters goes before one that has them. */
export function createOperationFinder(document) {
  const operations = Object.entries(document.paths)
    .flatMap(([route, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${route}`))
    .sort((a, b) => a.split('{').length - b.split('{').length)
    .map((name) => ({ name, pattern: new RegExp(`^${name.replaceAll(/\{\w+\}/gu, '[^/]+')}$`, 'u') }))
  return (method, pathname) => operations.find(({ pattern }) => pattern.test(`${method} ${pathname}`))?.name
}
