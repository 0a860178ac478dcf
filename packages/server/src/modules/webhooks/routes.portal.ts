// The default webhook endpoint, as the portal reads it.
import { requireMembership } from '../../http/callers.ts'
import { defineRoute } from '../../http/define-route.ts'
import { EnvironmentName, Nullable, Strict } from '../../http/schema.ts'
import { computeClockOffset } from '../../kernel/clock.ts'
import { findDefault } from './store/endpoints.ts'
import { WebhookView, webhookView } from './views/webhooks.ts'

const get = defineRoute({
  id: 'portal.webhook_endpoint.get',
  area: 'portal',
  method: 'GET',
  path: '/webhook-endpoint',
  summary: 'Get the default webhook endpoint',
  description: 'Unlike `GET /api/partner/webhooks`, a missing endpoint is not an error: a new partner has none yet.',
  returns: 'The endpoint, or null when none is registered.',
  query: Strict({ environment: EnvironmentName() }),
  response: Strict({ endpoint: Nullable(WebhookView) }),
  handle: async ({ deps, db, caller }, { query: { environment } }) => {
    const { partnerId, partner } = requireMembership(caller)
    const endpoint = await findDefault(db, { partnerId, environment })
    const offset = computeClockOffset(environment, partner.sandboxOffsetSeconds)
    return { endpoint: endpoint ? webhookView(endpoint, deps.clock.now(), offset) : null }
  },
})

export const portalRoutes = [get]
