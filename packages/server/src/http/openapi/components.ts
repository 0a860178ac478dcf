// The components of the OpenAPI document: schemas, parameters and responses that several operations share.
import type { TSchema } from 'typebox'
import { describeField, describeSchema } from './schema-texts.ts'

type Json = Record<string, unknown>

export type Components = ReturnType<typeof createComponents>

const isSchema = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const toPascal = (text: string): string =>
  text.replace(/(?:^|[._-])([a-z])/gi, (_, letter: string) => letter.toUpperCase())

/** `Idempotency-Key` as `IdempotencyKeyHeader`, `public_id` as `PublicIdPath`. */
const parameterName = ({ name, in: where }: Json): string => toPascal(`${String(name)}_${String(where)}`)

const formatSchema = (schema: Json): string => JSON.stringify(schema).replaceAll(',"additionalProperties":false', '')

const PLAIN_TYPES: unknown[] = ['string', 'integer', 'number', 'boolean']

/** A plain type or null as one schema with two types, which is shorter than a choice of two schemas. */
function toTypeList(schema: Json): Json {
  const { anyOf, ...rest } = schema
  const [plain, none, ...others] = (anyOf ?? []) as Json[]
  const isPlain = plain !== undefined && PLAIN_TYPES.includes(plain.type) && !('enum' in plain || 'const' in plain)
  if (!isPlain || none?.type !== 'null' || others.length > 0) return schema
  return { ...plain, type: [plain.type, 'null'], ...rest }
}

export function createComponents() {
  const schemas: Record<string, Json> = {}
  const responses: Record<string, Json> = {}

  const isDescribed = (schema: Json): boolean =>
    'description' in schema || '$ref' in schema || ((schema.anyOf ?? []) as Json[]).some(isDescribed)

  /** A field without its own description gets the shared one. */
  function placeFields(fields: Json, title: string | undefined, open: boolean): Json {
    const entries = Object.entries(fields).map(([name, field]) => {
      const placed = place(field, open, title) as Json
      const description = isDescribed(placed) ? undefined : describeField(name, title)
      return [name, description === undefined ? placed : { ...placed, description }]
    })
    return Object.fromEntries(entries)
  }

  /**
   * Named schemas move to the components; the same name must mean the same schema. `within` is the named schema around it. An
   * `open` schema can gain fields. `$comment` describes a field whose schema is named, where fields use the schema differently.
   */
  function place(schema: unknown, open: boolean, within?: string): unknown {
    if (Array.isArray(schema)) return schema.map((one) => place(one, open, within))
    if (!isSchema(schema)) return schema
    const { title, $comment: use, ...rest } = schema
    const isNamed = typeof title === 'string'
    // A `title` that is not text is a field called `title`.
    const fields = Object.entries(isNamed ? rest : schema).filter(
      ([key, value]) => !(open && key === 'additionalProperties' && value === false),
    )
    const name = isNamed ? title : within
    const placed = Object.fromEntries(
      fields.map(([key, value]) => [
        key,
        key === 'properties' && isSchema(value) ? placeFields(value, name, open) : place(value, open, name),
      ]),
    )
    if (!isNamed) return toTypeList(placed)
    const described = 'description' in placed ? placed : { ...placed, description: describeSchema(title) }
    const known = schemas[title]
    if (known && formatSchema(known) !== formatSchema(described))
      throw new Error(`two different schemas are called ${title}`)
    // Closed if any request has it.
    if (!known || !open) schemas[title] = described
    return { $ref: `#/components/schemas/${title}`, ...(use === undefined ? {} : { description: use }) }
  }

  function response(name: string, value: Json): Json {
    const known = responses[name]
    if (known && JSON.stringify(known) !== JSON.stringify(value))
      throw new Error(`two different responses are called ${name}`)
    responses[name] = value
    return { $ref: `#/components/responses/${name}` }
  }

  return {
    schemas,
    responses,
    // Through JSON: TypeBox adds symbols and hidden fields to its schemas.
    place: (schema: TSchema) => place(JSON.parse(JSON.stringify(schema)), false) as Json,
    /** For responses and events, which can gain fields. */
    placeOpen: (schema: TSchema) => place(JSON.parse(JSON.stringify(schema)), true) as Json,
    response,
  }
}

type Operation = { operationId?: string; parameters?: Json[]; requestBody?: Json; responses?: Record<string, Json> }

/** Values that occur at least twice, and their names in the components: of each name the most frequent form. */
function findShared(values: readonly Json[], readName: (value: Json) => string | undefined): Map<string, string> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(JSON.stringify(value), (counts.get(JSON.stringify(value)) ?? 0) + 1)
  const shared = new Map<string, string>()
  const named = new Set<string>()
  for (const [text, count] of [...counts].sort(([, a], [, b]) => b - a)) {
    const name = readName(JSON.parse(text) as Json)
    if (count < 2 || name === undefined || named.has(name)) continue
    named.add(name)
    shared.set(text, name)
  }
  return shared
}

const toComponents = (shared: ReadonlyMap<string, string>): Record<string, Json> =>
  Object.fromEntries([...shared].map(([text, name]) => [name, JSON.parse(text) as Json]))

/** Parameters that several operations have in common move to the components. */
export function shareParameters(operations: readonly Operation[]): Record<string, Json> {
  const shared = findShared(
    operations.flatMap(({ parameters = [] }) => parameters),
    parameterName,
  )
  for (const operation of operations)
    operation.parameters &&= operation.parameters.map((value) => {
      const name = shared.get(JSON.stringify(value))
      return name === undefined ? value : { $ref: `#/components/parameters/${name}` }
    })
  return toComponents(shared)
}

function readSchemaName({ content }: Json): string | undefined {
  const { schema } = (content as Record<string, { schema: Json }> | undefined)?.['application/json'] ?? {}
  return typeof schema?.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined
}

/** Request bodies that several operations have in common move to the components, called like their schema or the first operation. */
export function shareBodies(operations: readonly Operation[]): Record<string, Json> {
  const names = new Map<string, string>()
  for (const { operationId, requestBody } of operations) {
    const text = JSON.stringify(requestBody)
    if (requestBody && !names.has(text))
      names.set(text, readSchemaName(requestBody) ?? `${toPascal(String(operationId))}Body`)
  }
  const shared = findShared(
    operations.flatMap(({ requestBody }) => (requestBody ? [requestBody] : [])),
    (value) => names.get(JSON.stringify(value)),
  )
  for (const operation of operations) {
    const name = operation.requestBody && shared.get(JSON.stringify(operation.requestBody))
    if (name !== undefined) operation.requestBody = { $ref: `#/components/requestBodies/${name}` }
  }
  return toComponents(shared)
}

/** Error responses of operations that are described by hand: what several have in common moves to the components, as `OAuthError400`. */
export function shareErrors(operations: readonly Operation[]): Record<string, Json> {
  const names = new Map<string, string>()
  const errors = operations.flatMap(({ responses = {} }) =>
    Object.entries(responses).filter(([status, response]) => /^[45]/.test(status) && !('$ref' in response)),
  )
  for (const [status, response] of errors) {
    const schema = readSchemaName(response)
    if (schema !== undefined) names.set(JSON.stringify(response), `${schema}${status}`)
  }
  const shared = findShared(
    errors.map(([, response]) => response),
    (value) => names.get(JSON.stringify(value)),
  )
  for (const { responses } of operations)
    for (const [status, response] of Object.entries(responses ?? {})) {
      const name = shared.get(JSON.stringify(response))
      if (responses && name !== undefined) responses[status] = { $ref: `#/components/responses/${name}` }
    }
  return toComponents(shared)
}

/** Headers that responses refer to. */
export const SHARED_HEADERS: Json = {
  RequestId: {
    description: 'ID of the request in the logs of the service.',
    schema: { type: 'string', examples: ['req_01k9zq4x7v3m8n2p5r6s7t8w9y'] },
  },
  ETag: {
    description: 'Version of the body, for `If-None-Match`. Without a session or a token only.',
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'Seconds to wait before a retry.', schema: { type: 'integer' } },
}
