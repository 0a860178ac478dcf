// The getting-started checklist, derived from the partner's records.
import { useRead } from '../../api/hooks.ts'
import { buildChecklist } from '../../features/portal/checklist.ts'
import { FirstStepsPanel } from '../../features/portal/first-steps.tsx'
import { useWebhookEndpoints } from '../../features/portal/webhook-endpoints.ts'
import { useWorkplace } from '../../features/portal/workplace.ts'

export function OnboardingSteps() {
  const { partner, isSandbox } = useWorkplace()
  const credentials = useRead('GET /api/portal/v1/credentials', { query: { limit: 100 } })
  const orders = useRead('GET /api/partner/v1/orders', { query: { limit: 5 } })
  const { endpoints } = useWebhookEndpoints()
  const isKnown = credentials.data && orders.data && endpoints !== undefined
  if (!isSandbox || !isKnown) return null
  return (
    <FirstStepsPanel
      steps={buildChecklist({
        credentials: credentials.data.credentials,
        hasWebhook: endpoints.length > 0,
        hasOrder: orders.data.orders.length > 0,
        partner,
      })}
    />
  )
}
