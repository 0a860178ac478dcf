// `GET /api`, the protected resource itself, whose challenge says where to get a token; and the applications of a person.
import { defineRoute } from '../../http/define-route.ts'
import { isoTime, Named, OneOf, Strict, Timestamp, Type } from '../../http/schema.ts'
import { invariant, notFound } from '../../kernel/errors.ts'
import { OAUTH_SCOPES } from '../../kernel/oauth-scopes.ts'
import { buildAccountEvent, findUser } from '../accounts/index.ts'
import { formatPlace } from './pages.ts'
import { type ConnectedClient, listConnectedClients, revokeClientGrants } from './store.ts'

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

const GrantView = Named('ConnectedApplication', {
  client_id: Type.String(),
  name: Type.String(),
  /** Where the application receives people, which says more than the name it chose. */
  host: Type.String({ description: 'Host of the client document, or of the redirect URI of a registered client.' }),
  scopes: Type.Array(OneOf(OAUTH_SCOPES)),
  connected_at: Timestamp(),
})

const grantView = ({ clientId, name, redirectUris, documentUrl, scopes, connectedAt }: ConnectedClient) => ({
  client_id: clientId,
  name,
  host: formatPlace(documentUrl ?? redirectUris[0] ?? ''),
  scopes,
  connected_at: isoTime(connectedAt),
})

const grants = defineRoute({
  id: 'account.grants',
  area: 'public',
  method: 'GET',
  path: '/account/grants',
  summary: 'List connected applications',
  description: 'Applications that you authorized by OAuth, newest first.',
  returns: 'The applications.',
  signedIn: 'session',
  response: Strict({ grants: Type.Array(GrantView) }),
  handle: async ({ db, caller, now }) => {
    invariant(caller.user, 'only the signed-in come here')
    return { grants: (await listConnectedClients(db, caller.user.id, now)).map(grantView) }
  },
})

const revoke = defineRoute({
  id: 'account.grants.revoke',
  area: 'public',
  method: 'DELETE',
  path: '/account/grants/{client_id}',
  summary: 'Disconnect an application',
  description: 'Its access and refresh tokens stop working immediately.',
  returns: 'The disconnected application.',
  signedIn: 'session',
  params: Strict({ client_id: Type.String() }),
  response: GrantView,
  errors: ['not_found'],
  writes: true,
  handle: async ({ deps, tx, caller, now, requestId, path }, { params }) => {
    invariant(caller.user, 'only the signed-in come here')
    const { client_id: clientId } = params
    const connected = await listConnectedClients(tx, caller.user.id, now)
    const found = connected.find((one) => one.clientId === clientId)
    if (!found || (await revokeClientGrants(tx, caller.user.id, found.clientId, now)) === 0)
      throw notFound('Application not found. It may have been disconnected already.')
    const visit = { requestId, method: 'DELETE', path, address: caller.address }
    const event = { route: 'account.grants.revoke', input: { client_id: clientId } }
    await deps.audit.write(tx, buildAccountEvent(await findUser(tx, caller.user.id), visit, event))
    return grantView(found)
  },
})

export const publicRoutes = [index, grants, revoke]
