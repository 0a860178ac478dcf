// What a sealed secret is bound to: it opens only for the endpoint that it was sealed for.
import type { Endpoint } from '../store/endpoints.ts'

/** The default endpoint has had its secret sealed for the partner and environment since before endpoints had IDs. */
export const sealContext = (endpoint: Pick<Endpoint, 'id' | 'isDefault' | 'partnerId' | 'environment'>): string =>
  endpoint.isDefault ? `webhook:${endpoint.partnerId}:${endpoint.environment}` : `webhook:${endpoint.id}`
