// What holds for every answer, whatever was asked: no fault of ours, the right shape, nothing told about our insides.
import type { TSchema } from 'typebox'
import { openApiDocument } from '../../src/document.ts'
import { listErrorCodes } from '../../src/http/openapi/document.ts'
import { mismatch } from '../../src/http/validate.ts'
import { ERRORS, type ErrorCode } from '../../src/kernel/errors.ts'
import { strangeScripts } from '../browser.ts'
import type { TestResponse } from '../harness.ts'
import type { Case } from './requests.ts'
import { MARKUP } from './values.ts'

const { Error: errorSchema, OAuthError: oauthSchema } = (
  openApiDocument('0').components as { schemas: Record<'Error' | 'OAuthError', TSchema> }
).schemas

/** Words of the database, of the runtime and of our folders. None of our texts has them. */
const INSIDES = [
  /\n\s+at .+[(:]\d+:\d+/,
  /node_modules|node:internal|file:\/\/\/|packages\/server|\/src\/[\w/-]+\.ts/,
  /syntax error at or near|violates [\w-]+ constraint|invalid input syntax|duplicate key value/i,
  /relation "\w+"|column "\w+"|operator does not exist|current transaction is aborted|out of range for type/i,
  /(?:Type|Range|Syntax|Reference)Error:|Cannot read propert|is not a function|invariant broken/,
]

const isDocument = ({ operation }: Case): boolean =>
  /^\/(docs|openapi(-operator)?\.json|guides|llms|assets|developers)/.test(operation.template)

function findFault(one: Case, { status, text, headers }: TestResponse): string | null {
  const documented = one.operation.route?.errors?.includes('upstream_unavailable')
  if (status >= 500 && !(status === 503 && documented)) return `status ${status}: ${text.slice(0, 300)}`
  if (!/^req_[0-9a-z]{26}$/.test(headers['x-request-id'] ?? '')) return 'no X-Request-Id'
  const told = isDocument(one) ? undefined : INSIDES.find((pattern) => pattern.test(text))
  if (told) return `tells our insides (${told}): ${told.exec(text)?.[0].slice(0, 200)}`
  return null
}

/** Outside the APIs a browser that asks for a page gets one, also where there is nothing. */
const getsPage = ({ wire }: Case): boolean =>
  !/^\/(api|mcp|\.well-known)(\/|\?|$)/.test(wire.url) &&
  wire.headers.some(([name, value]) => name.toLowerCase() === 'accept' && value.includes('text/html'))

const isOAuth = ({ operation }: Case): boolean => operation.template.startsWith('/api/oauth/')

/** Still a request of the operation: neither its method nor its path is another one now. */
function reaches({ operation, wire }: Case): boolean {
  const path = new RegExp(`^${operation.template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/?#]+')}(\\?|$)`)
  return wire.method === operation.method && path.test(wire.url)
}

/** The document says of each operation what it may answer, so that no client is surprised. */
function undocumented(one: Case, status: number, code?: ErrorCode): string | null {
  const { route, described, responses } = one.operation
  if (!described || !reaches(one) || status === 431 || status === 408) return null
  const told = route ? code !== undefined && listErrorCodes(route).has(code) : responses?.[status] !== undefined
  return told ? null : `${code ?? ''} ${status}, of which the document does not tell`
}

function errorFault(one: Case, { status, json, headers }: TestResponse): string | null {
  if (isOAuth(one) && typeof json?.error === 'string') return mismatch(oauthSchema, json) ?? undocumented(one, status)
  if (one.operation.id === 'mcp.call' && json?.jsonrpc === '2.0') return undocumented(one, status)
  const wrong = mismatch(errorSchema, json)
  if (wrong) return wrong
  const { code, request_id } = json.error as { code: ErrorCode; request_id: string }
  // What the HTTP parser refuses has statuses of HTTP's own.
  if (ERRORS[code].status !== status && status !== 431 && status !== 408) return `${code} with status ${status}`
  if (request_id !== headers['x-request-id']) return 'another request id in the body than in the header'
  if (headers['cache-control'] !== 'no-store') return 'an error that may be cached'
  return undocumented(one, status, code)
}

function successFault({ operation, wire }: Case, { status, json }: TestResponse): string | null {
  if (wire.method !== operation.method || json === undefined) return null
  const { route, responses } = operation
  if (route && status !== (route.status ?? 200)) return `success with status ${status}`
  const schema = route ? route.response : responses?.[status]?.schema
  return schema ? mismatch(schema, json) : null
}

/** The one script of ours that does not lie among the assets, and Stripe's on the pages that take live cards. */
const KNOWN_SCRIPTS = ['<script type="module" src="/docs/console.js">', '<script src="https://js.stripe.com/v3/">']

function pageFault({ text, headers }: TestResponse): string | null {
  if (!String(headers['content-type']).startsWith('text/html')) return null
  if (text.includes(MARKUP)) return 'hostile markup on a page'
  const scripts = strangeScripts(text).filter((tag) => !KNOWN_SCRIPTS.includes(tag))
  return scripts.length > 0 ? `strange scripts on a page: ${scripts.join(' ')}` : null
}

/** Not refused, and not sent to sign in first. */
export const succeeded = ({ status, headers }: TestResponse): boolean =>
  status < 400 && !headers.location?.startsWith('/sign-in?next=')

/** Behind a sample that fails nothing would be tried but the refusal. */
function sampleFault({ operation, leadsTo }: Case, response: TestResponse): string | null {
  const { status, text, headers } = response
  const { refused } = operation
  const told = `${status} ${headers.location ?? ''}: ${text.slice(0, 300)}`
  if (refused === undefined ? !succeeded(response) : status !== refused) return `the sample got ${told}`
  if (leadsTo !== undefined && !headers.location?.startsWith(leadsTo)) return `the sample did not lead on: ${told}`
  return null
}

/** What is wrong with the answer, or null. */
export function judge(one: Case, response: TestResponse): string | null {
  const fault = findFault(one, response)
  if (fault) return fault
  const { status, headers } = response
  if (one.mustBeRefused && status < 400) return `let in with status ${status}`
  const failed = one.untouched ? sampleFault(one, response) : null
  if (failed) return failed
  const isJson = String(headers['content-type']).startsWith('application/json')
  if (status >= 400 && one.operation.door !== 'page' && one.wire.method !== 'HEAD') {
    if (!isJson && !getsPage(one) && one.operation.id !== 'mcp.call' && one.operation.id !== 'oauth.authorize')
      return 'an error that is no JSON'
    return isJson ? errorFault(one, response) : null
  }
  return status < 300 && isJson ? successFault(one, response) : pageFault(response)
}
