// `GET /api`: the protected resource itself. Without a token its challenge tells a client where to get one.
import { defineRoute } from '../../http/define-route.ts'
import { Named, OneOf, Type } from '../../http/schema.ts'
import { OAUTH_SCOPES } from '../../kernel/oauth-scopes.ts'

const Index = Named('ApiIndex', {
  scopes: Type.Array(OneOf(OAUTH_SCOPES)),
  openapi_url: Type.String(),
  docs_url: Type.String(),
  mcp_url: Type.String(),
})

const index = defineRoute({
  id: 'public.index',
  area: 'public',
  method: 'GET',
  path: '',
  summary: 'Get the API index',
  description:
    'Returns the scopes of your token and links to the documentation. Without a token, the 401 response says where to get one.',
  returns: 'The API index.',
  signedIn: 'any',
  response: Index,
  handle: ({ deps, caller }) => {
    const { baseUrl } = deps.config
    return {
      scopes: [...caller.scopes],
      openapi_url: `${baseUrl}/openapi.json`,
      docs_url: `${baseUrl}/docs`,
      mcp_url: `${baseUrl}/mcp`,
    }
  },
})

export const publicRoutes = [index]
