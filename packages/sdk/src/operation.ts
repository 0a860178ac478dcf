// Owns how an operation of openapi.json becomes a request: its types, its path filled in, its query, its body as bytes.
import type { Endpoints } from './types.gen.ts'

/** `POST /api/partner/v1/quotes`: method and path, as in openapi.json. */
export type Operation = keyof Endpoints
export type Answer<Op extends Operation> = Endpoints[Op]['response']
export type Body<Op extends Operation> = Endpoints[Op]['body']

/** Parameters that take several values, separated by commas: a list does as well. */
type Several = 'status' | 'type' | 'payment_model' | 'kind'

/** What a list or a search can be asked for. */
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

/** An input whose operation is not known here. */
export interface LooseInput {
  params?: Readonly<Record<string, string>> | undefined
  query?: Query | undefined
  body?: unknown
}

export type QueryValue = string | number | boolean | null | undefined | readonly (string | number | boolean)[]

/** `null` and `undefined` are left out; a list is joined by commas, as the API takes several values in one parameter. */
export type Query = Readonly<Record<string, QueryValue>>

export function fillOperation(operation: string, params: LooseInput['params']): { method: string; path: string } {
  const [method = '', template = ''] = operation.split(' ')
  const path = template.replace(/\{(\w+)\}/gu, (_, name: string) => segment(name, params?.[name]))
  return { method, path }
}

/** An empty segment, or one of dots, would lead to another operation. */
function segment(name: string, value: string | undefined): string {
  if (!value || value === '.' || value === '..') throw new TypeError(`"${value ?? ''}" cannot be a ${name}.`)
  return encodeURIComponent(value)
}

/** What stands after the question mark. */
export function queryText(query: Query = {}): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== null && value !== undefined)
      params.append(key, Array.isArray(value) ? value.join(',') : String(value))
  }
  return params.toString()
}

/** JSON, or bytes as they are. */
export function encodeBody(method: string, body: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (body === undefined) return undefined
  if (method === 'GET' || method === 'HEAD') throw new TypeError(`A ${method} request has no body; use the query.`)
  if (body instanceof Uint8Array) return new Uint8Array(body)
  const json = JSON.stringify(body)
  if (json === undefined) throw new TypeError('The body cannot be written as JSON.')
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
