// The total paid out, by currency.
import { Money } from '../../ui/money.tsx'
import { Stats } from '../../ui/panel.tsx'

type Sum = { currency: string; amount_cents: number }

export const TotalPaid = ({ sums }: { sums: readonly Sum[] }) =>
  sums.length === 0 ? null : (
    <Stats
      stats={sums.map(({ currency, amount_cents }) => [
        `Paid to you in ${currency}`,
        <Money key={currency} cents={amount_cents} currency={currency} />,
      ])}
    />
  )
