// /console/brokerage/{id}: one case, its progress and its next step.
import { useCall, useRead } from '../../api/hooks.ts'
import { May } from '../../api/may.tsx'
import { CaseActions } from '../../features/brokerage/case-actions.tsx'
import { CaseFacts } from '../../features/brokerage/case-facts.tsx'
import { CaseStatus } from '../../features/brokerage/case-status.tsx'
import { CaseTimeline } from '../../features/brokerage/case-timeline.tsx'
import { moveCase } from '../../features/brokerage/move-case.ts'
import { ShowEnvironment } from '../../features/operator/environment-choice.tsx'
import { whoseFacts } from '../../features/partners/whose.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { RecordHead } from '../../ui/record-head.tsx'

export function BrokerageCase({ id }: { id: string }) {
  const found = useRead('GET /api/operator/v1/brokerage/{case_id}', { params: { case_id: id } })
  const call = useCall()
  return (
    <Reading of={found} title="Brokerage case">
      {(one) => (
        <>
          <ShowEnvironment of={one.environment} />
          <RecordHead
            crumbs={[{ href: '/console/brokerage', text: 'Brokerage' }]}
            record={{ kind: 'Brokerage case', id, name: one.domain_unicode }}
            aside={<CaseStatus status={one.status} />}
          />
          <div className="page-actions">
            <May call="POST /api/operator/v1/brokerage/{case_id}/advance">
              <CaseActions of={one} actions={one.actions} act={(action, input) => moveCase(call, id, action, input)} />
            </May>
          </div>
          <div className="two">
            <Panel title="Details">
              <CaseFacts of={one} more={whoseFacts(one)} />
            </Panel>
            <Panel title="Timeline">
              <CaseTimeline of={one} />
            </Panel>
          </div>
        </>
      )}
    </Reading>
  )
}
