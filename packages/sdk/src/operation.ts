// Turns an operation of openapi.json into a request: types, path, query and body.
import type { Endpoints } from './types.gen.ts'

/** `POST /api/partner/v1/quotes`: method and path, as in openapi.json. */
export type Operation = keyof Endpoints
export type ResponseBody<Op extends Operation> = Endpoints[Op]['response']
export type Body<Op extends Operation> = Endpoints[Op]['body']

/** Parameters that accept several values, as an array or separated by commas. */
type Several = 'status' | 'type' | 'payment_model' | 'kind'

/** The query parameters of a list or search. */
export type Filter<Op extends Operation> = {
  [Name in keyof Endpoints[Op]['query']]: Name extends Several
    ? string extends Endpoints[Op]['query'][Name]
      ? Endpoints[Op]['query'][Name] | readonly string[]
      : Endpoints[Op]['query'][Name]
    : Endpoints[Op]['query'][Name]
}

type Part<Name extends string, Type> = undefined extends Type ? { [N in Name]?: Type } : { [N in Name]: Type }
export type Input<Op extends Operation> = Part<'params', Endpoints[Op]['params']> &
  Part<'body', Body<Op>> & { query?: Filter<Op> | undefined }

/** The input of an operation that is not known at compile time. */
export interface LooseInput {
  params?: Readonly<Record<string, string>> | undefined
  query?: Query | undefined
  body?: unknown
}

export type QueryValue = string | number | boolean | null | undefined | readonly (string | number | boolean)[]

/** `null` and `undefined` are omitted. An array is joined with commas. */
export type Query = Readonly<Record<string, QueryValue>>

export function fillOperation(operation: string, params: LooseInput['params']): { method: string; path: string } {
  const [method = '', template = ''] = operation.split(' ')
  const path = template.replace(/\{(\w+)\}/gu, (_, name: string) => segment(name, params?.[name]))
  return { method, path }
}

/** An empty segment or one of dots would change the path. */
function segment(name: string, value: string | undefined): string {
  if (!value || value === '.' || value === '..') throw new TypeError(`"${value ?? ''}" is not a valid ${name}.`)
  return encodeURIComponent(value)
}

/** The query string, without the question mark. */
export function queryText(query: Query = {}): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== null && value !== undefined)
      params.append(key, Array.isArray(value) ? value.join(',') : String(value))
  }
  return params.toString()
}

/** Encodes the body as JSON; bytes are sent unchanged. */
export function encodeBody(method: string, body: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (body === undefined) return undefined
  if (method === 'GET' || method === 'HEAD')
    throw new TypeError(`A ${method} request cannot have a body. Use the query instead.`)
  if (body instanceof Uint8Array) return new Uint8Array(body)
  const json = JSON.stringify(body)
  if (json === undefined) throw new TypeError('The body cannot be serialized as JSON.')
  return new TextEncoder().encode(json)
}

export function requestHeaders(
  { accept = 'application/json', hasBody }: { accept?: string | undefined; hasBody: boolean },
  more: Readonly<Record<string, string>> = {},
): Headers {
  const headers = new Headers({ Accept: accept })
  if (hasBody) headers.set('Content-Type', 'application/json')
  for (const [name, value] of Object.entries(more)) headers.set(name, value)
  return headers
}
