// Overview: getting started, sales, amounts owed, and warnings.
import { useState } from 'react'
import { Link } from 'wouter'
import { readWroteAt, useList, useRead, useTransport } from '../../api/hooks.ts'
import { ClicksChart, ReferralFunnel, SalesChart, SalesStats } from '../../features/analytics/charts.tsx'
import { computeRange, listCurrencies, PERIODS } from '../../features/analytics/series.ts'
import { orderColumns } from '../../features/orders/order-columns.tsx'
import { useNow, useWorkplace } from '../../features/portal/workplace.ts'
import { type Owed, sumOwed } from '../../features/settlement/owed.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { Empty, Loading } from '../../ui/feedback.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Money } from '../../ui/money.tsx'
import { NewRows } from '../../ui/new-rows.tsx'
import { type Fact, PageHead, Panel } from '../../ui/panel.tsx'
import { useQuietRows } from '../../ui/quiet-rows.ts'
import { Reading } from '../../ui/reading.tsx'
import { Table } from '../../ui/table.tsx'
import { FailingWebhooks, useFailingRead } from './failing-webhooks.tsx'
import { OnboardingSteps, useOnboardingRead } from './onboarding-steps.tsx'

export function Overview() {
  const { partner } = useWorkplace()
  const [period, setPeriod] = useState<string>(PERIODS[0].value)
  const clock = useNow()
  // Both, always: each begins its reads.
  const isReady = [useOnboardingRead(), useFailingRead()].every(Boolean)
  return (
    <>
      <PageHead
        title="Overview"
        aside={
          <SelectField
            label="Period"
            options={PERIODS}
            value={period}
            onChange={(event) => setPeriod(event.currentTarget.value)}
          />
        }
      />
      {isReady && clock ? (
        <>
          <OnboardingSteps />
          <FailingWebhooks />
          <Business period={period} now={clock.now} hasLinks={partner.affiliate} />
          <RecentOrders />
        </>
      ) : (
        <Loading />
      )}
    </>
  )
}

function Business({ period, now, hasLinks }: { period: string; now: string; hasLinks: boolean }) {
  const analytics = useRead('GET /api/partner/v1/analytics', { query: computeRange(period, now) }, { every: 60 })
  const [chosen, setChosen] = useState('')
  const owed = useOwed()
  return (
    <Reading of={analytics}>
      {(data) => {
        const currencies = listCurrencies(data, owed.currencies)
        const currency = currencies.find((one) => one === chosen) ?? currencies[0]!
        return (
          <>
            {currencies.length > 1 ? (
              <div className="short-field">
                <SelectField
                  label="Currency"
                  options={currencies.map((value) => ({ value, label: value }))}
                  value={currency}
                  onChange={(event) => setChosen(event.currentTarget.value)}
                />
              </div>
            ) : null}
            <SalesStats analytics={data} currency={currency} more={owed.listStats(currency)} />
            <Panel title="Sales and commission">
              <SalesChart analytics={data} currency={currency} />
            </Panel>
            {hasLinks ? (
              <div className="two">
                <Panel title="Referral clicks">
                  <ClicksChart analytics={data} />
                </Panel>
                <Panel title="From click to sale">
                  <ReferralFunnel funnel={data.referral_funnel} />
                </Panel>
              </div>
            ) : null}
          </>
        )
      }}
    </Reading>
  )
}

/** What the partner owes, and the currencies of its statements. */
function useOwed(): { currencies: string[]; listStats: (currency: string) => Fact[] } {
  const { rows } = useList('GET /api/partner/v1/settlements', { query: { limit: 100 } }, (page) => page.settlements)
  const listStats = (currency: string): Fact[] => [
    ['You owe us', <OwedSum key="owed" owed={sumOwed(rows, currency)} currency={currency} />],
  ]
  return { currencies: rows.map(({ currency }) => currency), listStats }
}

const OwedSum = ({ owed: { dueCents, dueAt, runningCents }, currency }: { owed: Owed; currency: string }) => (
  <>
    <Money cents={dueCents} currency={currency} />
    {dueAt ? (
      <span className="stat__note">
        due <DateTime at={dueAt} precision="day" />
      </span>
    ) : null}
    {runningCents > 0 ? (
      <span className="stat__note">
        plus <Money cents={runningCents} currency={currency} /> this period
      </span>
    ) : null}
  </>
)

const COLUMNS = orderColumns(({ public_id }) => `/portal/orders/${public_id}`, [])

function RecentOrders() {
  const recent = useRead('GET /api/partner/v1/orders', { query: { limit: 5 } })
  const source = { scope: useTransport().key, updatedAt: recent.dataUpdatedAt, wroteAt: readWroteAt() }
  const quiet = useQuietRows(recent.data?.orders ?? [], ({ public_id }) => public_id, source)
  return (
    <Panel title="Recent orders" aside={<Link href="/portal/orders">All orders</Link>}>
      <Reading of={recent}>
        {() => (
          <NewRows fresh={quiet.fresh} noun="order" onShow={quiet.show}>
            <Table
              caption="Recent orders"
              columns={COLUMNS}
              rows={quiet.rows}
              rowKey={({ public_id }) => public_id}
              empty={<Empty title="No orders yet">Orders appear here as soon as you record them.</Empty>}
            />
          </NewRows>
        )}
      </Reading>
    </Panel>
  )
}
