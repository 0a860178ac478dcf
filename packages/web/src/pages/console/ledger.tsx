// /console/ledger: all ledger invariants, checked on request.
import type { LedgerCheck } from '@freehold/sdk/types'
import { useRead } from '../../api/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Badge, Notice } from '../../ui/feedback.tsx'
import { Count } from '../../ui/money.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { wordText } from '../../ui/text.ts'

type Invariant = LedgerCheck['invariants'][number]
type Finding = LedgerCheck['findings'][number]

const INVARIANTS: readonly Column<Invariant>[] = [
  { title: 'Check', cell: ({ name }) => wordText(name) },
  { title: 'What it verifies', cell: ({ promise }) => promise },
  {
    title: 'Result',
    phone: 'value',
    cell: ({ ok }) => (ok ? <Badge tone="good">Passed</Badge> : <Badge tone="bad">Failed</Badge>),
  },
]

const FINDINGS: readonly Column<Finding>[] = [
  { title: 'Check', cell: ({ invariant }) => wordText(invariant) },
  { title: 'Record', cell: ({ subject }) => <span className="mono">{subject}</span> },
  { title: 'Environment', cell: ({ environment }) => wordText(environment) },
  { title: 'Currency', cell: ({ currency }) => currency },
  { title: 'Expected', end: true, cell: ({ expected }) => <Count value={expected} /> },
  { title: 'Actual', end: true, cell: ({ found }) => <Count value={found} /> },
]

export function Ledger() {
  const check = useRead('GET /api/operator/v1/ledger/check', {}, { every: false })
  return (
    <>
      <PageHead
        title="Ledger check"
        text="Verifies that every ledger entry balances and matches its order, statement or payout."
        aside={
          <Button busy={check.isFetching} onClick={() => void check.refetch()}>
            Run check
          </Button>
        }
      />
      <Reading of={check}>
        {({ ok, checked_at, invariants, findings }) => (
          <>
            <Notice tone={ok ? 'good' : 'bad'} title={ok ? 'All ledger checks passed' : 'Ledger checks failed'}>
              <p>
                Checked <DateTime at={checked_at} precision="second" />.
              </p>
            </Notice>
            {findings.length > 0 ? (
              <Panel title="Findings">
                <Table
                  caption="Findings"
                  columns={FINDINGS}
                  rows={findings}
                  rowKey={({ invariant, environment, subject, currency }) =>
                    `${invariant} ${environment} ${subject} ${currency}`
                  }
                />
              </Panel>
            ) : null}
            <Panel title="Checks">
              <Table caption="Checks" columns={INVARIANTS} rows={invariants} rowKey={({ name }) => name} />
            </Panel>
          </>
        )}
      </Reading>
    </>
  )
}
