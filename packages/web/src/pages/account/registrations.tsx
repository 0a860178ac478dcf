// Registrations and renewals: what was paid, and how far the registry is.
import type { DomainPurchase } from '@freehold/sdk/types'
import { useList } from '../../api/hooks.ts'
import { ProgressBadge } from '../../features/domains/progress-badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Money } from '../../ui/money.tsx'
import { PageHead } from '../../ui/panel.tsx'
import { countText } from '../../ui/text.ts'
import { DocumentButtons } from '../document-buttons.tsx'

const PRODUCTS = { registration: 'Registration', renewal: 'Renewal' }
const ITEMS_SHOWN = 5

const Items = ({ items }: Pick<DomainPurchase, 'items'>) => (
  <>
    {items.slice(0, ITEMS_SHOWN).map(({ domain, domain_unicode, progress, error }) => (
      <div key={domain}>
        <span className="name">{domain_unicode}</span> <ProgressBadge progress={progress} />
        {error ? <span className="soft small"> {error}</span> : null}
      </div>
    ))}
    {items.length > ITEMS_SHOWN ? (
      <div className="soft small">and {countText(items.length - ITEMS_SHOWN, 'more domain')}</div>
    ) : null}
  </>
)

const Price = ({ total_cents, tax_cents, refunded_cents, currency }: DomainPurchase) => (
  <>
    <Money cents={total_cents + tax_cents} currency={currency} />
    {refunded_cents > 0 ? (
      <div className="soft small">
        <Money cents={refunded_cents} currency={currency} /> refunded
      </div>
    ) : null}
  </>
)

export function RegistrationsPage() {
  const list = useList('GET /api/account/domain-purchases', {}, ({ domain_purchases }) => domain_purchases)
  return (
    <>
      <PageHead
        title="Registrations and renewals"
        text="Domains that you registered or renewed here. If the registry rejects one, we refund you."
      />
      <ListView
        list={list}
        caption="Registrations and renewals"
        rowKey={({ purchase_id }) => purchase_id}
        columns={[
          { title: 'Purchase', cell: ({ product }) => PRODUCTS[product] },
          { title: 'Domains', cell: ({ items }) => <Items items={items} /> },
          { title: 'Date', cell: ({ created_at }) => <DateTime at={created_at} /> },
          {
            title: 'Price',
            cell: (purchase) => <Price {...purchase} />,
            end: true,
          },
          {
            title: 'Actions',
            cell: ({ checkout_url: url, documents, items }) =>
              url ? (
                <LinkButton kind="plain" small href={url} aria-label={`Pay for ${items[0]?.domain_unicode}`}>
                  Pay
                </LinkButton>
              ) : (
                <DocumentButtons documents={documents} operation="GET /api/account/documents/{document_id}" />
              ),
            end: true,
          },
        ]}
        empty={
          <Empty title="No registrations or renewals yet">
            <p>Domains you register, and renewals you pay for, appear here.</p>
            <LinkButton href="/search">Search for a domain</LinkButton>
          </Empty>
        }
      />
    </>
  )
}
