// The webhook endpoint of the current environment; null when none is registered.
import type { Webhook } from '@freehold/sdk/types'
import { useRead } from '../../api/hooks.ts'
import { useWorkplace } from './workplace.ts'

type Reading = { endpoint: Webhook | null | undefined } & Pick<ReturnType<typeof useRead>, 'error' | 'refetch'>

export function useWebhookEndpoint(): Reading {
  const { environment } = useWorkplace()
  const read = useRead('GET /api/portal/v1/webhook-endpoint', { query: { environment } })
  return { endpoint: read.data?.endpoint, error: read.error, refetch: read.refetch }
}
