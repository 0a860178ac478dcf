// The components of the OpenAPI document: schemas, parameters and responses that several operations share, each written once.
import type { TSchema } from 'typebox'

type Json = Record<string, unknown>

export type Components = ReturnType<typeof createComponents>

const isSchema = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** `Idempotency-Key` as `IdempotencyKeyHeader`, `public_id` as `PublicIdPath`. */
const parameterName = ({ name, in: where }: Json): string =>
  `${String(name)}_${String(where)}`.replace(/(?:^|[_-])([a-z])/gi, (_, letter: string) => letter.toUpperCase())

export function createComponents() {
  const schemas: Record<string, Json> = {}
  const responses: Record<string, Json> = {}

  /** Named schemas move to the components; the same name must mean the same schema. */
  function place(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map(place)
    if (!isSchema(schema)) return schema
    const { title, ...rest } = schema
    const isNamed = typeof title === 'string'
    // A `title` that is not text is a field called `title`.
    const members = Object.entries(isNamed ? rest : schema)
    const placed = Object.fromEntries(members.map(([key, value]) => [key, place(value)]))
    if (!isNamed) return placed
    const known = schemas[title]
    if (known && JSON.stringify(known) !== JSON.stringify(placed))
      throw new Error(`two different schemas are called ${title}`)
    schemas[title] = placed
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
    // Through JSON: TypeBox hangs symbols and hidden members on its schemas.
    place: (schema: TSchema) => place(JSON.parse(JSON.stringify(schema))) as Json,
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
