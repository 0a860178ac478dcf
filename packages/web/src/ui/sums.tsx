// The total of several amounts, in each of their currencies.
import { Money } from './money.tsx'
import { type Amount, sumAmounts } from './sum-amounts.ts'

export const Sums = ({ amounts }: { amounts: readonly Amount[] }) =>
  sumAmounts(amounts).map(({ currency, cents }, index) => (
    <span key={currency}>
      {index > 0 ? ' and ' : ''}
      <Money cents={cents} currency={currency} exact />
    </span>
  ))
