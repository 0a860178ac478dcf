// The discovery documents: the authorization server (RFC 8414) and the protected resource (RFC 9728).
import { OAUTH_SCOPE_DEFAULT, OAUTH_SCOPES } from '../../../kernel/oauth-scopes.ts'
import { GRANT_TYPES, RESPONSE_TYPES } from '../rules/clients.ts'

export const AUTHORIZATION_SERVER_PATH = '/.well-known/oauth-authorization-server'
export const PROTECTED_RESOURCE_PATH = '/.well-known/oauth-protected-resource'

/** One audience, known under three addresses; a strict client wants the document of exactly the one it was given. */
export const RESOURCE_PATHS = ['', '/api', '/mcp'] as const
export type ResourcePath = (typeof RESOURCE_PATHS)[number]

export const authorizationServer = (baseUrl: string) => ({
  issuer: baseUrl,
  authorization_endpoint: `${baseUrl}/oauth/authorize`,
  token_endpoint: `${baseUrl}/api/oauth/token`,
  registration_endpoint: `${baseUrl}/api/oauth/register`,
  revocation_endpoint: `${baseUrl}/api/oauth/revoke`,
  scopes_supported: [...OAUTH_SCOPES],
  response_types_supported: [...RESPONSE_TYPES],
  response_modes_supported: ['query'],
  grant_types_supported: [...GRANT_TYPES],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  service_documentation: `${baseUrl}/docs`,
})

/** MCP clients ask for every scope that they find here, so theirs lists only what the tools use. */
export const protectedResource = (baseUrl: string, path: ResourcePath) => ({
  resource: `${baseUrl}${path}`,
  authorization_servers: [baseUrl],
  scopes_supported: path === '/mcp' ? [OAUTH_SCOPE_DEFAULT] : [...OAUTH_SCOPES],
  bearer_methods_supported: ['header'],
  resource_name: 'Freehold',
  resource_documentation: `${baseUrl}/docs`,
})
