// The OpenAPI document of the whole service. It is made from the routes alone: nothing here knows how a page is rendered.

import { MCP_GROUP } from './agents/mcp.ts'
import { AREAS, EVENT_WEBHOOKS } from './areas/areas.ts'
import { OAUTH_GROUP } from './areas/oauth.ts'
import { buildOpenApi } from './http/openapi.ts'

export const openApiDocument = (version: string) =>
  buildOpenApi(AREAS, version, [OAUTH_GROUP, MCP_GROUP], EVENT_WEBHOOKS)
