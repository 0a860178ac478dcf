// What happened, step by step, and what is still to come.
import type { ReactNode } from 'react'
import { DateTime } from './date-time.tsx'

export type Step = { title: ReactNode; at?: string | null; text?: ReactNode; state?: 'done' | 'now' | 'ahead' }

export const Timeline = ({ steps }: { steps: readonly Step[] }) => (
  <ol className="timeline">
    {steps.map(({ title, at, text, state = 'done' }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added at the end
      <li key={index} className={`is-${state}`} aria-current={state === 'now' ? 'step' : undefined}>
        <div className="timeline__title">{title}</div>
        {at ? <DateTime at={at} /> : null}
        {text ? <div>{text}</div> : null}
      </li>
    ))}
  </ol>
)
