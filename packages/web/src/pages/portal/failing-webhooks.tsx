// A warning on the overview: failed deliveries, or a failing endpoint.
import { Link } from 'wouter'
import { useRead } from '../../api/hooks.ts'
import { useWebhookEndpoints } from '../../features/webhooks/webhook-endpoints.ts'
import { Notice } from '../../ui/feedback.tsx'

const useFailed = () => useRead('GET /api/partner/v1/webhooks/deliveries', { query: { status: 'failed', limit: 100 } })

/** Whether it is known if there is a warning; a failed read is no reason to wait. */
export function useFailingRead(): boolean {
  const endpoints = useWebhookEndpoints()
  const failed = useFailed()
  return Boolean((endpoints.endpoints ?? endpoints.error) && (failed.data ?? failed.error))
}

export function FailingWebhooks() {
  const { endpoints = [] } = useWebhookEndpoints()
  const failed = useFailed()
  const count = failed.data?.deliveries.length ?? 0
  const isFailing = endpoints.some(
    ({ active, paused, failing_since }) => !paused && (!active || failing_since !== null),
  )
  if (!isFailing && count === 0) return null
  return (
    <Notice tone="warn" title={isFailing ? 'A webhook endpoint is failing' : 'Some webhook deliveries failed'}>
      <p>
        {count > 0 ? `${count}${failed.data?.has_more ? ' or more' : ''} events were not delivered. ` : null}
        <Link href="/portal/webhooks?status=failed">View failed deliveries</Link>
      </p>
    </Notice>
  )
}
