// Key figures: sales of the last 30 days by currency, and current counts.
import { Link } from 'wouter'
import type { ResponseBody } from '../../api/client.ts'
import { useRead } from '../../api/hooks.ts'
import { useShownEnvironment } from '../../features/operator/console-environment.ts'
import { type DailySales, salesByCurrency, sum } from '../../features/operator/sales.ts'
import type { Environment } from '../../features/partners/environment.tsx'
import { BarChart } from '../../ui/chart.tsx'
import { Badge, Empty } from '../../ui/feedback.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Count, Money } from '../../ui/money.tsx'
import { type Fact, Panel, Stats } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { countText, moneyText, numberText } from '../../ui/text.ts'

type Figures = ResponseBody<'GET /api/operator/v1/overview'>

export function Standing() {
  const overview = useRead('GET /api/operator/v1/overview', {})
  const { environment } = useShownEnvironment()
  return (
    <Reading of={overview}>
      {(figures) => (
        <>
          <Panel title="Last 30 days">
            <Sales sales={salesByCurrency(figures.sales[environment], figures.from, figures.to)} />
          </Panel>
          <Stats stats={listFacts(figures, environment)} />
        </>
      )}
    </Reading>
  )
}

const listFacts = (figures: Figures, environment: Environment): readonly Fact[] => [
  [
    'Listings',
    <Link key="listings" href="/console/listings">
      <Count value={figures.listings[environment]} />
    </Link>,
  ],
  [
    'Open brokerage cases',
    <Link key="cases" href="/console/brokerage">
      <Count value={figures.open_cases[environment]} />
    </Link>,
  ],
  [
    'Live partners',
    <Link key="partners" href="/console/partners?status=approved">
      <Count value={figures.partners.approved} />
    </Link>,
  ],
  [
    'Sandbox partners',
    <Link key="pending" href="/console/partners?status=pending">
      <Count value={figures.partners.pending} />
    </Link>,
  ],
  [
    'Ledger',
    <Link key="ledger" href="/console/ledger">
      <LedgerState check={figures.ledger_check} />
    </Link>,
  ],
]

function LedgerState({ check }: { check: Figures['ledger_check'] }) {
  if (!check) return <Badge>Not checked yet</Badge>
  return check.ok ? (
    <Badge tone="good">All checks passed</Badge>
  ) : (
    <Badge tone="bad">{countText(check.findings, 'finding')}</Badge>
  )
}

function Sales({ sales }: { sales: readonly DailySales[] }) {
  const locale = useLocale()
  if (sales.length === 0)
    return <Empty title="No sales in the last 30 days">Sales appear here as soon as they are made.</Empty>
  return sales.map(({ currency, days, orders, gross, refunded }) => (
    <div key={currency} className="sales">
      <Stats
        stats={[
          [`Sales in ${currency}`, <Money key="gross" cents={sum(gross)} currency={currency} />],
          ['Orders', <Count key="orders" value={sum(orders)} />],
          ['Refunded', <Money key="refunded" cents={sum(refunded)} currency={currency} />],
        ]}
      />
      <BarChart
        title={`Sales per day in ${currency}`}
        labels={days}
        series={[
          { name: 'Sales', values: gross },
          { name: 'Refunded', values: refunded },
        ]}
        format={(value) => moneyText(Math.round(value), currency, locale)}
      />
      <BarChart
        title={`Orders per day in ${currency}`}
        labels={days}
        series={[{ name: 'Orders', values: orders }]}
        format={(value) => numberText(value, locale)}
      />
    </div>
  ))
}
