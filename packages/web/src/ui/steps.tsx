// Steps that were taken one after another, each with its time and its ID.
import { DateTime } from './date-time.tsx'

export type Step = { id: string; text: string; note: string | null; at: string }

export const Steps = ({ steps }: { steps: readonly Step[] }) => (
  <ol>
    {steps.map(({ id, text, note, at }) => (
      <li key={id}>
        {text}
        {note ? `. ${note}` : ''}
        <div className="soft small">
          <DateTime at={at} /> <span className="mono">{id}</span>
        </div>
      </li>
    ))}
  </ol>
)
