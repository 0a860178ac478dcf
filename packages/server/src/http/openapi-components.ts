// The components of the OpenAPI document: schemas, parameters and responses that several operations share.
import type { TSchema } from 'typebox'
import { describeField, describeSchema } from './openapi-schema-texts.ts'

type Json = Record<string, unknown>

export type Components = ReturnType<typeof createComponents>

const isSchema = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** `Idempotency-Key` as `IdempotencyKeyHeader`, `public_id` as `PublicIdPath`. */
const parameterName = ({ name, in: where }: Json): string =>
  `${String(name)}_${String(where)}`.replace(/(?:^|[_-])([a-z])/gi, (_, letter: string) => letter.toUpperCase())

const formatSchema = (schema: Json): string => JSON.stringify(schema).replaceAll(',"additionalProperties":false', '')

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
   * `open` schema can gain fields.
   */
  function place(schema: unknown, open: boolean, within?: string): unknown {
    if (Array.isArray(schema)) return schema.map((one) => place(one, open, within))
    if (!isSchema(schema)) return schema
    const { title, ...rest } = schema
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
    if (!isNamed) return placed
    const described = 'description' in placed ? placed : { ...placed, description: describeSchema(title) }
    const known = schemas[title]
    if (known && formatSchema(known) !== formatSchema(described))
      throw new Error(`two different schemas are called ${title}`)
    // Closed if any request has it.
    if (!known || !open) schemas[title] = described
    return { $ref: `#/components/schemas/${title}` }
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

type Operation = { parameters?: Json[] }

/** Parameters that several operations have in common move to the components: of each name the most frequent form. */
export function shareParameters(operations: readonly Operation[]): Record<string, Json> {
  const uses = new Map<string, { value: Json; count: number }>()
  for (const value of operations.flatMap(({ parameters = [] }) => parameters)) {
    const text = JSON.stringify(value)
    uses.set(text, { value, count: (uses.get(text)?.count ?? 0) + 1 })
  }
  const shared = new Map<string, { name: string; value: Json }>()
  const named = new Set<string>()
  for (const [text, { value, count }] of [...uses].sort(([, a], [, b]) => b.count - a.count)) {
    const name = parameterName(value)
    if (count < 2 || named.has(name)) continue
    named.add(name)
    shared.set(text, { name, value })
  }
  for (const operation of operations)
    operation.parameters &&= operation.parameters.map((value) => {
      const name = shared.get(JSON.stringify(value))?.name
      return name === undefined ? value : { $ref: `#/components/parameters/${name}` }
    })
  return Object.fromEntries([...shared.values()].map(({ name, value }) => [name, value]))
}
