// The OpenAPI 3.1 document, built from the route values and the error table.
import type { TObject, TSchema } from 'typebox'
import { ERRORS, type ErrorCode, REASONS } from '../kernel/errors.ts'
import { SCOPES } from '../kernel/owner.ts'
import type { AreaName, Route } from './define-route.ts'
import { scopesOf } from './define-route.ts'
import { deprecationNote } from './deprecation.ts'
import { type DescribedGroup, operationOf as describedOperation } from './described-operation.ts'
import { type WebhookGroup, webhookOf } from './described-webhook.ts'
import { type Components, createComponents, shareParameters } from './openapi-components.ts'
import { fullPath } from './pipeline.ts'

type Json = Record<string, unknown>

export type AreaDescription = {
  name: AreaName
  prefix: string
  tag: string
  description: string
  routes: readonly Route[]
}

const AREA_ERRORS: Record<AreaName, readonly ErrorCode[]> = {
  partner: [
    'validation_error',
    'missing_credentials',
    'missing_signature_headers',
    'invalid_timestamp',
    'invalid_signature',
    'replay_detected',
    'forbidden',
    'rate_limited',
  ],
  operator: ['validation_error', 'invalid_token', 'forbidden'],
  portal: ['validation_error', 'invalid_token', 'forbidden', 'rate_limited'],
  public: ['validation_error', 'invalid_token', 'rate_limited'],
}

/** Of every operation: a fault of ours, and too much to do or a database that is away. */
const ERRORS_OF_ALL: readonly ErrorCode[] = ['internal_error', 'upstream_unavailable']

/** A read that comes as POST, because its question is long, stores no answer. */
const takesIdempotencyKey = ({ area, method, writes }: Route): boolean =>
  area === 'partner' && method === 'POST' && Boolean(writes)

/** Every error that the operation may answer with. */
export function errorCodesOf(route: Route): ReadonlySet<ErrorCode> {
  const codes = new Set<ErrorCode>([...AREA_ERRORS[route.area], ...ERRORS_OF_ALL, ...(route.errors ?? [])])
  if (route.method !== 'GET') {
    codes.add('payload_too_large')
    codes.add('unsupported_media_type')
  }
  if (route.signedIn !== undefined) codes.add('forbidden')
  if (takesIdempotencyKey(route)) codes.add('conflict')
  if (route.idempotencyKey === 'required') codes.add('missing_idempotency_key')
  return codes
}

const ERROR_SCHEMA: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'request_id', 'reason', 'details'],
      properties: {
        code: { type: 'string', enum: Object.keys(ERRORS) },
        message: { type: 'string', description: 'What is wrong and how to fix it.' },
        request_id: { type: 'string', description: 'Equal to the X-Request-Id header.' },
        reason: { type: ['string', 'null'], description: 'A finer word.', examples: [...REASONS] },
        details: {
          type: 'array',
          items: {
            type: 'object',
            required: ['field', 'message'],
            properties: { field: { type: 'string' }, message: { type: 'string' } },
          },
        },
      },
    },
  },
}

function parametersOf(route: Route, { place }: Components): Json[] {
  const of = (schema: TObject | undefined, where: 'path' | 'query') =>
    Object.entries(schema?.properties ?? {}).map(([name, property]): Json => {
      const { description, ...rest } = place(property as TSchema)
      const required = where === 'path' || ((schema?.required ?? []) as string[]).includes(name)
      return { name, in: where, required, ...(description ? { description } : {}), schema: rest }
    })
  const parameters = [...of(route.params, 'path'), ...of(route.query, 'query')]
  if (takesIdempotencyKey(route))
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: route.idempotencyKey === 'required',
      description: 'One value per write; the same value with the same body replays the stored answer.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    })
  if (route.area === 'portal' && route.membership !== 'none')
    parameters.push({
      name: 'X-Partner-Id',
      in: 'header',
      required: false,
      description: 'For whoever belongs to several partners: which one; the first when absent.',
      schema: { type: 'string' },
    })
  return parameters
}

/** `NotFound`, `PriceMismatchOrQuoteExpired`; the many ways to fail a signature are `Status401`. */
function errorResponseName(status: number, codes: readonly ErrorCode[]): string {
  const pascal = (code: string) => code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return codes.length > 2 ? `Status${status}` : codes.map(pascal).join('Or')
}

function responsesOf(route: Route, { place, response }: Components): Json {
  const status = String(route.status ?? 200)
  const content: Json = { 'application/json': { schema: place(route.response) } }
  for (const type of route.produces ?? []) content[type] = { schema: { type: 'string' } }
  const responses: Json = {
    [status]: {
      description: 'Done.',
      headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } },
      content,
    },
  }
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of errorCodesOf(route))
    byStatus.set(ERRORS[code].status, [...(byStatus.get(ERRORS[code].status) ?? []), code])
  for (const [errorStatus, list] of [...byStatus].sort(([a], [b]) => a - b))
    responses[errorStatus] = response(errorResponseName(errorStatus, list), {
      description: list.map((code) => `\`${code}\`: ${ERRORS[code].text}`).join(' '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    })
  return responses
}

function signedInNote(signedIn: NonNullable<Route['signedIn']>): string {
  if (signedIn === 'session') return 'Signed in, from a page of this service; no token.'
  return signedIn === 'any' ? 'Signed in, or with any token.' : `Signed in; a token needs the scope \`${signedIn}\`.`
}

function operationOf(route: Route, tag: string, components: Components): Json {
  const { place } = components
  const scopes = scopesOf(route)
  const notes = [
    route.description,
    scopes.length > 0 ? `Scope: ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.` : undefined,
    route.signedIn && signedInNote(route.signedIn),
    route.deprecated && deprecationNote(route.deprecated),
  ].filter((note) => note !== undefined)
  const consumes = route.consumes ?? (route.body ? ['application/json'] : [])
  const parameters = parametersOf(route, components)
  const bodySchema: Json = route.body ? place(route.body) : { type: 'string' }
  return {
    operationId: route.id,
    tags: [tag],
    summary: route.summary,
    ...(route.deprecated ? { deprecated: true } : {}),
    ...(notes.length > 0 ? { description: notes.join('\n\n') } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(consumes.length > 0
      ? {
          requestBody: {
            required: !route.bodyOptional,
            content: Object.fromEntries(consumes.map((type) => [type, { schema: bodySchema }])),
          },
        }
      : {}),
    responses: responsesOf(route, components),
    security: route.signedIn === 'session' ? [{ session: [] }] : route.signedIn ? SIGNED_IN : SECURITY[route.area],
  }
}

const SECURITY: Record<AreaName, Json[]> = {
  partner: [{ keyId: [], timestamp: [], nonce: [], signature: [] }],
  operator: [{ operatorToken: [] }, { session: [] }],
  portal: [{ session: [] }],
  public: [{}, { accessToken: [] }],
}
const SIGNED_IN: Json[] = [{ accessToken: [] }, { session: [] }]

const header = (name: string, description: string): Json => ({ type: 'apiKey', in: 'header', name, description })

const sorted = (values: Record<string, Json>): Record<string, Json> =>
  Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)))

export function buildOpenApi(
  areas: readonly AreaDescription[],
  version: string,
  groups: readonly DescribedGroup[],
  pushed: WebhookGroup,
): Json {
  const components = createComponents()
  const paths: Record<string, Json> = {}
  for (const area of areas)
    for (const route of area.routes) {
      const path = fullPath(route, area.prefix)
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, area.tag, components) }
    }
  for (const { tag, operations } of groups)
    for (const operation of operations) {
      const { path, method } = operation
      paths[path] = { ...paths[path], [method.toLowerCase()]: describedOperation(operation, tag, components) }
    }
  const webhooks: Record<string, Json> = Object.fromEntries(
    pushed.webhooks.map((one) => [one.type, webhookOf(one, pushed.tag, components)]),
  )
  const parameters = shareParameters(
    [...Object.values(paths), ...Object.values(webhooks)].flatMap((methods) => Object.values(methods) as Json[]),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Freehold',
      version,
      summary: 'The open domain-name marketplace.',
      description:
        'Partner requests are signed with HMAC-SHA256 over six lines: method, path, canonical query, timestamp, nonce and the ' +
        `SHA-256 of the body. Scopes: ${SCOPES.join(', ')}. Money is whole minor units; times are ISO 8601 in UTC.`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This service.' }],
    tags: [...areas, ...groups, pushed].map(({ tag, description }) => ({ name: tag, description })),
    paths,
    webhooks,
    components: {
      schemas: {
        Error: ERROR_SCHEMA,
        ...sorted(components.schemas),
      },
      parameters: sorted(parameters),
      responses: sorted(components.responses),
      headers: {
        RequestId: {
          description: 'Names this request in our logs.',
          schema: { type: 'string', examples: ['req_01k9zq4x7v3m8n2p5r6s7t8w9y'] },
        },
      },
      securitySchemes: {
        keyId: header('X-Service-Key-Id', 'The public key id, `pk_sandbox_…` or `pk_live_…`.'),
        timestamp: header('X-Service-Timestamp', 'Unix seconds, within 300 seconds of the server.'),
        nonce: header('X-Service-Nonce', 'Unique per request; 8 to 128 of A-Z a-z 0-9 . _ ~ -'),
        signature: header('X-Service-Signature', '`v1=` and the lower-case hex HMAC-SHA256 of the canonical string.'),
        accessToken: { type: 'http', scheme: 'bearer', description: 'An access token of the OAuth flow.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'freehold_session',
          description: "The browser's own session, on our own pages.",
        },
        operatorToken: { type: 'http', scheme: 'bearer', description: 'An operator token, `op_…`.' },
      },
    },
  }
}
