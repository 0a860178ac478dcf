// Sales, commission and clicks over time, and the funnel from click to sale.
import type { Analytics } from '@freehold/sdk/types'
import { BarChart } from '../../ui/chart.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { Funnel } from '../../ui/funnel.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Count, Money } from '../../ui/money.tsx'
import { type Fact, Stats } from '../../ui/panel.tsx'
import { moneyText, numberText } from '../../ui/text.ts'
import { computeFigures } from './series.ts'

type Props = { analytics: Analytics; currency: string }

const isNothing = (...series: number[][]): boolean => series.flat().every((value) => value === 0)

export function SalesChart({ analytics, currency }: Props) {
  const locale = useLocale()
  const { labels, gmvCents, commissionCents } = computeFigures(analytics, currency)
  if (isNothing(gmvCents, commissionCents))
    return <Empty title="No sales in this period">Choose a longer period to see earlier sales.</Empty>
  return (
    <BarChart
      title={`Sales and commission in ${currency}`}
      labels={labels}
      series={[
        { name: 'Sales', values: gmvCents },
        { name: 'Commission', values: commissionCents },
      ]}
      format={(cents) => moneyText(Math.round(cents), currency, locale)}
    />
  )
}

export function ClicksChart({ analytics }: { analytics: Analytics }) {
  const locale = useLocale()
  const { labels, clicks } = computeFigures(analytics, '')
  if (isNothing(clicks))
    return <Empty title="No clicks in this period">Clicks on your referral links appear here.</Empty>
  return (
    <BarChart
      title="Clicks on referral links"
      labels={labels}
      series={[{ name: 'Clicks', values: clicks }]}
      format={(value) => numberText(Math.round(value), locale)}
    />
  )
}

export const ReferralFunnel = ({ funnel }: { funnel: Analytics['referral_funnel'] }) => (
  <Funnel
    label="From click to sale"
    steps={[
      { name: 'Clicks', value: funnel.clicks },
      { name: 'Unique clicks', value: funnel.unique_clicks },
      { name: 'Checkouts started', value: funnel.checkouts_started },
      { name: 'Sales', value: funnel.sales },
    ]}
  />
)

/** `more` is appended: the amount owed, the due date. */
export function SalesStats({ analytics, currency, more = [] }: Props & { more?: readonly Fact[] }) {
  const orders = analytics.orders.find((row) => row.currency === currency)
  const commission = analytics.commission.find((row) => row.currency === currency)
  const money = (cents = 0) => <Money cents={cents} currency={currency} />
  return (
    <Stats
      stats={[
        ['Orders', <Count key="orders" value={orders?.count ?? 0} />],
        ['Sales', money(orders?.gmv_cents)],
        ['Commission earned', money(commission?.earned_cents)],
        ['Unpaid commission', money(commission?.pending_cents)],
        ...more,
      ]}
    />
  )
}
