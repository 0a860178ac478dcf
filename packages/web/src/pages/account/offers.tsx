// My offers, and one offer with its history and the next step.
import type { Offer, OfferDetail } from '@freehold/sdk/types'
import { Link } from 'wouter'
import { useCall, useList, useRead } from '../../api/hooks.ts'
import { type Act, OfferActions } from '../../features/offers/offer-actions.tsx'
import { OfferPanels } from '../../features/offers/offer-panels.tsx'
import { OfferBadge } from '../../features/offers/offer-words.tsx'
import { Actions, LinkButton } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Empty, Notice } from '../../ui/feedback.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { PageHead } from '../../ui/panel.tsx'
import { Price } from '../../ui/price.tsx'
import { Reading } from '../../ui/reading.tsx'
import { RecordHead } from '../../ui/record-head.tsx'
import type { Column } from '../../ui/table.tsx'

const COLUMNS: Column<Offer>[] = [
  {
    title: 'Domain',
    cell: ({ offer_id, domain_unicode }) => (
      <Link className="name" href={`/account/offers/${offer_id}`}>
        {domain_unicode}
      </Link>
    ),
  },
  { title: 'Status', cell: ({ status }) => <OfferBadge status={status} side="buyer" /> },
  {
    title: 'Amount',
    end: true,
    cell: ({ amount_cents, currency }) => <Price cents={amount_cents} currency={currency} />,
  },
  {
    title: 'Expires',
    phone: 'hidden',
    cell: ({ waiting_for, expires_at }) => (waiting_for === null ? '–' : <DateTime at={expires_at} />),
  },
]

export function OffersPage() {
  const list = useList('GET /api/market/offers', {}, ({ offers }) => offers)
  return (
    <>
      <PageHead title="My offers" text="Offers that you made for domains." />
      <ListView
        list={list}
        caption="My offers"
        columns={COLUMNS}
        rowKey={({ offer_id }) => offer_id}
        empty={
          <Empty title="You have not made any offers">
            <p>Some sellers accept offers below their price. The page of such a domain has a form for it.</p>
            <LinkButton href="/market">Browse market</LinkButton>
          </Empty>
        }
      />
    </>
  )
}

/** An accepted offer is paid at its checkout; what happens then is on the order's page. */
function NextStep({ offer }: { offer: OfferDetail }) {
  const { checkout_url: checkout, order_public_id: order } = offer
  if (checkout !== null)
    return (
      <Notice tone="good" title="Your offer is accepted">
        <p>
          {offer.domain_unicode} is reserved for you until <DateTime at={offer.expires_at} />.
        </p>
        <Actions>
          <LinkButton href={checkout}>
            Pay <Price cents={offer.amount_cents} currency={offer.currency} exact />
          </LinkButton>
        </Actions>
      </Notice>
    )
  if (order !== null)
    return (
      <Notice tone="good" title="You bought this domain">
        <LinkButton href={`/account/orders/${order}`}>View order</LinkButton>
      </Notice>
    )
  if (offer.waiting_for === 'seller')
    return (
      <Notice title="The seller has your offer">
        We email you when the seller responds. Without a response, the offer expires, and you pay nothing.
      </Notice>
    )
  return null
}

export function OfferPage({ id }: { id: string }) {
  const call = useCall()
  const params = { offer_id: id }
  const offer = useRead('GET /api/market/offers/{offer_id}', { params })
  const act: Act = (action, body) =>
    action === 'counter'
      ? call('POST /api/market/offers/{offer_id}/counter', {
          params,
          body: { ...body, amount_cents: body.amount_cents ?? 0 },
        })
      : action === 'accept'
        ? call('POST /api/market/offers/{offer_id}/accept', { params })
        : call(`POST /api/market/offers/{offer_id}/${action}`, { params, body })
  return (
    <Reading of={offer} title="Offer">
      {(found) => (
        <>
          <RecordHead
            crumbs={[{ href: '/account/offers', text: 'My offers' }]}
            record={{ kind: 'Offer', id, name: found.domain_unicode }}
            aside={<OfferBadge status={found.status} side="buyer" />}
          />
          <NextStep offer={found} />
          <OfferActions offer={found} side="buyer" act={act} />
          <OfferPanels offer={found} side="buyer" />
        </>
      )}
    </Reading>
  )
}
