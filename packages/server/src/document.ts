// The OpenAPI document of the whole service, built from the routes alone.

import { MCP_GROUP } from './agents/mcp.ts'
import { AREAS, EVENT_WEBHOOKS } from './areas/areas.ts'
import { OAUTH_GROUP } from './areas/oauth.ts'
import type { Route } from './http/define-route.ts'
import { buildOpenApi, listRoles } from './http/openapi/document.ts'

export { splitDocument } from './http/openapi/parts.ts'

import { fullPath } from './http/pipeline.ts'

/** Without `baseUrl` it is the document that is committed. */
export const openApiDocument = (version: string, baseUrl?: string) =>
  buildOpenApi(AREAS, version, [OAUTH_GROUP, MCP_GROUP], EVENT_WEBHOOKS, baseUrl)

/** Every operator write and the roles that may call it: for the console and its guide. */
export const listOperatorWrites = () =>
  AREAS.flatMap(({ prefix, routes }) =>
    (routes as readonly Route[])
      .filter(({ area, method }) => area === 'operator' && method !== 'GET')
      .map((route) => ({
        name: `${route.method} ${fullPath(route, prefix)}`,
        summary: route.summary,
        roles: listRoles(route),
      })),
  )
