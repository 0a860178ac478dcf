// The getting-started checklist, derived from the partner's records.
import { useRead } from '../../api/hooks.ts'
import { checklistOf } from '../../features/portal/checklist.ts'
import { FirstStepsPanel } from '../../features/portal/first-steps.tsx'
import { useWorkplace } from '../../features/portal/workplace.ts'

export function OnboardingSteps() {
  const { partner, isSandbox } = useWorkplace()
  const credentials = useRead('GET /api/portal/v1/credentials', { query: { limit: 100 } })
  const orders = useRead('GET /api/partner/v1/orders', { query: { limit: 5 } })
  const webhook = useRead('GET /api/partner/webhooks', {})
  const isKnown = credentials.data && orders.data && (webhook.data || webhook.error?.status === 404)
  if (!isSandbox || !isKnown) return null
  return (
    <FirstStepsPanel
      steps={checklistOf({
        credentials: credentials.data.credentials,
        hasWebhook: webhook.data !== undefined,
        hasOrder: orders.data.orders.length > 0,
        partner,
      })}
    />
  )
}
