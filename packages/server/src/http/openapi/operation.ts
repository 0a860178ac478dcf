// An operation that is mounted by hand because an RFC defines its shape, and that the OpenAPI document describes.
import type { TObject, TSchema } from 'typebox'
import { OAUTH_SCOPE_DEFAULT } from '../../kernel/oauth-scopes.ts'
import type { Method } from '../define-route.ts'
import type { Components } from './components.ts'
import { describeField } from './schema-texts.ts'

type Json = Record<string, unknown>

export type DescribedOperation = {
  /** `noun.verb`, unique among routes, too. */
  id: string
  method: Method
  path: string
  summary: string
  description: string
  query?: TObject
  body?: { schema: TSchema; types: readonly string[] }
  /** An access token is accepted, but not needed. */
  tokenOptional?: boolean
  /** `types` are the content types; with a schema alone it is JSON, without both the response has no described body. */
  responses: Record<number, { description: string; schema?: TSchema; types?: readonly string[] }>
}

export type DescribedGroup = { tag: string; description: string; operations: readonly DescribedOperation[] }

const queryParameters = (query: TObject, { place }: Components): Json[] =>
  Object.entries(query.properties).map(([name, property]) => {
    const { description = describeField(name), ...schema } = place(property as TSchema)
    const required = ((query.required ?? []) as string[]).includes(name)
    return { name, in: 'query', required, ...(description ? { description } : {}), schema }
  })

function describeContent({ schema, types }: DescribedOperation['responses'][number], { placeOpen }: Components): Json {
  if (!schema && !types) return {}
  const media = { schema: schema ? placeOpen(schema) : { type: 'string' } }
  return { content: Object.fromEntries((types ?? ['application/json']).map((type) => [type, media])) }
}

export function describeOperation(
  { id, summary, description, query, body, tokenOptional, responses }: DescribedOperation,
  tag: string,
  components: Components,
): Json {
  const { place } = components
  const described = Object.entries(responses).map(([status, response]) => [
    status,
    { description: response.description, ...describeContent(response, components) },
  ])
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    ...(query ? { parameters: queryParameters(query, components) } : {}),
    ...(body
      ? {
          requestBody: {
            required: true,
            content: Object.fromEntries(body.types.map((type) => [type, { schema: place(body.schema) }])),
          },
        }
      : {}),
    responses: Object.fromEntries(described),
    security: tokenOptional ? [{}, { oauth: [OAUTH_SCOPE_DEFAULT] }, { accessToken: [] }] : [],
  }
}
