// The OpenAPI document as the reference reads it: areas, their resources, and the operations of each.

export type Json = Record<string, unknown>
export type Schema = Json & {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  examples?: unknown[]
  default?: unknown
  format?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  description?: string
}
export type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema }
export type Content = Record<string, { schema?: Schema }>
export type Response = { description: string; content?: Content }
export type Operation = {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, Response>
  security?: Record<string, string[]>[]
}
export type OpenApi = Json & {
  info: { title: string; version: string; summary: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> } & Record<string, Json>
}

/** What a reference into the components stands for; anything else is itself. */
export function resolveRef<Value extends object>(document: OpenApi, value: Value): Value {
  const ref = (value as Json).$ref
  if (typeof ref !== 'string') return value
  const [, kind = '', name = ''] = /^#\/components\/(\w+)\/([\w.]+)$/.exec(ref) ?? []
  const found = (document.components[kind] as Record<string, Value> | undefined)?.[name]
  return found ? resolveRef(document, found) : value
}

export const readBody = (document: OpenApi, { requestBody }: Operation): Operation['requestBody'] =>
  requestBody && resolveRef(document, requestBody)

export type Endpoint = { method: string; path: string; isPushed: boolean; operation: Operation }
export type Resource = { title: string; path: string; endpoints: Endpoint[] }
export type Area = { title: string; slug: string; description: string; resources: Resource[] }

const toSlug = (text: string): string =>
  text
    .replace(/ API$/, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')

/** Where the name of a resource would say too little. */
const TITLES: Record<string, string> = {
  me: 'Account and referrals',
  oauth: 'OAuth',
  mcp: 'MCP',
  tlds: 'TLDs',
  whois: 'WHOIS',
  general: 'General',
}
const toTitle = (resource: string): string =>
  TITLES[resource] ?? (resource[0]!.toUpperCase() + resource.slice(1)).replaceAll('_', ' ')

/** `operator.partners.list` belongs to partners, `operator.queue` to what is general. */
function parseResource(operationId: string, area: string): string {
  const parts = operationId.split('.')
  if (parts[0] === area && parts.length > 1) parts.shift()
  return parts.length > 1 ? parts[0]! : 'general'
}

const endpointsIn = (paths: OpenApi['paths'], isPushed: boolean): Endpoint[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      isPushed,
      operation,
    })),
  )

/** A page for each resource, in the order of the document. */
export function readAreas(document: OpenApi): Area[] {
  const all = [...endpointsIn(document.paths, false), ...endpointsIn(document.webhooks, true)]
  return document.tags.map(({ name, description }) => {
    const slug = toSlug(name)
    const resources = new Map<string, Resource>()
    for (const endpoint of all.filter(({ operation }) => operation.tags.includes(name))) {
      const key = endpoint.isPushed ? 'events' : parseResource(endpoint.operation.operationId, slug)
      const resource = resources.get(key) ?? {
        title: key === 'general' ? name : toTitle(key),
        path: `/docs/api/${slug}/${toSlug(key)}`,
        endpoints: [],
      }
      resource.endpoints.push(endpoint)
      resources.set(key, resource)
    }
    return { title: name, slug, description, resources: [...resources.values()] }
  })
}
