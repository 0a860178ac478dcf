// Columns of the person's own domains, with a checkbox.
import type { OwnedDomain } from '@freehold/sdk/types'
import { DateTime } from '../../ui/date-time.tsx'
import { Badge } from '../../ui/feedback.tsx'
import { Money } from '../../ui/money.tsx'
import type { Column } from '../../ui/table.tsx'

export type Choice = { has: (domain: string) => boolean; toggle: (domain: string) => void }

const Settings = ({ domain }: { domain: OwnedDomain }) => (
  <span className="actions">
    {domain.auto_renew ? <Badge>Renewal reminder</Badge> : <Badge tone="warn">No renewal reminder</Badge>}
    {domain.locked ? <Badge>Locked</Badge> : <Badge tone="warn">Unlocked</Badge>}
    {domain.privacy ? <Badge>Private</Badge> : null}
  </span>
)

function Sale({ listing }: { listing: OwnedDomain['listing'] }) {
  if (!listing) return <span className="soft">Not listed</span>
  if (listing.status === 'sold') return <Badge tone="info">Sold</Badge>
  return <Money cents={listing.price_cents} currency={listing.currency} />
}

export const domainColumns = (choice: Choice): Column<OwnedDomain>[] => [
  {
    title: 'Domain',
    cell: ({ domain, domain_unicode }) => (
      <label className="choice">
        <input type="checkbox" checked={choice.has(domain)} onChange={() => choice.toggle(domain)} />
        <span className="name">{domain_unicode}</span>
      </label>
    ),
  },
  { title: 'Expires', cell: ({ expires_at }) => <DateTime at={expires_at} precision="day" /> },
  { title: 'Settings', cell: (domain) => <Settings domain={domain} /> },
  {
    title: 'Nameservers',
    cell: ({ nameservers }) => <span className="soft small">{nameservers.join(', ') || '–'}</span>,
  },
  { title: 'Listing price', cell: ({ listing }) => <Sale listing={listing} />, end: true },
]
