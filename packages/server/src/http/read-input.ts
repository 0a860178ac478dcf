// The input of a route, validated: path parameters, query and body.
import type { Readable } from 'node:stream'
import { ApiError, notFound } from '../kernel/errors.ts'
import { assertJsonType, parseJson } from './body.ts'
import type { Route } from './define-route.ts'
import type { Incoming } from './incoming.ts'
import { readQuery } from './query.ts'
import { Strict } from './schema.ts'
import { assertStorable, assertValid, isStorable } from './validate.ts'

const NO_BODY = Strict({})
const NO_MEMBERS = Strict({})

function readBody(route: Route, incoming: Incoming): unknown {
  const bytes = incoming.body
  const empty = bytes === undefined || bytes.length === 0
  if (empty && (route.body === undefined || route.bodyOptional)) return undefined
  if (empty)
    throw new ApiError('validation_error', {
      message: 'body: is required',
      details: [{ field: 'body', message: 'is required' }],
    })
  assertJsonType(incoming.headers)
  const value = parseJson(bytes)
  assertValid(route.body ?? NO_BODY, value, 'body')
  if (!route.bodyInParts) assertStorable(value, 'body')
  return route.body === undefined ? undefined : value
}

export function readInput(route: Route, incoming: Incoming, params: unknown, stream?: Readable) {
  const queryType = route.query ?? NO_MEMBERS
  const query = readQuery(incoming.pairs, queryType, route.area === 'public' ? 'ignored' : 'refused')
  assertValid(queryType, query, 'query')
  assertStorable(query, 'query')
  assertStorableParams(params as Record<string, string>)
  if (route.streamed) return { params, query, body: undefined, stream }
  return { params, query, body: readBody(route, incoming) }
}

/** An id that text cannot hold is malformed, hence an id of nothing; a name that it cannot hold is a bad name. */
function assertStorableParams(params: Record<string, string>): void {
  for (const [name, text] of Object.entries(params)) {
    if (isStorable(text)) continue
    if (name.endsWith('_id')) throw notFound()
    assertStorable(text, name)
  }
}
