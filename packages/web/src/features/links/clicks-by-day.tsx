// Clicks on the links by day, and how many were left out as machines'.
import type { ReferralClicks } from '@freehold/sdk/types'
import { BarChart } from '../../ui/chart.tsx'
import { daysBetween } from '../../ui/days.ts'
import { Empty } from '../../ui/feedback.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Count } from '../../ui/money.tsx'
import { numberText } from '../../ui/text.ts'

export function ClicksByDay({ clicks }: { clicks: ReferralClicks }) {
  const locale = useLocale()
  if (clicks.total_clicks === 0)
    return <Empty title="No clicks yet">They are counted as soon as somebody follows a link of yours.</Empty>
  const byDay = new Map(clicks.by_day.map((day) => [day.date, day]))
  const dates = [...byDay.keys()].sort()
  const labels = daysBetween(dates[0]!, dates.at(-1)!)
  return (
    <>
      <BarChart
        title="Clicks by day"
        labels={labels}
        series={[
          { name: 'Clicks', values: labels.map((day) => byDay.get(day)?.clicks ?? 0) },
          { name: 'Visitors', values: labels.map((day) => byDay.get(day)?.unique_clicks ?? 0) },
        ]}
        format={(value) => numberText(Math.round(value), locale)}
      />
      <p className="soft small">
        <Count value={clicks.total_clicks} /> clicks of <Count value={clicks.unique_clicks} /> visitors.{' '}
        <Count value={clicks.bot_clicks_excluded} /> more by crawlers and previews are not counted.
      </p>
    </>
  )
}
