// The OpenAPI document of the whole service, built from the routes alone.

import { MCP_GROUP } from './agents/mcp.ts'
import { AREAS, EVENT_WEBHOOKS } from './areas/areas.ts'
import { OAUTH_GROUP } from './areas/oauth.ts'
import { buildOpenApi } from './http/openapi.ts'

/** Without `baseUrl` it is the document that is committed. */
export const openApiDocument = (version: string, baseUrl?: string) =>
  buildOpenApi(AREAS, version, [OAUTH_GROUP, MCP_GROUP], EVENT_WEBHOOKS, baseUrl)
