// What is known about an order, for whoever may see all of it.
import type { Order } from '@freehold/sdk/types'
import type { ReactNode } from 'react'
import { Copyable } from '../../ui/copy.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Money } from '../../ui/money.tsx'
import { type Fact, Facts } from '../../ui/panel.tsx'
import { wordText } from '../../ui/text.ts'

const MODELS: Record<Order['payment_model'], string> = {
  partner_collected: 'The partner collected the money',
  service_collected: 'Paid at our checkout',
}

function buyerText({ buyer }: Order): ReactNode {
  if (!buyer) return <span className="soft">Not given</span>
  return [buyer.name, buyer.email, buyer.country].filter(Boolean).join(', ')
}

const text = (value: string | null): ReactNode => (value ? <span className="mono">{value}</span> : null)

/** `more` stands first. */
export function OrderFacts({ order, more = [] }: { order: Order; more?: readonly Fact[] }) {
  const { currency, transfer } = order
  const facts: Fact[] = [
    ...more,
    ['Order', <Copyable key="id" text={order.public_id} label="the order's id" />],
    ['Price', <Money key="price" cents={order.sale_price_cents} currency={currency} />],
    ['Partner commission', <Money key="commission" cents={order.commission_cents} currency={currency} />],
    ['Owed at settlement', <Money key="owed" cents={order.amount_owed_cents} currency={currency} />],
    ['Payment', MODELS[order.payment_model]],
    ['Payment reference', text(order.external_payment_ref)],
    ['Buyer', buyerText(order)],
    ['Transfer', wordText(transfer.state)],
    ['Transfer started', transfer.started_at && <DateTime at={transfer.started_at} />],
    ['Delivered', transfer.completed_at && <DateTime at={transfer.completed_at} />],
    ['Quote', text(order.quote_id)],
    ['Statement', text(order.settlement_id)],
    ['Refund', text(order.refund_id)],
    ['Ordered', <DateTime key="created" at={order.created_at} />],
    ['Changed', <DateTime key="updated" at={order.updated_at} />],
  ]
  return <Facts facts={facts} />
}
