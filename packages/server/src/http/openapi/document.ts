// The OpenAPI 3.1 document, built from the route values and the error table.
import type { TObject, TSchema } from 'typebox'
import { ERRORS, type ErrorCode } from '../../kernel/errors.ts'
import { OAUTH_SCOPE_DEFAULT } from '../../kernel/oauth-scopes.ts'
import type { AreaName, Route } from '../define-route.ts'
import { listScopes } from '../define-route.ts'
import { deprecationNote } from '../deprecation.ts'
import { fullPath } from '../pipeline.ts'
import {
  type Components,
  createComponents,
  SHARED_HEADERS,
  shareBodies,
  shareErrors,
  shareParameters,
} from './components.ts'
import { ERROR_SCHEMA } from './error.ts'
import { DOCUMENT_BASE_URL, documentInfo, documentServers, securitySchemes } from './info.ts'
import { type DescribedGroup, describeOperation as describedOperation } from './operation.ts'
import { describeField } from './schema-texts.ts'
import { describeWebhook, type WebhookGroup } from './webhook.ts'

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

/** Errors of every operation: a failure of the service, or an overload or an unavailable database. They share one response. */
const ERRORS_OF_ALL: readonly ErrorCode[] = ['internal_error', 'upstream_unavailable']

/** A read with method POST stores no response, and neither does a route whose response is a secret. */
const takesIdempotencyKey = ({ area, method, writes, idempotencyKey }: Route): boolean =>
  area === 'partner' && method === 'POST' && Boolean(writes) && idempotencyKey !== 'ignored'

/** Every error code that the operation may return. */
export function listErrorCodes(route: Route): ReadonlySet<ErrorCode> {
  const codes = new Set<ErrorCode>([...AREA_ERRORS[route.area], ...ERRORS_OF_ALL, ...(route.errors ?? [])])
  if (route.method !== 'GET') {
    codes.add('payload_too_large')
    codes.add('unsupported_media_type')
  }
  if (route.signedIn !== undefined) codes.add('forbidden')
  if (takesIdempotencyKey(route)) codes.add('conflict')
  if (route.idempotencyKey === 'required') codes.add('missing_idempotency_key')
  if (route.recent) codes.add('reauthentication_required')
  return codes
}

function listParameters(route: Route, { place }: Components): Json[] {
  const of = (schema: TObject | undefined, where: 'path' | 'query') =>
    Object.entries(schema?.properties ?? {}).map(([name, property]): Json => {
      const { description = describeField(name), ...rest } = place(property as TSchema)
      const required = where === 'path' || ((schema?.required ?? []) as string[]).includes(name)
      return { name, in: where, required, ...(description ? { description } : {}), schema: rest }
    })
  const parameters = [...of(route.params, 'path'), ...of(route.query, 'query')]
  if (takesIdempotencyKey(route))
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: route.idempotencyKey === 'required',
      description:
        'Unique value per write. Repeating the request with the same value and body returns the stored response with ' +
        '`Idempotent-Replayed: true`. Errors are not stored. Sign each retry with a new nonce. Values are kept for 30 ' +
        'days, of orders forever, per partner and environment. 409 `idempotency_key_reused` for another body, ' +
        '`idempotency_in_progress` while the first request runs.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    })
  if (route.area === 'portal' && route.membership !== 'none')
    parameters.push({
      name: 'X-Partner-Id',
      in: 'header',
      required: false,
      description: 'ID of the partner, if you are a team member of several. Default: your first.',
      schema: { type: 'string' },
    })
  return parameters
}

/** `NotFound`, `PriceMismatchOrQuoteExpired`; with more than two codes `Status401`. */
function errorResponseName(status: number, codes: readonly ErrorCode[]): string {
  const pascal = (code: string) => code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return codes.length > 2 ? `Status${status}` : codes.map(pascal).join('Or')
}

const SERVER_ERROR: Json = {
  description: ERRORS_OF_ALL.map((code) => `${ERRORS[code].status} \`${code}\`: ${ERRORS[code].text}`).join(' '),
  headers: {
    'X-Request-Id': { $ref: '#/components/headers/RequestId' },
    'Retry-After': { $ref: '#/components/headers/RetryAfter' },
  },
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
}

const NOT_MODIFIED: Json = {
  description: '`If-None-Match` has the ETag of the response. The body that you have is current.',
  headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' }, ETag: { $ref: '#/components/headers/ETag' } },
}

function describeResponses(route: Route, { placeOpen, response }: Components): Json {
  const status = String(route.status ?? 200)
  const content: Json = { 'application/json': { schema: placeOpen(route.response) } }
  for (const type of route.produces ?? []) content[type] = { schema: { type: 'string' } }
  const responses: Json = {
    [status]: {
      description: route.returns,
      headers: {
        'X-Request-Id': { $ref: '#/components/headers/RequestId' },
        ...(route.revalidated ? { ETag: { $ref: '#/components/headers/ETag' } } : {}),
      },
      content,
    },
  }
  if (route.revalidated) responses['304'] = response('NotModified', NOT_MODIFIED)
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of listErrorCodes(route))
    if (!ERRORS_OF_ALL.includes(code))
      byStatus.set(ERRORS[code].status, [...(byStatus.get(ERRORS[code].status) ?? []), code])
  for (const [errorStatus, list] of [...byStatus].sort(([a], [b]) => a - b))
    responses[errorStatus] = response(errorResponseName(errorStatus, list), {
      description: list.map((code) => `\`${code}\`: ${ERRORS[code].text}`).join(' '),
      headers: {
        'X-Request-Id': { $ref: '#/components/headers/RequestId' },
        ...(errorStatus === 429 ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {}),
      },
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    })
  return { ...responses, '5XX': response('ServerError', SERVER_ERROR) }
}

function signedInNote(signedIn: NonNullable<Route['signedIn']>): string {
  if (signedIn === 'session') return 'Requires a browser session. Access tokens are rejected.'
  return signedIn === 'any'
    ? 'Requires a session or an access token.'
    : `Requires a session or an access token with the scope \`${signedIn}\`.`
}

/** Who may call an operator write. */
export const listRoles = ({ operators = [] }: Route): string[] => ['admin', ...operators]

function describeOperation(route: Route, tag: string, components: Components): Json {
  const { place } = components
  const scopes = listScopes(route)
  const notes = [
    route.description,
    scopes.length > 0 ? `Scope: ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.` : undefined,
    route.signedIn && signedInNote(route.signedIn),
    route.operators &&
      `Roles: ${listRoles(route)
        .map((role) => `\`${role}\``)
        .join(', ')}.`,
    route.recent && 'A session needs a sign-in within the last 10 minutes.',
    route.deprecated && deprecationNote(route.deprecated),
  ].filter(Boolean)
  const consumes = route.consumes ?? (route.body ? ['application/json'] : [])
  const parameters = listParameters(route, components)
  const bodySchema: Json = route.body ? place(route.body) : { type: 'string' }
  return {
    operationId: route.id,
    tags: [tag],
    summary: route.summary,
    ...(route.deprecated ? { deprecated: true } : {}),
    description: notes.join('\n\n'),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(consumes.length > 0
      ? {
          requestBody: {
            required: !route.bodyOptional,
            content: Object.fromEntries(consumes.map((type) => [type, { schema: bodySchema }])),
          },
        }
      : {}),
    responses: describeResponses(route, components),
    security: describeSecurity(route),
  }
}

const SECURITY: Record<AreaName, Json[]> = {
  partner: [{ keyId: [], timestamp: [], nonce: [], signature: [] }],
  operator: [{ operatorToken: [] }, { session: [] }],
  portal: [{ session: [] }],
  public: [{}, { oauth: [OAUTH_SCOPE_DEFAULT] }, { accessToken: [] }],
}

function describeSecurity({ area, signedIn }: Route): Json[] {
  if (signedIn === undefined) return SECURITY[area]
  if (signedIn === 'session') return [{ session: [] }]
  return [{ oauth: signedIn === 'any' ? [] : [signedIn] }, { accessToken: [] }, { session: [] }]
}

const sorted = (values: Record<string, Json>): Record<string, Json> =>
  Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)))

export function buildOpenApi(
  areas: readonly AreaDescription[],
  version: string,
  groups: readonly DescribedGroup[],
  pushed: WebhookGroup,
  baseUrl: string = DOCUMENT_BASE_URL,
): Json {
  const components = createComponents()
  const paths: Record<string, Json> = {}
  for (const area of areas)
    for (const route of area.routes) {
      const path = fullPath(route, area.prefix)
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeOperation(route, area.tag, components) }
    }
  for (const { tag, operations } of groups)
    for (const operation of operations) {
      const { path, method } = operation
      paths[path] = { ...paths[path], [method.toLowerCase()]: describedOperation(operation, tag, components) }
    }
  const webhooks: Record<string, Json> = Object.fromEntries(
    pushed.webhooks.map((one) => [one.type, describeWebhook(one, pushed.tag, components)]),
  )
  const operations = [...Object.values(paths), ...Object.values(webhooks)].flatMap(
    (methods) => Object.values(methods) as Json[],
  )
  const parameters = shareParameters(operations)
  const requestBodies = shareBodies(operations)
  const errors = shareErrors(operations)
  return {
    openapi: '3.1.0',
    info: documentInfo(version, baseUrl),
    servers: documentServers(baseUrl),
    tags: [...areas, ...groups, pushed].map(({ tag, description }) => ({ name: tag, description })),
    paths,
    webhooks,
    components: {
      schemas: {
        Error: ERROR_SCHEMA,
        ...sorted(components.schemas),
      },
      parameters: sorted(parameters),
      requestBodies: sorted(requestBodies),
      responses: sorted({ ...components.responses, ...errors }),
      headers: SHARED_HEADERS,
      securitySchemes: securitySchemes(baseUrl),
    },
  }
}
