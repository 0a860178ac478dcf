// The result of a bulk operation for each domain, failures first.
import type { BulkAnswer } from '@freehold/sdk/types'
import { LinkButton } from '../../ui/button.tsx'
import { Badge, Notice } from '../../ui/feedback.tsx'
import { Price } from '../../ui/price.tsx'
import { Table } from '../../ui/table.tsx'
import { countText } from '../../ui/text.ts'

type Row = BulkAnswer['results'][number]

function renderOutcome({ status, changed, progress }: Row, isDryRun: boolean) {
  if (progress === 'awaiting_payment') return <Badge>Payment needed</Badge>
  if (progress === 'pending' && !isDryRun) return <Badge tone="warn">Pending at the registry</Badge>
  if (status === 'error') return <Badge tone="bad">{isDryRun ? 'Would fail' : 'Failed'}</Badge>
  if (!changed) return <Badge>No change</Badge>
  return <Badge tone="good">{isDryRun ? 'Would change' : 'Changed'}</Badge>
}

/** One payment for all of them. A check only says what it would be. */
const Checkout = ({ checkout }: { checkout: NonNullable<BulkAnswer['checkout']> }) => {
  const price = <Price cents={checkout.price_cents} currency={checkout.currency} exact />
  return (
    <Notice title="These renewals cost money">
      <p>
        Together they cost {price}. We renew the domains once you have paid, and refund each one that the registry
        refuses.
      </p>
      {checkout.checkout_url ? <LinkButton href={checkout.checkout_url}>Pay {price}</LinkButton> : null}
    </Notice>
  )
}

export function BulkResults({ response }: { response: BulkAnswer }) {
  const unpaid = response.results.filter((row) => row.progress === 'awaiting_payment').length
  const failed = response.failed - unpaid
  const rows = [...response.results].sort((one, other) => Number(one.status === 'ok') - Number(other.status === 'ok'))
  const changed = response.results.filter((row) => row.changed).length
  return (
    <>
      <Notice
        tone={failed > 0 ? 'warn' : 'good'}
        title={response.dry_run ? 'Check complete. Nothing was changed.' : 'Change complete'}
      >
        <p>
          {response.dry_run
            ? `${countText(changed, 'domain')} would change`
            : `${countText(changed, 'domain')} changed`}
          , {failed} of {response.total} {response.dry_run ? 'would fail' : 'failed'}.
        </p>
      </Notice>
      {response.checkout ? <Checkout checkout={response.checkout} /> : null}
      <div className="bulk-results">
        <Table
          caption="Result for each domain"
          rows={rows}
          rowKey={({ domain }) => domain}
          columns={[
            { title: 'Domain', cell: ({ domain }) => <span className="name">{domain}</span> },
            { title: 'Result', cell: (row) => renderOutcome(row, response.dry_run) },
            { title: 'Error', cell: ({ error }) => error?.message ?? '' },
          ]}
        />
      </div>
    </>
  )
}
