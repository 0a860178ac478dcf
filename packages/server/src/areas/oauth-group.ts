// The OAuth endpoints as a group of the OpenAPI document, apart from the pages on which people agree.
import type { DescribedGroup } from '../http/described-operation.ts'
import { OAUTH_OPERATIONS } from '../modules/oauth/routes.oauth.ts'

export const OAUTH_GROUP: DescribedGroup = {
  tag: 'OAuth',
  description: 'OAuth 2.1 for public clients: authorization code with PKCE. Errors are shaped as the RFCs say.',
  operations: OAUTH_OPERATIONS,
}
