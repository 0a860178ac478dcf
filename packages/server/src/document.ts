// The OpenAPI document of the whole service. It is made from the routes alone: nothing here knows how a page is rendered.
import { AREAS, EVENT_WEBHOOKS } from './areas/areas.ts'
import { MCP_GROUP } from './areas/mcp.ts'
import { OAUTH_GROUP } from './areas/oauth-group.ts'
import { buildOpenApi } from './http/openapi.ts'

export const openApiDocument = (version: string) =>
  buildOpenApi(AREAS, version, [OAUTH_GROUP, MCP_GROUP], EVENT_WEBHOOKS)
