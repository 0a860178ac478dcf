// The getting-started checklist, derived from the partner's records.
import { useRead } from '../../api/hooks.ts'
import { buildChecklist } from '../../features/portal/checklist.ts'
import { FirstStepsPanel } from '../../features/portal/first-steps.tsx'
import { useWebhookEndpoint } from '../../features/portal/webhook-endpoint.ts'
import { useWorkplace } from '../../features/portal/workplace.ts'

export function OnboardingSteps() {
  const { partner, isSandbox } = useWorkplace()
  const credentials = useRead('GET /api/portal/v1/credentials', { query: { limit: 100 } })
  const orders = useRead('GET /api/partner/v1/orders', { query: { limit: 5 } })
  const { endpoint } = useWebhookEndpoint()
  const isKnown = credentials.data && orders.data && endpoint !== undefined
  if (!isSandbox || !isKnown) return null
  return (
    <FirstStepsPanel
      steps={buildChecklist({
        credentials: credentials.data.credentials,
        hasWebhook: endpoint !== null,
        hasOrder: orders.data.orders.length > 0,
        partner,
      })}
    />
  )
}
