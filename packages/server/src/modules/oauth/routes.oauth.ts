// The endpoints that applications call. Their RFCs decide the shapes, so they are mounted apart from the API's pipeline.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { limitByAddress } from '../../http/admission/rate-limit.ts'
import { isPlainUtf8, parseJson } from '../../http/body.ts'
import { asApiError } from '../../http/error-handler.ts'
import { queryPairs } from '../../http/query.ts'
import { ApiError } from '../../kernel/errors.ts'
import { OAUTH_ACCESS_SECONDS, OAUTH_BODY_BYTES_MAX } from '../../kernel/limits.ts'
import { GRANT_TYPES, RESPONSE_TYPES } from './rules/clients.ts'
import { OAuthError, type Parameters, readParameters } from './rules/grants.ts'
import { exchange, registerClient, revokeToken } from './service/exchange.ts'
import type { Client } from './store.ts'
import {
  AUTHORIZATION_SERVER_PATH,
  authorizationServer,
  PROTECTED_RESOURCE_PATH,
  protectedResource,
  RESOURCE_PATHS,
} from './views/metadata.ts'

export { OAUTH_OPERATIONS } from './views/operations.ts'

const METADATA_SECONDS = 300
const getBodyBytes = (request: FastifyRequest): Buffer =>
  Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)

const readMediaType = (request: FastifyRequest): string | undefined =>
  isPlainUtf8(request.headers as Record<string, string | undefined>)
    ? (request.headers['content-type'] ?? '').toLowerCase().split(';', 1)[0]?.trim()
    : undefined

/** Every parameter that means something here; others are ignored, whatever they hold. */
const PARAMETERS = new Set(
  'grant_type code code_verifier redirect_uri client_id refresh_token scope resource token token_type_hint'.split(' '),
)

/** A JSON array stands for a parameter given several times. */
function jsonPairs(value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new OAuthError('invalid_request', 'the body must be a JSON object')
  const known = Object.entries(value).filter(([name]) => PARAMETERS.has(name))
  return known.flatMap(([name, field]) =>
    [field].flat().map((text): [string, string] => {
      if (typeof text !== 'string') throw new OAuthError('invalid_request', `${name.slice(0, 40)} must be a string`)
      return [name, text]
    }),
  )
}

const WRONG_TYPE = 'send the body as application/x-www-form-urlencoded or application/json'

function bodyParameters(request: FastifyRequest): Parameters {
  const type = readMediaType(request)
  if (type === 'application/x-www-form-urlencoded')
    return readParameters(queryPairs(getBodyBytes(request).toString('utf8')))
  if (type === 'application/json') return readParameters(jsonPairs(parseJson(getBodyBytes(request))))
  throw new OAuthError('invalid_request', WRONG_TYPE)
}

/** RFC 6749 §5.2: who tries to authenticate by a header that we do not take is told which scheme failed. */
function assertPublicClient(request: FastifyRequest, reply: FastifyReply): void {
  if (request.headers.authorization === undefined) return
  reply.header('www-authenticate', 'Basic realm="oauth"')
  throw new OAuthError(
    'invalid_client',
    'clients have no secret; send client_id in the body and no Authorization header',
  )
}

const clientView = (client: Client) => ({
  client_id: client.id,
  client_id_issued_at: Math.floor(client.createdAt.getTime() / 1000),
  client_name: client.name,
  redirect_uris: client.redirectUris,
  token_endpoint_auth_method: 'none',
  grant_types: GRANT_TYPES,
  response_types: RESPONSE_TYPES,
})

type Trouble = { status: number; error: string; description: string; headers: Record<string, string> }

const STATUS_WORDS: Record<number, string> = { 429: 'rate_limited', 503: 'temporarily_unavailable' }

/** RFC 6749 §5.2 knows no other word for it; so a type that the framework cannot read is refused as any other wrong one. */
const isUnreadable = (thrown: unknown): boolean => asApiError(thrown)?.code === 'unsupported_media_type'

function toTrouble(given: unknown): Trouble {
  const thrown = isUnreadable(given) ? new OAuthError('invalid_request', WRONG_TYPE) : given
  if (thrown instanceof OAuthError)
    return {
      status: thrown.code === 'invalid_client' ? 401 : 400,
      error: thrown.code,
      description: thrown.message,
      headers: {},
    }
  const known = asApiError(thrown) ?? new ApiError('internal_error')
  const error = STATUS_WORDS[known.status] ?? (known.status >= 500 ? 'server_error' : 'invalid_request')
  return { status: known.status, error, description: known.message, headers: known.headers }
}

function mountMetadata(scope: FastifyInstance, { config: { baseUrl } }: Deps): void {
  const serve = (url: string, routeId: string, document: object): void => {
    const body = JSON.stringify(document)
    scope.get(url, { config: { routeId, isOpen: true } }, (_request, reply) =>
      reply
        .type('application/json; charset=utf-8')
        .header('cache-control', `public, max-age=${METADATA_SECONDS}`)
        .send(body),
    )
  }
  serve(AUTHORIZATION_SERVER_PATH, 'oauth.server_metadata', authorizationServer(baseUrl))
  for (const path of RESOURCE_PATHS)
    serve(`${PROTECTED_RESOURCE_PATH}${path}`, 'oauth.resource_metadata', protectedResource(baseUrl, path))
}

export function mountOAuth(app: FastifyInstance, deps: Deps): void {
  async function register(request: FastifyRequest): Promise<object> {
    await limitByAddress(deps, 'oauth_register', request.ip)
    if (readMediaType(request) !== 'application/json')
      throw new OAuthError('invalid_client_metadata', 'send the body as application/json')
    return clientView(await registerClient(deps, parseClient(getBodyBytes(request))))
  }

  async function token(request: FastifyRequest, reply: FastifyReply): Promise<object> {
    await limitByAddress(deps, 'oauth_token', request.ip)
    assertPublicClient(request, reply)
    const { accessToken, refreshToken, scopes } = await exchange(deps, bodyParameters(request))
    return {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: OAUTH_ACCESS_SECONDS,
      refresh_token: refreshToken,
      scope: scopes.join(' '),
    }
  }

  async function revoke(request: FastifyRequest, reply: FastifyReply): Promise<object> {
    await limitByAddress(deps, 'oauth_token', request.ip)
    assertPublicClient(request, reply)
    await revokeToken(deps, bodyParameters(request))
    return {}
  }

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: OAUTH_BODY_BYTES_MAX }, (_request, body, done) =>
      done(null, body),
    )
    scope.setErrorHandler((thrown, request, reply) => {
      const { status, error, description, headers } = toTrouble(thrown)
      if (status >= 500) deps.log.error({ err: thrown, request_id: request.id }, 'OAuth request failed')
      deps.metrics.errors.inc({ code: error })
      return sendUncached(reply.headers(headers), status, { error, error_description: description })
    })
    mountMetadata(scope, deps)
    const endpoints = { register, token, revoke }
    for (const [name, response] of Object.entries(endpoints)) {
      // Applications in browsers call from anywhere. No cookie counts here.
      const config = { routeId: `oauth.${name}`, isOpen: true } as const
      scope.post(`/api/oauth/${name}`, { config }, async (request, reply) => {
        const body = await response(request, reply)
        return sendUncached(reply, name === 'register' ? 201 : 200, body)
      })
    }
  })
}

function parseClient(bytes: Buffer): unknown {
  try {
    return parseJson(bytes)
  } catch {
    throw new OAuthError('invalid_client_metadata', 'the body must be JSON')
  }
}

const sendUncached = (reply: FastifyReply, status: number, body: object): FastifyReply =>
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('pragma', 'no-cache')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
