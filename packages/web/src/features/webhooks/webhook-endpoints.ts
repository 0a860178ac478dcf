// The webhook endpoints of the current environment, the default one first.
import type { WebhookEndpoint } from '@freehold/sdk/types'
import { useRead } from '../../api/hooks.ts'

type Reading = { endpoints: readonly WebhookEndpoint[] | undefined } & Pick<
  ReturnType<typeof useRead>,
  'error' | 'refetch'
>

export function useWebhookEndpoints(): Reading {
  const read = useRead('GET /api/partner/v1/webhooks/endpoints', {}, { every: 5 })
  return { endpoints: read.data?.endpoints, error: read.error, refetch: read.refetch }
}
