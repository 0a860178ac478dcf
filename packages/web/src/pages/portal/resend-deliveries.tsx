// The selected deliveries of a list, and the button that sends them again.
import type { WebhookDelivery } from '@freehold/sdk/types'
import { useReadAgain, useTransport } from '../../api/hooks.ts'
import { useWorkplace } from '../../features/portal/workplace.ts'
import { EachBar } from '../../ui/each-bar.tsx'
import { type Selection, useSelection } from '../../ui/selection.tsx'
import { countText } from '../../ui/text.ts'

const REDELIVER = 'POST /api/partner/v1/webhooks/deliveries/{delivery_id}/redeliver'

/** `scope`: the filters of the list; others empty the selection. Undefined for team members who only read. */
export function useDeliverySelection(
  scope: object,
  loaded: readonly WebhookDelivery[],
): Selection<WebhookDelivery> | undefined {
  const { isOwner, isSandbox } = useWorkplace()
  const selection = useSelection<WebhookDelivery>(
    ({ delivery_id }) => delivery_id,
    ({ event_type, delivery_id }) => `${event_type} ${delivery_id}`,
    JSON.stringify({ isSandbox, ...scope }),
    loaded,
  )
  return isOwner ? selection : undefined
}

type Props = { selection: Selection<WebhookDelivery> | undefined }

export function ResendBar({ selection }: Props) {
  const transport = useTransport()
  const readAgain = useReadAgain()
  if (!selection) return null
  return (
    <EachBar
      selection={selection}
      noun="delivery"
      actions={[
        {
          label: (count) => `Resend ${countText(count, 'event')}`,
          accepts: () => true,
          send: ({ delivery_id }) => transport.send(REDELIVER, { params: { delivery_id } }),
        },
      ]}
      onDone={readAgain}
    />
  )
}
