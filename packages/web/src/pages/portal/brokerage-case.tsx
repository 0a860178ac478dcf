// One brokerage case: details, progress, and in the sandbox its next step.
import { useCall, useRead } from '../../api/hooks.ts'
import { CaseActions } from '../../features/brokerage/case-actions.tsx'
import { CaseFacts } from '../../features/brokerage/case-facts.tsx'
import { CaseStatus } from '../../features/brokerage/case-status.tsx'
import { CaseTimeline } from '../../features/brokerage/case-timeline.tsx'
import { useWorkplace } from '../../features/portal/workplace.ts'
import { Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { RecordHead } from '../../ui/record-head.tsx'

export function BrokerageCase({ id }: { id: string }) {
  const { isOwner } = useWorkplace()
  const call = useCall()
  const params = { case_id: id }
  const read = useRead('GET /api/partner/v1/brokerage/{case_id}', { params })
  return (
    <Reading of={read} title="Brokerage case">
      {(of) => (
        <>
          <RecordHead
            crumbs={[{ href: '/portal/brokerage', text: 'Brokerage' }]}
            record={{ kind: 'Brokerage case', id, name: of.domain_unicode }}
            text="Brokerage case"
            aside={<CaseStatus status={of.status} />}
          />
          <div className="two">
            <Panel title="Details">
              <CaseFacts of={of} isOwn />
            </Panel>
            <div>
              <Panel title="Progress">
                <CaseTimeline of={of} />
              </Panel>
              {isOwner && of.actions.length > 0 ? (
                <Panel title="Sandbox actions">
                  <p className="soft">
                    In live mode a broker takes these steps. In the sandbox you trigger them yourself.
                  </p>
                  <CaseActions
                    small
                    of={of}
                    actions={of.actions}
                    act={(_action, { dealPriceCents }) =>
                      call('POST /api/partner/v1/sandbox/brokerage/{case_id}/advance', {
                        params,
                        body: dealPriceCents === undefined ? {} : { deal_price_cents: dealPriceCents },
                      })
                    }
                  />
                </Panel>
              ) : null}
            </div>
          </div>
        </>
      )}
    </Reading>
  )
}
