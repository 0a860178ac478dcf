// What is known about a brokerage case.
import type { BrokerageCase } from '@freehold/sdk/types'
import { Copyable } from '../../ui/copy.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Money, Share } from '../../ui/money.tsx'
import { type Fact, Facts } from '../../ui/panel.tsx'
import { wordText } from '../../ui/text.ts'

type Props = { of: BrokerageCase; more?: readonly Fact[]; isOwn?: boolean }

/** `more` comes first. `isOwn`: the reader is the partner. */
export function CaseFacts({ of, more = [], isOwn }: Props) {
  const { currency, deal_price_cents: deal, partner_commission_cents: share } = of
  const facts: Fact[] = [
    ...more,
    ['Case ID', <Copyable key="id" text={of.case_id} label="the case ID" />],
    ['Buyer', of.buyer_email],
    ['Budget', <Money key="budget" cents={of.budget_cents} currency={currency} />],
    ['Tier', wordText(of.tier)],
    ['Deal price', deal !== null && <Money cents={deal} currency={currency} />],
    [isOwn ? 'Your commission rate' : 'Partner commission rate', <Share key="share" bps={of.partner_commission_bps} />],
    [isOwn ? 'Your commission' : 'Partner commission', share !== null && <Money cents={share} currency={currency} />],
    ['Notes', of.notes],
    [
      'Progress page',
      <a key="progress" href={of.progress_url} target="_blank" rel="noreferrer">
        View progress page
      </a>,
    ],
    ['Opened', <DateTime key="opened" at={of.created_at} />],
    ['Last update', <DateTime key="moved" at={of.updated_at} />],
    ['Closed', of.closed_at && <DateTime at={of.closed_at} />],
  ]
  return <Facts facts={facts} />
}
