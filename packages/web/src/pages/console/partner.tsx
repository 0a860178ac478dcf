// /console/partners/{id}: one partner: details, status, team, API keys and its records.
import type { Partner as PartnerRecord } from '@freehold/sdk/types'
import { Link } from 'wouter'
import { useCall, useRead } from '../../api/hooks.ts'
import { May } from '../../api/may.tsx'
import { PartnerFields, readPartnerInput } from '../../features/partners/partner-fields.tsx'
import { PartnerActions, PartnerStatus } from '../../features/partners/partner-status.tsx'
import { ActionButton } from '../../ui/action.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { Share } from '../../ui/money.tsx'
import { type Fact, Facts, Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { RecordHead } from '../../ui/record-head.tsx'
import { PartnerKeys } from './partner-keys.tsx'
import { PartnerTeam } from './partner-team.tsx'

const listFacts = (partner: PartnerRecord): readonly Fact[] => [
  ['Partner ID', <Copyable key="id" text={partner.partner_id} label="the partner ID" />],
  ['Contact email', partner.email],
  ['Merchant of record (live)', partner.merchant_of_record ? 'Yes: it collects payments itself' : 'No'],
  ['Merchant of record (sandbox)', partner.sandbox_merchant_of_record ? 'Yes' : 'No'],
  ['Affiliate', partner.affiliate ? 'Yes' : 'No'],
  ['Sales commission', <Share key="commission" bps={partner.commission_bps} />],
  ['Brokerage commission', <Share key="brokerage" bps={partner.brokerage_bps} />],
  ['Referral commission', <Share key="referral" bps={partner.referral_bps} />],
  ['Created', <DateTime key="created" at={partner.created_at} />],
  ['Approved', partner.approved_at && <DateTime at={partner.approved_at} />],
  ['Suspended', partner.suspended_at && <DateTime at={partner.suspended_at} />],
]

const WAYS = [
  ['orders', 'Orders'],
  ['brokerage', 'Brokerage cases'],
  ['statements', 'Statements'],
  ['payouts', 'Payouts'],
  ['webhooks', 'Webhook deliveries'],
] as const

export function Partner({ id }: { id: string }) {
  const params = { partner_id: id }
  const found = useRead('GET /api/operator/v1/partners/{partner_id}', { params })
  const call = useCall()
  return (
    <Reading of={found} title="Partner">
      {(partner) => (
        <>
          <RecordHead
            crumbs={[{ href: '/console/partners', text: 'Partners' }]}
            record={{ kind: 'Partner', id, name: partner.name }}
            aside={<PartnerStatus partner={partner} />}
          />
          {partner.live_requested_at && partner.status === 'pending' ? (
            <Notice tone="warn" title="Applied for live access">
              {partner.live_request_note ?? 'The application has no note.'}
            </Notice>
          ) : null}
          <May call="PATCH /api/operator/v1/partners/{partner_id}">
            <div className="page-actions">
              <PartnerActions
                partner={partner}
                actions={partner.actions.map(({ action }) => action)}
                act={(action) => call(`POST /api/operator/v1/partners/{partner_id}/${action}`, { params })}
              />
              <ActionButton
                label="Edit partner"
                title={`Edit ${partner.name}`}
                confirm="Save partner"
                text="New commission rates apply to future sales only."
                send={async (form) => {
                  await call('PATCH /api/operator/v1/partners/{partner_id}', { params, body: readPartnerInput(form) })
                  return 'Partner saved.'
                }}
              >
                {(getFieldError) => <PartnerFields partner={partner} getFieldError={getFieldError} />}
              </ActionButton>
            </div>
          </May>
          <div className="two">
            <Panel title="Details">
              <Facts facts={listFacts(partner)} />
            </Panel>
            <Panel title="Records">
              <ul className="plain-list">
                {WAYS.map(([page, text]) => (
                  <li key={page}>
                    <Link href={`/console/${page}?partner_id=${id}`}>{text}</Link>
                  </li>
                ))}
              </ul>
            </Panel>
          </div>
          <PartnerTeam partner={partner} />
          <PartnerKeys partner={partner} />
        </>
      )}
    </Reading>
  )
}
