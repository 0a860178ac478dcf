// /console/partners/{id}: one partner: facts and rates, its standing, its keys, the ways to what it did.
import type { Partner as PartnerRecord } from '@freehold/sdk/types'
import { Link } from 'wouter'
import { useCall, useRead } from '../../api/hooks.ts'
import { PartnerFields, partnerInputOf } from '../../features/partners/partner-fields.tsx'
import { PartnerActions, PartnerStatus } from '../../features/partners/partner-status.tsx'
import { ActionButton } from '../../ui/action.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { Share } from '../../ui/money.tsx'
import { type Fact, Facts, PageHead, Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { PartnerKeys } from './partner-keys.tsx'

const factsOf = (partner: PartnerRecord): readonly Fact[] => [
  ['Partner', <Copyable key="id" text={partner.partner_id} label="the partner's id" />],
  ['E-mail', partner.email],
  ['Merchant of record, live', partner.merchant_of_record ? 'Yes: it collects the money' : 'No'],
  ['Merchant of record, sandbox', partner.sandbox_merchant_of_record ? 'Yes' : 'No'],
  ['Affiliate', partner.affiliate ? 'Yes' : 'No'],
  ['Commission', <Share key="commission" bps={partner.commission_bps} />],
  ['Brokerage share', <Share key="brokerage" bps={partner.brokerage_bps} />],
  ['Referral share', <Share key="referral" bps={partner.referral_bps} />],
  ['Since', <DateTime key="created" at={partner.created_at} />],
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
          <PageHead title={partner.name} aside={<PartnerStatus partner={partner} />} />
          {partner.live_requested_at && partner.status === 'pending' ? (
            <Notice tone="warn" title="Asks for live access">
              {partner.live_request_note ?? 'It gave no note.'}
            </Notice>
          ) : null}
          <div className="page-actions">
            <PartnerActions
              partner={partner}
              actions={partner.actions.map(({ action }) => action)}
              act={(action) => call(`POST /api/operator/v1/partners/{partner_id}/${action}`, { params })}
            />
            <ActionButton
              label="Change"
              title={`Change ${partner.name}`}
              confirm="Save"
              text="New rates apply to later sales only."
              send={async (form) => {
                await call('PATCH /api/operator/v1/partners/{partner_id}', { params, body: partnerInputOf(form) })
                return 'Saved.'
              }}
            >
              {(problemOf) => <PartnerFields partner={partner} problemOf={problemOf} />}
            </ActionButton>
          </div>
          <div className="two">
            <Panel title="Facts">
              <Facts facts={factsOf(partner)} />
            </Panel>
            <Panel title="What it did">
              <ul className="plain-list">
                {WAYS.map(([page, text]) => (
                  <li key={page}>
                    <Link href={`/console/${page}?partner_id=${id}`}>{text}</Link>
                  </li>
                ))}
              </ul>
            </Panel>
          </div>
          <PartnerKeys partner={partner} />
        </>
      )}
    </Reading>
  )
}
