// An operator's move of a case. A deal has its own operation, since it has a price.
import type { BrokerageAction } from '@freehold/sdk/types'
import type { useCall } from '../../api/hooks.ts'

export type MoveInput = { note?: string | undefined; dealPriceCents?: number | undefined }

export function moveCase(
  call: ReturnType<typeof useCall>,
  id: string,
  action: BrokerageAction,
  { note, dealPriceCents }: MoveInput,
): Promise<unknown> {
  const params = { case_id: id }
  const said = note ? { note } : {}
  return action === 'complete'
    ? call('POST /api/operator/v1/brokerage/{case_id}/complete', {
        params,
        body: { deal_price_cents: dealPriceCents ?? 0, ...said },
      })
    : call(`POST /api/operator/v1/brokerage/{case_id}/${action}`, { params, body: said })
}
