// The prices of a TLD.
import type { OfferedTld, TldPrice } from '@freehold/sdk/types'
import { Money } from '../../ui/money.tsx'
import { Stats } from '../../ui/panel.tsx'
import { TaxNote } from '../../ui/price.tsx'
import { type Column, Table } from '../../ui/table.tsx'

const price = (cents: number | null) => (cents === null ? 'Not offered' : <Money cents={cents} currency="USD" exact />)

const COLUMNS: readonly Column<OfferedTld>[] = [
  {
    title: 'Extension',
    cell: ({ tld, tld_unicode }) => (
      <a className="name" href={`/tlds/${tld}`}>
        .{tld_unicode}
      </a>
    ),
  },
  { title: 'Register', cell: (row) => price(row.register_cents), end: true },
  { title: 'Renew', cell: (row) => price(row.renew_cents), end: true },
  { title: 'Transfer', cell: (row) => price(row.transfer_cents), end: true },
  { title: 'Restore', cell: (row) => price(row.restore_cents), end: true },
]

/** In step with `.table__later`. */
const ROWS_A_SCREEN = 10

export const TldTable = ({ rows }: { rows: readonly OfferedTld[] }) => (
  <div>
    <Table
      caption="Extensions and prices"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ tld }) => tld}
      groupSize={ROWS_A_SCREEN}
    />
    <TaxNote />
  </div>
)

export const TldPrices = ({ price: { prices } }: { price: TldPrice }) => (
  <Stats
    stats={[
      ['Register', price(prices.register_cents)],
      ['Renew', price(prices.renew_cents)],
      ['Transfer', price(prices.transfer_cents)],
      ['Restore', price(prices.restore_cents)],
    ]}
  />
)
