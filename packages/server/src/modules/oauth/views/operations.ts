// The OAuth endpoints as the OpenAPI document describes them; the router mounts them by hand, in routes.oauth.ts.
import type { DescribedOperation } from '../../../http/openapi/operation.ts'
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
    client_id_metadata_document_supported: Type.Boolean(),
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
      description:
        'Allowed redirect URIs: https, http on a loopback IP address (any port), or the private-use scheme of an app, such as ' +
        '`com.example.app:/` or `cursor://`. No fragment.',
    }),
    client_name: Type.Optional(Text('Name shown on the consent page.')),
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
    code: Type.Optional(
      Text('Authorization code. Single use, valid for 60 seconds. Required with `authorization_code`.'),
    ),
    code_verifier: Type.Optional(
      Text('PKCE verifier of the challenge in the authorization request. Required with `authorization_code`.'),
    ),
    redirect_uri: Type.Optional(Text('The redirect URI of the authorization request.')),
    refresh_token: Type.Optional(Text('Refresh token. Each use returns a new one. Required with `refresh_token`.')),
    scope: Type.Optional(Text('With `refresh_token`: a subset of the granted scopes.')),
    resource: Type.Optional(Text('Target resource (RFC 8707): a URL of this service.')),
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
  error: Text('Error code of RFC 6749, 7591 or 8707, such as `invalid_grant`.'),
  error_description: Text('What is wrong and how to fix it.'),
})

const PAGE = ['text/html'] as const
const BOTH = ['application/x-www-form-urlencoded', 'application/json'] as const
const REFUSALS = {
  400: { description: 'The request is not valid. `error` has the reason.', schema: Problem },
  413: { description: 'The body is too large.', schema: Problem },
  429: { description: 'Too many requests. Retry after the seconds in `Retry-After`.', schema: Problem },
  503: { description: '`temporarily_unavailable`: retry after the seconds in `Retry-After`.', schema: Problem },
}
const CLIENT_REFUSALS = {
  ...REFUSALS,
  401: { description: '`invalid_client`: the client is unknown. Register again.', schema: Problem },
}

const resourceMetadata = (path: string, name: string): DescribedOperation => ({
  id: `oauth.resource_metadata${name}`,
  method: 'GET',
  path: `${PROTECTED_RESOURCE_PATH}${path}`,
  summary: `Get the protected-resource metadata of ${path === '' ? 'the service' : `\`${path}\``}`,
  description: 'RFC 9728. Clients use it to find the authorization server.',
  responses: { 200: { description: 'The metadata.', schema: ResourceMetadata } },
})

export const OAUTH_OPERATIONS: readonly DescribedOperation[] = [
  resourceMetadata('', ''),
  resourceMetadata('/api', '_api'),
  resourceMetadata('/mcp', '_mcp'),
  {
    id: 'oauth.server_metadata',
    method: 'GET',
    path: AUTHORIZATION_SERVER_PATH,
    summary: 'Get the authorization-server metadata',
    description: 'RFC 8414. Lists the endpoints and scopes of the authorization server.',
    responses: { 200: { description: 'The metadata.', schema: ServerMetadata } },
  },
  {
    id: 'oauth.register',
    method: 'POST',
    path: '/api/oauth/register',
    summary: 'Register an OAuth client',
    description: 'Dynamic client registration (RFC 7591). It needs no approval. Clients are public and have no secret.',
    body: { schema: RegistrationInput, types: ['application/json'] },
    responses: {
      201: { description: 'The registered client.', schema: Registration },
      ...REFUSALS,
    },
  },
  {
    id: 'oauth.authorize',
    method: 'GET',
    path: '/oauth/authorize',
    summary: 'Request authorization from a user',
    description:
      'Open this URL in the browser of the user. The user signs in and gives consent, and the browser returns to `redirect_uri` with ' +
      '`code`, `state` and `iss`. PKCE with S256 is required.',
    query: Type.Object({
      response_type: Type.Unsafe<string>({ type: 'string', enum: ['code'] }),
      client_id: Text('ID of a registered client, or the https URL of its Client ID Metadata Document.'),
      redirect_uri: Type.Optional(Text('A registered redirect URI. Optional if only one is registered.')),
      code_challenge: Text('PKCE challenge: base64url of the SHA-256 of the verifier.'),
      code_challenge_method: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: ['S256'] })),
      state: Type.Optional(Text('Opaque value, returned unchanged.')),
      scope: Type.Optional(
        Text(`Space-separated scopes. Default \`pricing:read\`. Available: ${OAUTH_SCOPES.join(', ')}.`),
      ),
      resource: Type.Optional(Text('Target resource (RFC 8707): a URL of this service.')),
    }),
    responses: {
      200: { description: 'The consent page.', types: PAGE },
      302: {
        description:
          'Redirect to the sign-in page. If the user authorized the application before and the request is invalid: redirect to ' +
          'the application with `error`, `state` and `iss`.',
      },
      400: {
        description: 'An error page: the client or its redirect URI is unknown. The user is not redirected.',
        types: PAGE,
      },
    },
  },
  {
    id: 'oauth.token',
    method: 'POST',
    path: '/api/oauth/token',
    summary: 'Exchange a code or refresh a token',
    description:
      'Returns an access token for 30 minutes and a refresh token for 30 days. Each refresh token works once.',
    body: { schema: TokenInput, types: BOTH },
    responses: { 200: { description: 'The issued tokens.', schema: Tokens }, ...CLIENT_REFUSALS },
  },
  {
    id: 'oauth.revoke',
    method: 'POST',
    path: '/api/oauth/revoke',
    summary: 'Revoke a token',
    description: 'RFC 7009. Revoking a refresh token also revokes every token of its grant.',
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
    responses: { 200: { description: 'The token is revoked, or was never valid.' }, ...CLIENT_REFUSALS },
  },
]
