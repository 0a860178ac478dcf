// /account/selling/offers: offers for the seller's domains, and one of them with what the seller can do.
import type { SellerOffer } from '@freehold/sdk/types'
import { Link } from 'wouter'
import { useCall, useList, useRead } from '../../api/hooks.ts'
import { type Act, OfferActions } from '../../features/offers/offer-actions.tsx'
import { OfferPanels } from '../../features/offers/offer-panels.tsx'
import { OfferBadge } from '../../features/offers/offer-words.tsx'
import { proceedsText } from '../../features/sellers/proceeds.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/money.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { RecordHead } from '../../ui/record-head.tsx'
import type { Column } from '../../ui/table.tsx'
import { CsvButton } from '../csv-button.tsx'
import { SellingTabs } from './selling.tsx'

const COLUMNS: Column<SellerOffer>[] = [
  {
    title: 'Domain',
    cell: ({ offer_id, domain_unicode }) => (
      <Link className="name" href={`/account/selling/offers/${offer_id}`}>
        {domain_unicode}
      </Link>
    ),
  },
  { title: 'Status', cell: ({ status }) => <OfferBadge status={status} side="seller" /> },
  {
    title: 'Amount',
    end: true,
    cell: ({ amount_cents, currency }) => <Money cents={amount_cents} currency={currency} />,
  },
  { title: 'Received', phone: 'hidden', cell: ({ created_at }) => <DateTime at={created_at} precision="day" /> },
  {
    title: 'Expires',
    phone: 'hidden',
    cell: ({ waiting_for, expires_at }) => (waiting_for === null ? '–' : <DateTime at={expires_at} />),
  },
]

export function SellingOffersPage() {
  const list = useList('GET /api/seller/offers', {}, ({ offers }) => offers)
  return (
    <>
      <PageHead title="Selling" text="Offers for your domains. Buyers do not see your lowest price." />
      <SellingTabs />
      <Panel title="Offers" aside={<CsvButton operation="GET /api/seller/offers" input={{}} name="offers.csv" />}>
        <ListView
          list={list}
          caption="Offers"
          noun="offer"
          columns={COLUMNS}
          rowKey={({ offer_id }) => offer_id}
          empty={
            <Empty title="No offers yet">
              <p>Edit a listing and let buyers make offers. We email you when one arrives.</p>
            </Empty>
          }
        />
      </Panel>
    </>
  )
}

export function SellingOfferPage({ id }: { id: string }) {
  const call = useCall()
  const params = { offer_id: id }
  const offer = useRead('GET /api/seller/offers/{offer_id}', { params })
  const balance = useRead('GET /api/seller/balance', {})
  const locale = useLocale()
  const act: Act = (action, body) =>
    action === 'counter'
      ? call('POST /api/seller/offers/{offer_id}/counter', {
          params,
          body: { ...body, amount_cents: body.amount_cents ?? 0 },
        })
      : action === 'accept'
        ? call('POST /api/seller/offers/{offer_id}/accept', { params })
        : call(`POST /api/seller/offers/{offer_id}/${action}`, { params, body })
  return (
    <Reading of={offer} title="Offer">
      {(found) => (
        <>
          <RecordHead
            crumbs={[
              { href: '/account/selling', text: 'Selling' },
              { href: '/account/selling/offers', text: 'Offers' },
            ]}
            record={{ kind: 'Offer', id, name: found.domain_unicode }}
            aside={<OfferBadge status={found.status} side="seller" />}
          />
          <Reading of={balance}>
            {({ fee_bps }) => (
              <>
                <OfferActions
                  offer={found}
                  side="seller"
                  act={act}
                  proceeds={proceedsText(found.amount_cents, found.currency, fee_bps, locale)}
                />
                <OfferPanels offer={found} side="seller" />
              </>
            )}
          </Reading>
        </>
      )}
    </Reading>
  )
}
