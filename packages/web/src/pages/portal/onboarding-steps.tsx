// The getting-started checklist, derived from the partner's records.
import { useRead } from '../../api/hooks.ts'
import { buildChecklist } from '../../features/portal/checklist.ts'
import { FirstStepsPanel } from '../../features/portal/first-steps.tsx'
import { useWorkplace } from '../../features/portal/workplace.ts'
import { useWebhookEndpoints } from '../../features/webhooks/webhook-endpoints.ts'

const useReads = () => ({
  credentials: useRead('GET /api/portal/v1/credentials', { query: { limit: 100 } }),
  orders: useRead('GET /api/partner/v1/orders', { query: { limit: 5 } }),
  endpoints: useWebhookEndpoints(),
})

/** Whether it is known if there is a checklist; a failed read is no reason to wait. */
export function useOnboardingRead(): boolean {
  const { credentials, orders, endpoints } = useReads()
  const isRead = [credentials.data ?? credentials.error, orders.data ?? orders.error]
  return Boolean(isRead.every(Boolean) && (endpoints.endpoints ?? endpoints.error))
}

export function OnboardingSteps() {
  const { partner, isSandbox } = useWorkplace()
  const {
    credentials,
    orders,
    endpoints: { endpoints },
  } = useReads()
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
