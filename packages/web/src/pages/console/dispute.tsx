// /console/disputes/{id}: one dispute: deadline, response, and what the payment processor did.
import type { Dispute, DisputeEvidence } from '@freehold/sdk/types'
import { Link } from 'wouter'
import { useCall, useRead } from '../../api/hooks.ts'
import { May } from '../../api/may.tsx'
import { DisputeStatusBadge } from '../../features/disputes/dispute-words.tsx'
import { ShowEnvironment } from '../../features/operator/environment-choice.tsx'
import { whoseFacts } from '../../features/partners/whose.tsx'
import { ActionButton } from '../../ui/action.tsx'
import { actorText } from '../../ui/actor-text.ts'
import { Copyable } from '../../ui/copy.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Badge, Notice } from '../../ui/feedback.tsx'
import { SelectField, TextAreaField } from '../../ui/field.tsx'
import { readText } from '../../ui/form.tsx'
import { Money } from '../../ui/money.tsx'
import { type Fact, Facts, Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { RecordHead } from '../../ui/record-head.tsx'
import { wordText } from '../../ui/text.ts'

const time = (at: string | null) => at && <DateTime at={at} />

const listFacts = (dispute: Dispute): Fact[] => [
  ['Dispute ID', <Copyable key="id" text={dispute.dispute_id} label="the dispute ID" />],
  [
    'Order',
    dispute.order_id && (
      <Link href={`/console/orders/${dispute.order_id}`}>{dispute.domain_unicode ?? 'View order'}</Link>
    ),
  ],
  ['Amount', <Money key="amount" cents={dispute.amount_cents} currency={dispute.currency} />],
  ['Reason', wordText(dispute.reason)],
  ['Respond by', time(dispute.respond_by)],
  ['Opened', time(dispute.opened_at)],
  ['Closed', time(dispute.closed_at)],
  ['Processor', wordText(dispute.processor)],
  [
    'Processor reference',
    <span key="ref" className="mono">
      {dispute.processor_reference}
    </span>,
  ],
  [
    'Fee',
    dispute.fee_currency && (
      <>
        <Money cents={dispute.fee_cents} currency={dispute.fee_currency} />
        {dispute.fee_returned ? ' (returned)' : ''}
      </>
    ),
  ],
  ['Amount withdrawn', time(dispute.funds_withdrawn_at)],
  ['Amount returned', time(dispute.funds_reinstated_at)],
  ['Taken back', dispute.reversed_cents > 0 && <Money cents={dispute.reversed_cents} currency={dispute.currency} />],
]

const EVIDENCE_LABELS: Record<keyof DisputeEvidence, string> = {
  text: 'Explanation',
  product_description: 'Product',
  customer_name: 'Customer name',
  customer_email: 'Customer email',
  service_date: 'Delivered on',
  refund_refusal: 'Why there is no refund',
  activity_log: 'Activity log',
}

function Response({ dispute }: { dispute: Dispute }) {
  const { evidence } = dispute
  const labels = Object.entries(EVIDENCE_LABELS) as [keyof DisputeEvidence, string][]
  return (
    <Panel title="Response">
      {dispute.response === null ? <p className="soft">No response yet.</p> : null}
      {dispute.response_error ? (
        <Notice tone="bad" title="The response was not sent yet">
          {dispute.response_error}
        </Notice>
      ) : null}
      <Facts
        facts={[
          ['Response', dispute.response && wordText(dispute.response)],
          ['By', dispute.responded_by && actorText(dispute.responded_by)],
          ['Responded', time(dispute.responded_at)],
          ['Sent to the processor', time(dispute.response_sent_at)],
          ...labels.map(
            ([name, label]): Fact => [label, evidence?.[name] && <span className="pre">{evidence[name]}</span>],
          ),
        ]}
      />
    </Panel>
  )
}

function DisputeActions({ dispute }: { dispute: Dispute }) {
  const call = useCall()
  const params = { dispute_id: dispute.dispute_id }
  const accepts = (name: string) => dispute.actions.some(({ action }) => action === name)
  return (
    <div className="page-actions">
      {accepts('submit') ? (
        <May call="POST /api/operator/v1/disputes/{dispute_id}/submit">
          <ActionButton
            kind="primary"
            label="Submit evidence"
            confirm="Submit evidence"
            text="The bank gets your explanation with the domain, the buyer, the delivery and the timeline of the order. Evidence can be submitted once."
            send={async (form) => {
              const body = { text: readText(form, 'text') ?? '' }
              await call('POST /api/operator/v1/disputes/{dispute_id}/submit', { params, body })
              return 'Evidence submitted.'
            }}
          >
            {(getFieldError) => (
              <TextAreaField
                label="Why the payment is valid"
                name="text"
                rows={8}
                maxLength={20_000}
                error={getFieldError('text')}
                required
              />
            )}
          </ActionButton>
        </May>
      ) : null}
      {accepts('accept') ? (
        <May call="POST /api/operator/v1/disputes/{dispute_id}/accept">
          <ActionButton
            kind="danger"
            label={dispute.inquiry ? 'Refund order' : 'Accept dispute'}
            confirm={dispute.inquiry ? 'Refund order' : 'Accept dispute'}
            text={
              dispute.inquiry
                ? 'The buyer gets the payment back, and the bank closes its inquiry without a dispute. This cannot be undone.'
                : 'The buyer keeps the money. Commission, proceeds of the seller and referral commission are taken back. This cannot be undone.'
            }
            send={async () => {
              await call('POST /api/operator/v1/disputes/{dispute_id}/accept', { params })
              return dispute.inquiry ? 'Order refunded.' : 'Dispute accepted.'
            }}
          />
        </May>
      ) : null}
      {accepts('close') ? (
        <May call="POST /api/operator/v1/disputes/{dispute_id}/close">
          <ActionButton
            label="Close test dispute"
            confirm="Close dispute"
            text="This payment was made with a test card. You decide in place of the bank."
            send={async (form) => {
              const outcome = readText(form, 'outcome') === 'lost' ? 'lost' : 'won'
              await call('POST /api/operator/v1/disputes/{dispute_id}/close', { params, body: { outcome } })
              return 'Dispute closed.'
            }}
          >
            <SelectField
              label="Outcome"
              name="outcome"
              options={[
                { value: 'won', label: 'Won' },
                { value: 'lost', label: 'Lost' },
              ]}
            />
          </ActionButton>
        </May>
      ) : null}
    </div>
  )
}

export function DisputePage({ id }: { id: string }) {
  const found = useRead('GET /api/operator/v1/disputes/{dispute_id}', { params: { dispute_id: id } })
  return (
    <Reading of={found} title="Dispute">
      {(one) => (
        <>
          <ShowEnvironment of={one.environment} />
          <RecordHead
            crumbs={[{ href: '/console/disputes', text: 'Disputes' }]}
            record={{ kind: 'Dispute', id, name: one.domain_unicode ?? 'Registration' }}
            aside={
              <span>
                {one.inquiry ? <Badge tone="info">Inquiry</Badge> : null} <DisputeStatusBadge status={one.status} />
              </span>
            }
          />
          {one.status === 'needs_response' && one.response === null && one.respond_by ? (
            <Notice tone="warn" title="Response needed">
              {one.inquiry
                ? 'The bank asks about this payment and has taken no money. Submit evidence or refund the order before '
                : 'Submit evidence or accept the dispute before '}
              <DateTime at={one.respond_by} />.
              {one.inquiry ? ' Without a response the bank can open a dispute.' : ' Without a response it is lost.'}
            </Notice>
          ) : null}
          <DisputeActions dispute={one} />
          <Panel title="Details">
            <Facts facts={[...whoseFacts(one), ...listFacts(one)]} />
          </Panel>
          <Response dispute={one} />
        </>
      )}
    </Reading>
  )
}
