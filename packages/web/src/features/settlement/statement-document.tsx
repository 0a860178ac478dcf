// A statement as a document on paper: issuer, recipient and number above its totals and orders. Shown in print only.
import type { Settlement } from '@freehold/sdk/types'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { type Fact, Facts } from '../../ui/panel.tsx'
import { useIssuer } from './issuer.ts'
import { Period } from './settlement-status.tsx'
import { STATEMENT_STATUSES } from './settlement-words.ts'

type Recipient = { name: string; id: string }

const listFacts = (of: Settlement): readonly Fact[] => [
  [
    'Statement ID',
    <span key="id" className="mono">
      {of.settlement_id}
    </span>,
  ],
  ['Period', <Period key="period" of={of} />],
  ['Currency', of.currency],
  ['Issued', of.closed_at && <DateTime at={of.closed_at} precision="day" />],
  ['Due', of.due_at && <DateTime at={of.due_at} precision="day" />],
  ['Status', STATEMENT_STATUSES[of.status].text],
]

type Props = { of: Settlement; recipient: Recipient; isSandbox: boolean; children: ReactNode }

/** The page of a statement; its first part appears on paper only. */
export function StatementDocument({ of, recipient, isSandbox, children }: Props) {
  const issuer = useIssuer()
  return (
    <article className="document">
      <div className="document__head print-only">
        <h1>{isSandbox ? 'Sandbox statement' : 'Statement'}</h1>
        {isSandbox ? <p>Test data. No payment is due.</p> : null}
        <div className="document__parties">
          <section>
            <h2>Issued by</h2>
            <p>
              <strong>{issuer.name}</strong>
              {issuer.address.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </p>
          </section>
          <section>
            <h2>Issued to</h2>
            <p>
              <strong>{recipient.name}</strong>
              <span>{`Partner ${recipient.id}`}</span>
            </p>
          </section>
        </div>
        <Facts facts={listFacts(of)} />
      </div>
      {children}
    </article>
  )
}

/** `prepare` loads what the page does not show yet. */
export function PrintButton({ prepare }: { prepare?: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false)
  async function print(): Promise<void> {
    setBusy(true)
    try {
      await prepare?.()
      // After the rows are on the page.
      await new Promise((resolve) => setTimeout(resolve, 100))
      window.print()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button kind="plain" busy={isBusy} onClick={() => void print()}>
      Print statement
    </Button>
  )
}
