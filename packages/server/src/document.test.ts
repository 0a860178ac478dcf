// The OpenAPI document describes everything it names, and says where the service really is.
import { describe, expect, it } from 'vitest'
import { openApiDocument } from './document.ts'

type Json = Record<string, unknown>
type Response = { description?: string; content?: Record<string, unknown>; $ref?: string }
type Operation = {
  summary?: string
  description?: string
  parameters?: Json[]
  requestBody?: Json
  responses: Record<string, Response>
}
type Document = {
  info: { contact: { url: string }; description: string }
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Json>
    parameters: Record<string, Json>
    responses: Record<string, Response>
    headers: Record<string, Json>
    securitySchemes: Record<string, Json & { name: string }>
  }
}

const document = openApiDocument('0') as unknown as Document
const { schemas, parameters, responses, securitySchemes, headers } = document.components

const operations = Object.entries({ ...document.paths, ...document.webhooks }).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
)

const hasText = (value: unknown): boolean => typeof value === 'string' && value.trim().length > 3
const resolveSchema = ({ $ref }: Json): Json | undefined => schemas[String($ref).replace('#/components/schemas/', '')]

/** Its own description, that of the schema it refers to, or that of one of its alternatives. */
const isDescribed = (schema: Json): boolean =>
  hasText(schema.description) ||
  hasText(resolveSchema(schema)?.description) ||
  ((schema.anyOf ?? []) as Json[]).some(isDescribed)

/** The fields below a schema that have no description. */
function undescribedFields(value: unknown, place: string): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => undescribedFields(one, place))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value as Json).flatMap(([key, inner]) =>
    key === 'properties'
      ? Object.entries(inner as Record<string, Json>).flatMap(([name, field]) => [
          ...(isDescribed(field) ? [] : [`${place}.${name}`]),
          ...undescribedFields(field, `${place}.${name}`),
        ])
      : undescribedFields(inner, place),
  )
}

const without = (values: Record<string, Json>): string[] =>
  Object.entries(values)
    .filter(([, { description }]) => !hasText(description))
    .map(([name]) => name)

describe('every description is there:', () => {
  it('operations', () => {
    expect(operations.filter(({ operation }) => !hasText(operation.description)).map(({ name }) => name)).toEqual([])
    const unclear = ({ summary = '' }: Operation) => !/^[A-Z][^\n]{5,70}[^.\n]$/.test(summary)
    expect(operations.filter(({ operation }) => unclear(operation)).map(({ name }) => name)).toEqual([])
  })

  it('parameters', () => {
    const own = operations.flatMap(({ name, operation }) =>
      (operation.parameters ?? [])
        .filter(({ $ref, description }) => $ref === undefined && !hasText(description))
        .map((parameter) => `${name} ${String(parameter.name)}`),
    )
    expect([...own, ...without(parameters)]).toEqual([])
  })

  it('responses', () => {
    const own = operations.flatMap(({ name, operation }) =>
      Object.entries(operation.responses)
        .filter(([, { $ref, description }]) => $ref === undefined && (!hasText(description) || description === 'Done.'))
        .map(([status]) => `${name} ${status}`),
    )
    expect([...own, ...without(responses as Record<string, Json>), ...without(headers)]).toEqual([])
  })

  it('schemas and their fields', () => {
    expect(without(schemas)).toEqual([])
    expect(Object.entries(schemas).flatMap(([name, schema]) => undescribedFields(schema, name))).toEqual([])
    const bodies = operations.flatMap(({ name, operation }) =>
      undescribedFields([operation.requestBody, operation.responses], name),
    )
    expect(bodies).toEqual([])
  })

  it('tags and security schemes', () => {
    expect(document.tags.filter(({ description }) => !hasText(description))).toEqual([])
    expect(without(securitySchemes)).toEqual([])
  })
})

describe('the document', () => {
  const served = openApiDocument('0', 'https://market.example') as unknown as Document

  it('has the URL of the service', () => {
    expect(document.servers.map(({ url }) => url)).toEqual(['http://127.0.0.1:8080'])
    expect(served.servers.map(({ url }) => url)).toEqual(['https://market.example'])
    expect(served.info.contact.url).toBe('https://market.example/developers')
    expect(served.info.description).toContain('https://market.example/docs/guides')
  })

  it('has the real name of the session cookie', () => {
    expect(securitySchemes.session?.name).toBe('freehold_session')
    expect(served.components.securitySchemes.session?.name).toBe('__Host-freehold_session')
  })

  it.each([
    ['/mcp', 'post', '200', ['application/json', 'text/event-stream']],
    ['/oauth/authorize', 'get', '200', ['text/html']],
    ['/oauth/authorize', 'get', '400', ['text/html']],
  ])('has the content types of %s (%s %s)', (path, method, status, types) => {
    expect(Object.keys(document.paths[path]?.[method]?.responses[status]?.content ?? {})).toEqual(types)
  })
})
