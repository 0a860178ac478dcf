// Referral clicks by day, and the number of excluded bot clicks.
import type { ReferralClicks } from '@freehold/sdk/types'
import { BarChart } from '../../ui/chart.tsx'
import { addDays, daysBetween } from '../../ui/days.ts'
import { Empty } from '../../ui/feedback.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Count } from '../../ui/money.tsx'
import { numberText } from '../../ui/text.ts'

/** `from` and `to` are the days that were asked for, the second one being the first that was not. */
type Props = { clicks: ReferralClicks; from: string; to: string }

export function ClicksByDay({ clicks, from, to }: Props) {
  const locale = useLocale()
  if (clicks.total_clicks === 0)
    return (
      <Empty title="No clicks in this period">
        Share a referral link. Clicks appear here as soon as someone follows it.
      </Empty>
    )
  const byDay = new Map(clicks.by_day.map((day) => [day.date, day]))
  const labels = daysBetween(from, addDays(to, -1))
  return (
    <>
      <BarChart
        title="Clicks by day"
        labels={labels}
        series={[
          { name: 'Clicks', values: labels.map((day) => byDay.get(day)?.clicks ?? 0) },
          { name: 'Unique clicks', values: labels.map((day) => byDay.get(day)?.unique_clicks ?? 0) },
        ]}
        format={(value) => numberText(Math.round(value), locale)}
      />
      <p className="soft small">
        <Count value={clicks.total_clicks} /> clicks, <Count value={clicks.unique_clicks} /> unique. Excludes{' '}
        <Count value={clicks.bot_clicks_excluded} /> clicks by bots and link previews.
      </p>
    </>
  )
}
