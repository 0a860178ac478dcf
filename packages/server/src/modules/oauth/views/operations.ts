// The OAuth endpoints as the OpenAPI document describes them; the router mounts them by hand, in routes.oauth.ts.
import type { DescribedOperation } from '../../../http/described-operation.ts'
import { Named, Type } from '../../../http/schema.ts'
import { OAUTH_ACCESS_SECONDS, REDIRECT_URI_LENGTH_MAX, REDIRECT_URIS_MAX } from '../../../kernel/limits.ts'
import { OAUTH_SCOPES } from '../../../kernel/oauth-scopes.ts'
import { AUTHORIZATION_SERVER_PATH, PROTECTED_RESOURCE_PATH } from './metadata.ts'

const Strings = () => Type.Array(Type.String())
const Text = (description: string) => Type.String({ description })
const Url = () => Type.String({ format: 'uri' })

const ResourceMetadata = Type.Object(
  {
    resource: Url(),
    authorization_servers: Strings(),
    scopes_supported: Strings(),
    bearer_methods_supported: Strings(),
    resource_name: Type.String(),
    resource_documentation: Url(),
  },
  { title: 'ProtectedResourceMetadata' },
)

const ServerMetadata = Type.Object(
  {
    issuer: Url(),
    authorization_endpoint: Url(),
    token_endpoint: Url(),
    registration_endpoint: Url(),
    revocation_endpoint: Url(),
    scopes_supported: Strings(),
    response_types_supported: Strings(),
    response_modes_supported: Strings(),
    grant_types_supported: Strings(),
    token_endpoint_auth_methods_supported: Strings(),
    revocation_endpoint_auth_methods_supported: Strings(),
    code_challenge_methods_supported: Strings(),
    authorization_response_iss_parameter_supported: Type.Boolean(),
    service_documentation: Url(),
  },
  { title: 'AuthorizationServerMetadata' },
)

/** Open: members that are not here are ignored, as the RFCs say. */
const RegistrationInput = Type.Object(
  {
    redirect_uris: Type.Array(Type.String({ format: 'uri', maxLength: REDIRECT_URI_LENGTH_MAX }), {
      minItems: 1,
      maxItems: REDIRECT_URIS_MAX,
      description: 'https, http on a loopback address (any port), or a reverse-domain scheme; without a fragment.',
    }),
    client_name: Type.Optional(Text('Shown to whoever is asked to agree.')),
  },
  { title: 'OAuthClientInput' },
)

const Registration = Named('OAuthClient', {
  client_id: Type.String(),
  client_id_issued_at: Type.Integer(),
  client_name: Type.String(),
  redirect_uris: Strings(),
  token_endpoint_auth_method: Type.Literal('none'),
  grant_types: Strings(),
  response_types: Strings(),
})

const TokenInput = Type.Object(
  {
    grant_type: Type.Unsafe<string>({ type: 'string', enum: ['authorization_code', 'refresh_token'] }),
    client_id: Type.String(),
    code: Type.Optional(Text('For a code: single use, 60 seconds.')),
    code_verifier: Type.Optional(Text('For a code: whose S256 challenge the authorization request carried.')),
    redirect_uri: Type.Optional(Text('For a code: when given, the one of the authorization request.')),
    refresh_token: Type.Optional(Text('For a refresh: rotates at every use.')),
    scope: Type.Optional(Text('For a refresh: fewer scopes than were granted.')),
    resource: Type.Optional(Text('RFC 8707: any address of this service.')),
  },
  { title: 'OAuthTokenInput' },
)

const Tokens = Named('OAuthTokens', {
  access_token: Type.String(),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer({ examples: [OAUTH_ACCESS_SECONDS] }),
  refresh_token: Type.String(),
  scope: Type.String({ examples: ['pricing:read'] }),
})

const Problem = Named('OAuthError', {
  error: Text('A word of RFC 6749, 7591 or 8707, such as `invalid_grant`.'),
  error_description: Text('What to do next.'),
})

const BOTH = ['application/x-www-form-urlencoded', 'application/json'] as const
const REFUSALS = {
  400: { description: 'Refused; `error` says why.', schema: Problem },
  413: { description: 'The body is too large.', schema: Problem },
  429: { description: 'Too many requests; wait as long as `Retry-After` says.', schema: Problem },
  503: { description: '`temporarily_unavailable`; wait as long as `Retry-After` says.', schema: Problem },
}
const CLIENT_REFUSALS = { ...REFUSALS, 401: { description: '`invalid_client`: register again.', schema: Problem } }

const resourceMetadata = (path: string, name: string): DescribedOperation => ({
  id: `oauth.resource_metadata${name}`,
  method: 'GET',
  path: `${PROTECTED_RESOURCE_PATH}${path}`,
  summary: `Protected-resource metadata (RFC 9728) of ${path === '' ? 'the service' : `\`${path}\``}.`,
  responses: { 200: { description: 'The document.', schema: ResourceMetadata } },
})

export const OAUTH_OPERATIONS: readonly DescribedOperation[] = [
  resourceMetadata('', ''),
  resourceMetadata('/api', '_api'),
  resourceMetadata('/mcp', '_mcp'),
  {
    id: 'oauth.server_metadata',
    method: 'GET',
    path: AUTHORIZATION_SERVER_PATH,
    summary: 'Authorization-server metadata (RFC 8414).',
    responses: { 200: { description: 'The document.', schema: ServerMetadata } },
  },
  {
    id: 'oauth.register',
    method: 'POST',
    path: '/api/oauth/register',
    summary: 'Register an application (RFC 7591). No approval, no secret.',
    body: { schema: RegistrationInput, types: ['application/json'] },
    responses: {
      201: { description: 'Registered.', schema: Registration },
      ...REFUSALS,
    },
  },
  {
    id: 'oauth.authorize',
    method: 'GET',
    path: '/oauth/authorize',
    summary: 'Send a person here, in their browser: they sign in, agree, and come back with a code.',
    query: Type.Object({
      response_type: Type.Unsafe<string>({ type: 'string', enum: ['code'] }),
      client_id: Type.String(),
      redirect_uri: Type.Optional(Text('One of the registered; may be left out when there is only one.')),
      code_challenge: Text('PKCE: base64url of the SHA-256 of the verifier.'),
      code_challenge_method: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: ['S256'] })),
      state: Type.Optional(Text('Comes back as it is.')),
      scope: Type.Optional(Text(`\`pricing:read\` when absent. Known: ${OAUTH_SCOPES.join(', ')}.`)),
      resource: Type.Optional(Text('RFC 8707: any address of this service.')),
    }),
    responses: {
      200: { description: 'The page that asks the person.' },
      302: {
        description:
          'To the sign-in; or, when the person has let the application in before, back to it with `error`, `state` and `iss`.',
      },
      400: { description: 'A page: the application or its redirect URI is not known. Nobody is redirected.' },
    },
  },
  {
    id: 'oauth.token',
    method: 'POST',
    path: '/api/oauth/token',
    summary: 'Exchange a code, or refresh: an access token for 30 minutes, a refresh token for 30 days.',
    body: { schema: TokenInput, types: BOTH },
    responses: { 200: { description: 'Issued.', schema: Tokens }, ...CLIENT_REFUSALS },
  },
  {
    id: 'oauth.revoke',
    method: 'POST',
    path: '/api/oauth/revoke',
    summary: 'Revoke a token (RFC 7009). A refresh token takes everything of its grant with it.',
    body: {
      schema: Type.Object(
        {
          token: Type.String(),
          token_type_hint: Type.Optional(Type.String()),
          client_id: Type.Optional(Type.String()),
        },
        { title: 'OAuthRevocationInput' },
      ),
      types: BOTH,
    },
    responses: { 200: { description: 'Gone, or never was.' }, ...CLIENT_REFUSALS },
  },
]
