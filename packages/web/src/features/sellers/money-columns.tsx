// Balances, and the columns of sellers' sales and payouts.
import type { SellerCurrencyBalance, SellerPayout, SellerSale } from '@freehold/sdk/types'
import { DateTime } from '../../ui/date-time.tsx'
import { Badge } from '../../ui/feedback.tsx'
import { Money } from '../../ui/money.tsx'
import { Stats } from '../../ui/panel.tsx'
import type { Column } from '../../ui/table.tsx'
import { PayoutStatus, SaleStatus } from './seller-words.tsx'

export const Balances = ({ balances }: { balances: readonly SellerCurrencyBalance[] }) => (
  <>
    {balances.map(({ currency, pending_cents, payable_cents, disputed_cents, in_transit_cents, paid_out_cents }) => (
      <Stats
        key={currency}
        stats={[
          ['Pending', <Money key="pending" cents={pending_cents} currency={currency} exact />],
          ['Payable', <Money key="payable" cents={payable_cents} currency={currency} exact />],
          ...(disputed_cents > 0
            ? [['Disputed', <Money key="disputed" cents={disputed_cents} currency={currency} exact />] as const]
            : []),
          ['Being sent', <Money key="in_transit" cents={in_transit_cents} currency={currency} exact />],
          ['Paid out', <Money key="paid_out" cents={paid_out_cents} currency={currency} exact />],
        ]}
      />
    ))}
    {balances.some(({ payable_cents }) => payable_cents < 0) ? (
      <p className="soft">A payable balance below zero is set off against the next sales in this currency.</p>
    ) : null}
  </>
)

/** Nobody earns on a sale that was canceled or taken back. */
const isEarned = ({ status }: SellerSale): boolean => status !== 'reversed' && status !== 'clawed_back'

const EarnedMoney = ({ sale, cents }: { sale: SellerSale; cents: number }) => (
  <Money cents={isEarned(sale) ? cents : 0} currency={sale.currency} exact />
)

export const SALE_COLUMNS: readonly Column<SellerSale>[] = [
  { title: 'Domain', cell: ({ domain_unicode }) => <span className="name">{domain_unicode}</span> },
  {
    title: 'Status',
    cell: ({ status, disputed }) =>
      disputed ? <Badge tone="warn">Payment disputed</Badge> : <SaleStatus status={status} />,
  },
  { title: 'Sold', phone: 'hidden', cell: ({ sold_at }) => <DateTime at={sold_at} precision="day" /> },
  {
    title: 'Price',
    end: true,
    cell: ({ price_cents, currency }) => <Money cents={price_cents} currency={currency} exact />,
  },
  {
    title: 'Commission',
    phone: 'hidden',
    end: true,
    cell: (sale) => <EarnedMoney sale={sale} cents={sale.commission_cents} />,
  },
  {
    title: 'Fee',
    phone: 'hidden',
    end: true,
    cell: (sale) => <EarnedMoney sale={sale} cents={sale.fee_cents} />,
  },
  {
    title: 'You earn',
    end: true,
    cell: (sale) => <EarnedMoney sale={sale} cents={sale.proceeds_cents} />,
  },
  {
    title: 'Payable on',
    phone: 'hidden',
    cell: (sale) =>
      sale.payable_at === null || !isEarned(sale) ? '–' : <DateTime at={sale.payable_at} precision="day" />,
  },
]

export const SELLER_PAYOUT_COLUMNS: readonly Column<SellerPayout>[] = [
  { title: 'Date', cell: ({ created_at }) => <DateTime at={created_at} precision="day" /> },
  {
    title: 'Status',
    cell: ({ status, destination_kind, bank_failure, reversed_cents, currency }) => (
      <>
        <PayoutStatus
          status={status}
          isReturned={
            status === 'reversed' ? destination_kind === 'manual' : status === 'paid' && bank_failure !== null
          }
        />
        {status === 'paid' && reversed_cents > 0 ? (
          <span className="soft small">
            {' '}
            <Money cents={reversed_cents} currency={currency} exact /> taken back
          </span>
        ) : null}
      </>
    ),
  },
  {
    title: 'Amount',
    end: true,
    cell: ({ amount_cents, currency }) => <Money cents={amount_cents} currency={currency} exact />,
  },
  { title: 'To', phone: 'hidden', cell: ({ destination_hint }) => destination_hint },
  {
    title: 'Reference',
    cell: ({ bank_failure, reference, failure_reason }) => bank_failure ?? failure_reason ?? reference ?? '–',
  },
]
