// The partner's API keys in both environments: create, rotate, revoke.
import { useCall, useList } from '../../api/hooks.ts'
import { KeyPanel } from '../../features/credentials/key-panel.tsx'
import { useWorkplace } from '../../features/portal/workplace.ts'
import { PageHead } from '../../ui/panel.tsx'

export function Keys() {
  const { isOwner, partner } = useWorkplace()
  const call = useCall()
  const list = useList('GET /api/portal/v1/credentials', {}, ({ credentials }) => credentials)
  return (
    <>
      <PageHead
        title="API keys"
        text="API keys sign requests to the Partner API. Give each system its own key with only the scopes it needs."
      />
      <KeyPanel
        list={list}
        changes={
          isOwner && partner.key_environments.length > 0
            ? {
                environments: partner.key_environments,
                issue: (body) => call('POST /api/portal/v1/credentials', { body }),
                rotate: (key_id, overlap_seconds) =>
                  call('POST /api/portal/v1/credentials/{key_id}/rotate', {
                    params: { key_id },
                    body: { overlap_seconds },
                  }),
                rename: (key_id, name) =>
                  call('PATCH /api/portal/v1/credentials/{key_id}', { params: { key_id }, body: { name } }),
                revoke: (key_id) => call('DELETE /api/portal/v1/credentials/{key_id}', { params: { key_id } }),
              }
            : null
        }
      />
    </>
  )
}
