// A timeline of past and upcoming steps.
import type { ReactNode } from 'react'
import { actorText } from './actor-text.ts'
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

type Line = { at: string; message: string; actor?: string }

/** Lines of a history, the last of them where it stands now, and the titles of what usually comes after. */
export function storySteps<Told extends Line>(
  lines: readonly Told[],
  getTitle: (line: Told) => string,
  ahead: readonly string[],
): Step[] {
  const past = lines.map(
    (line, index): Step => ({
      title: getTitle(line),
      at: line.at,
      text: (
        <span className="soft small">
          {line.message}
          {line.actor ? ` By ${actorText(line.actor)}.` : null}
        </span>
      ),
      state: index === lines.length - 1 && ahead.length > 0 ? 'now' : 'done',
    }),
  )
  return [...past, ...ahead.map((title): Step => ({ title, state: 'ahead' }))]
}
