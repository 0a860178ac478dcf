// All details of an order.
import type { Order } from '@freehold/sdk/types'
import type { ReactNode } from 'react'
import { Copyable } from '../../ui/copy.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Money } from '../../ui/money.tsx'
import { type Fact, Facts } from '../../ui/panel.tsx'
import { wordText } from '../../ui/text.ts'
import { registrarText } from './registrars.ts'

const MODELS: Record<Order['payment_model'], string> = {
  partner_collected: 'Collected by the partner',
  service_collected: 'Collected by the marketplace',
}

function buyerText({ buyer }: Order): ReactNode {
  if (!buyer) return <span className="soft">Not provided</span>
  return [buyer.name, buyer.email, buyer.country].filter(Boolean).join(', ')
}

/** Only where the checkout asks for them. */
function listCompany({ buyer }: Order): Fact[] {
  return [
    ['Company', buyer?.company],
    ['VAT ID', buyer?.vat_id],
  ]
}

const text = (value: string | null): ReactNode => (value ? <span className="mono">{value}</span> : null)

type Props = { order: Order; more?: readonly Fact[]; isOwn?: boolean }

/** `more` comes first. `isOwn`: the reader is the partner. */
export function OrderFacts({ order, more = [], isOwn }: Props) {
  const { currency, transfer } = order
  const facts: Fact[] = [
    ...more,
    ['Order ID', <Copyable key="id" text={order.public_id} label="the order ID" />],
    ['Price', <Money key="price" cents={order.sale_price_cents} currency={currency} />],
    [
      isOwn ? 'Your commission' : 'Partner commission',
      <Money key="commission" cents={order.commission_cents} currency={currency} />,
    ],
    [
      isOwn ? 'You owe at settlement' : 'Partner owes at settlement',
      <Money key="owed" cents={order.amount_owed_cents} currency={currency} />,
    ],
    ...(order.refunded_cents > 0
      ? [['Refunded', <Money key="refunded" cents={order.refunded_cents} currency={currency} />] as const]
      : []),
    ['Payment', MODELS[order.payment_model]],
    ['Payment reference', text(order.external_payment_ref)],
    ['Buyer', buyerText(order)],
    ...listCompany(order),
    ['Transfer', wordText(transfer.state)],
    ['Transfer started', transfer.started_at && <DateTime at={transfer.started_at} />],
    ['Delivered', transfer.completed_at && <DateTime at={transfer.completed_at} />],
    ['Registrar', registrarText(transfer.registrar)],
    ['Registrar account', text(transfer.account)],
    ['Last error', transfer.last_error],
    ['Next step', transfer.next_step && `${wordText(transfer.next_step.who)}: ${transfer.next_step.what}`],
    ['Quote ID', text(order.quote_id)],
    ['Statement ID', text(order.settlement_id)],
    ['Refund ID', text(order.refund_id)],
    ['Ordered', <DateTime key="created" at={order.created_at} />],
    ['Updated', <DateTime key="updated" at={order.updated_at} />],
  ]
  return <Facts facts={facts} />
}
