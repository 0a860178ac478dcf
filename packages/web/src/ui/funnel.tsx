// Steps of which each has fewer than the one before, as bars under each other.

import { useLocale } from './locale.tsx'
import { numberText } from './text.ts'

export type FunnelStep = { name: string; value: number }

export function Funnel({ label, steps }: { label: string; steps: readonly FunnelStep[] }) {
  const locale = useLocale()
  const most = Math.max(1, ...steps.map(({ value }) => value))
  return (
    <ol className="funnel" aria-label={label}>
      {steps.map(({ name, value }) => (
        <li key={name}>
          <span>{name}</span>
          <strong className="numeric">{numberText(value, locale)}</strong>
          <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
            <rect className="funnel__rest" width="100" height="6" />
            <rect className="chart__bar" width={(value / most) * 100} height="6" />
          </svg>
        </li>
      ))}
    </ol>
  )
}
