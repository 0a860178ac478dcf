// An operation that is mounted by hand, because an RFC decides its shape, and still stands in the OpenAPI document.
import type { TObject, TSchema } from 'typebox'
import type { Method } from './define-route.ts'
import type { Components } from './openapi-components.ts'

type Json = Record<string, unknown>

export type DescribedOperation = {
  /** `noun.verb`, unique among routes, too. */
  id: string
  method: Method
  path: string
  summary: string
  query?: TObject
  body?: { schema: TSchema; types: readonly string[] }
  /** Without a schema the answer is a page, or nothing. */
  responses: Record<number, { description: string; schema?: TSchema }>
}

export type DescribedGroup = { tag: string; description: string; operations: readonly DescribedOperation[] }

const queryParameters = (query: TObject, { place }: Components): Json[] =>
  Object.entries(query.properties).map(([name, property]) => {
    const { description, ...schema } = place(property as TSchema)
    const required = ((query.required ?? []) as string[]).includes(name)
    return { name, in: 'query', required, ...(description ? { description } : {}), schema }
  })

export function operationOf(
  { id, summary, query, body, responses }: DescribedOperation,
  tag: string,
  components: Components,
): Json {
  const { place } = components
  const answers = Object.entries(responses).map(([status, { description, schema }]) => [
    status,
    { description, ...(schema ? { content: { 'application/json': { schema: place(schema) } } } : {}) },
  ])
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(query ? { parameters: queryParameters(query, components) } : {}),
    ...(body
      ? {
          requestBody: {
            required: true,
            content: Object.fromEntries(body.types.map((type) => [type, { schema: place(body.schema) }])),
          },
        }
      : {}),
    responses: Object.fromEntries(answers),
    security: [],
  }
}
