// Names of the sandbox that make rare things happen.
import { type Column, Table } from '../../ui/table.tsx'

type Magic = { name: string; does: string }

const NAMES: readonly Magic[] = [
  { name: 'held.test', does: 'Its orders wait for a manual review.' },
  { name: 'price-changes.test', does: 'Its price moves after every quote; the quote keeps the old one.' },
  { name: 'sold-elsewhere.test', does: 'Can be quoted, but is sold (409 domain_sold) when you order.' },
  { name: 'transfer-fails.test', does: 'Confirming its delivery fails the transfer instead.' },
  { name: 'active-site.test', does: 'Brokerage: not eligible, because a site is in use.' },
  { name: 'unregistered.test', does: 'Brokerage: not eligible, because nobody owns it.' },
]

const COLUMNS: readonly Column<Magic>[] = [
  { title: 'Name', cell: ({ name }) => <code>{name}</code> },
  { title: 'What happens', cell: ({ does }) => does },
]

export const MagicNames = () => (
  <Table caption="Names that make rare things happen" columns={COLUMNS} rows={NAMES} rowKey={({ name }) => name} />
)
