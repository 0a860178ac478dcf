// Owns what every page needs: escaped HTML, a small router, forms, cookies and security headers.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/**
 * @typedef {{ url: URL, params: Record<string, string>, form: URLSearchParams, cookies: Record<string, string>, authorization: string }} Visit
 * @typedef {{ status: number, headers?: Record<string, string>, body?: string }} Reply
 * @typedef {(visit: Visit) => Reply | Promise<Reply>} Handler
 */

const FORM_BYTES_MAX = 65_536
const ESCAPES = /** @type {Record<string, string>} */ ({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
})

/** Markup that needs no escaping. */
class Html {
  /** @param {string} text */
  constructor(text) {
    this.text = text
  }
}

/** @param {unknown} value @returns {string} */
function toMarkup(value) {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(toMarkup).join('')
  if (value === undefined || value === null || value === false) return ''
  return String(value).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}

/**
 * Builds markup from a template. Values are escaped unless they are markup already.
 * @param {TemplateStringsArray} strings @param {unknown[]} values
 */
export const html = (strings, ...values) => new Html(String.raw({ raw: strings }, ...values.map(toMarkup)))

/** @param {number} cents @param {string} currency */
export function money(cents, currency) {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.format(cents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

/** An error that the visitor sees, with its message and status code. */
export class PageError extends Error {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message)
    this.status = status
  }
}

/** @param {Html} document @param {number} [status] @returns {Reply} */
export const page = (document, status = 200) => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html>\n${document.text}`,
})

/** 303 after a form, so that reloading the page does not submit the form again. @param {string} location @returns {Reply} */
export const redirect = (location) => ({ status: 303, headers: { location } })

/** @param {Reply} reply @param {string} name @param {string} value @returns {Reply} */
export const withCookie = (reply, name, value) => ({
  ...reply,
  headers: { ...reply.headers, 'set-cookie': `${name}=${value}; Path=/; HttpOnly; SameSite=Lax` },
})

/** A required field. @param {URLSearchParams} form @param {string} name */
export function field(form, name) {
  const value = form.get(name)?.trim()
  if (!value) throw new PageError(400, `Please fill in ${name}.`)
  return value
}

const style = readFileSync(new URL('style.css', import.meta.url), 'utf8')

/** @type {Handler} */
const sendStyle = () => ({
  status: 200,
  headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'max-age=3600' },
  body: style,
})

/**
 * Serves `{ 'GET /orders/:id': handler }` until the process is stopped. Forms may also post to the origin `formTarget`.
 * @param {{ port: number, routes: Record<string, Handler>, onError: (error: unknown) => Reply, formTarget?: string }} options
 */
export function serve({ port, routes, onError, formTarget = '' }) {
  const table = Object.entries({ 'GET /style.css': sendStyle, ...routes }).map(([route, handler]) => {
    const [method = '', path = ''] = route.split(' ')
    return { method, pattern: new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`), handler }
  })
  const safety = {
    'content-security-policy': `default-src 'none'; style-src 'self'; form-action 'self' ${formTarget}; frame-ancestors 'none'; base-uri 'none'`,
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  }

  /** @param {import('node:http').IncomingMessage} request */
  async function respond(request) {
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`)
    const found = table.find((route) => route.method === method && route.pattern.test(url.pathname))
    if (!found) throw new PageError(404, 'Page not found.')
    if (method === 'POST' && /^(cross|same)-site$/.test(String(request.headers['sec-fetch-site'])))
      throw new PageError(403, 'This form was submitted from another site.')
    return found.handler({
      url,
      params: decoded(found.pattern.exec(url.pathname)?.groups ?? {}),
      form: new URLSearchParams(method === 'POST' ? await readBody(request) : ''),
      cookies: parseCookies(request.headers.cookie ?? ''),
      authorization: request.headers.authorization ?? '',
    })
  }

  const server = createServer((request, response) => {
    void respond(request)
      .catch(onError)
      .then(({ status, headers, body }) => response.writeHead(status, { ...safety, ...headers }).end(body))
  })
  server.once('error', (error) => {
    console.error(`Cannot start the server: ${error.message}`)
    process.exit(1)
  })
  server.listen(port, '127.0.0.1', () => console.log(`open http://localhost:${port}/`))
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      server.close()
      server.closeAllConnections()
    })
}

/** @param {Record<string, string>} groups */
function decoded(groups) {
  try {
    return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    throw new PageError(404, 'Page not found.')
  }
}

/** @param {import('node:http').IncomingMessage} request */
async function readBody(request) {
  const chunks = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > FORM_BYTES_MAX) throw new PageError(413, 'The form is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** @param {string} header */
const parseCookies = (header) =>
  Object.fromEntries(
    header
      .split(';')
      .map((one) => one.trim().split('='))
      .map(([name = '', value = '']) => [name, value]),
  )
