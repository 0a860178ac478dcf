// One logged request; the signature doctor when its signature was rejected.
import { useCall, useRead } from '../../api/hooks.ts'
import { RequestFacts } from '../../features/requests/request-facts.tsx'
import { SignatureDoctor } from '../../features/requests/signature-doctor.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { RecordHead } from '../../ui/record-head.tsx'

export function LoggedRequest({ id }: { id: string }) {
  const call = useCall()
  const params = { request_id: id }
  const read = useRead('GET /api/portal/v1/requests/{request_id}', { params }, { every: false })
  return (
    <Reading of={read} title="Request">
      {(request) => (
        <>
          <RecordHead
            crumbs={[{ href: '/portal/requests', text: 'Requests' }]}
            record={{ kind: 'Request', id, name: `${request.method} ${request.path}` }}
            text="API request"
          />
          <Panel title="Details">
            <RequestFacts request={request} />
          </Panel>
          {request.canonical_string ? (
            <SignatureDoctor
              canonicalString={request.canonical_string}
              diagnose={(canonical_string) =>
                call('POST /api/portal/v1/requests/{request_id}/diagnose', { params, body: { canonical_string } })
              }
            />
          ) : null}
        </>
      )}
    </Reading>
  )
}
