// The API keys of one partner.
import type { Partner } from '@freehold/sdk/types'
import { useCall, useList } from '../../api/hooks.ts'
import { useMay } from '../../api/may.tsx'
import { KeyPanel } from '../../features/credentials/key-panel.tsx'

export function PartnerKeys({ partner }: { partner: Partner }) {
  const params = { partner_id: partner.partner_id }
  const call = useCall()
  const may = useMay()
  const list = useList(
    'GET /api/operator/v1/partners/{partner_id}/credentials',
    { params },
    ({ credentials }) => credentials,
  )
  return (
    <KeyPanel
      list={list}
      changes={
        !may('POST /api/operator/v1/partners/{partner_id}/credentials')
          ? null
          : {
              environments: ['sandbox', 'live'],
              issue: (body) => call('POST /api/operator/v1/partners/{partner_id}/credentials', { params, body }),
              rotate: (keyId, overlapSeconds) =>
                call('POST /api/operator/v1/credentials/{key_id}/rotate', {
                  params: { key_id: keyId },
                  body: { overlap_seconds: overlapSeconds },
                }),
              rename: (keyId, name) =>
                call('PATCH /api/operator/v1/credentials/{key_id}', { params: { key_id: keyId }, body: { name } }),
              revoke: (keyId) => call('DELETE /api/operator/v1/credentials/{key_id}', { params: { key_id: keyId } }),
            }
      }
    />
  )
}
