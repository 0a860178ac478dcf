// Sandbox domains that trigger special behavior.
import { type Column, Table } from '../../ui/table.tsx'

type Magic = { name: string; does: string }

const NAMES: readonly Magic[] = [
  { name: 'held.test', does: 'Orders go to manual review.' },
  { name: 'price-changes.test', does: 'The price changes after every quote. The quote keeps the old price.' },
  { name: 'sold-elsewhere.test', does: 'You get a quote, but the order fails with 409 domain_sold.' },
  { name: 'transfer-fails.test', does: 'Confirming the delivery fails the transfer instead.' },
  { name: 'active-site.test', does: 'Not eligible for brokerage: it has an active website.' },
  { name: 'unregistered.test', does: 'Not eligible for brokerage: it is not registered.' },
]

const COLUMNS: readonly Column<Magic>[] = [
  { title: 'Domain', cell: ({ name }) => <code>{name}</code> },
  { title: 'Behavior', cell: ({ does }) => does },
]

export const MagicNames = () => (
  <Table caption="Test domains" columns={COLUMNS} rows={NAMES} rowKey={({ name }) => name} />
)
