// The sums of a statement, and its dates.
import type { Settlement } from '@freehold/sdk/types'
import { Copyable } from '../../ui/copy.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Money } from '../../ui/money.tsx'
import { type Fact, Facts } from '../../ui/panel.tsx'

type Props = { of: Settlement; more?: readonly Fact[]; isOwn?: boolean }

/** `more` comes first. `isOwn`: the reader is the partner. */
export function StatementFacts({ of, more = [], isOwn }: Props) {
  const money = (cents: number) => <Money cents={cents} currency={of.currency} exact />
  const facts: Fact[] = [
    ...more,
    ['Statement ID', <Copyable key="id" text={of.settlement_id} label="the statement ID" />],
    [isOwn ? 'Sales you collected' : 'Sales collected by the partner', money(of.gross_sold_cents)],
    [isOwn ? 'Commission you keep' : 'Commission the partner keeps', money(of.commission_retained_cents)],
    ['Adjustments', money(of.adjustments_cents)],
    [isOwn ? 'You owe the marketplace' : 'Partner owes the marketplace', money(of.amount_owed_cents)],
    ['Commission earned on marketplace checkouts', money(of.commission_earned_cents)],
    ['Due', of.due_at && <DateTime at={of.due_at} precision="day" />],
    ['Closed', of.closed_at && <DateTime at={of.closed_at} />],
    ['Paid', of.paid_at && <DateTime at={of.paid_at} />],
  ]
  return <Facts facts={facts} />
}
