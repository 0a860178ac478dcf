// Delivery attempts, oldest first, with what the endpoint responded; and the attempts that are planned.
import type { WebhookDelivery } from '@freehold/sdk/types'
import { CodeBlock } from '../../ui/copy.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Badge, Empty } from '../../ui/feedback.tsx'
import { Count } from '../../ui/money.tsx'
import { type Fact, Facts } from '../../ui/panel.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { describeBody } from './response-text.ts'

type Attempt = WebhookDelivery['attempts'][number]
type Numbered = Attempt & { number: number }

const isGood = ({ status_code: code }: Attempt): boolean => code !== null && code >= 200 && code < 300

function ResponseBody({ attempt: { number, response } }: { attempt: Numbered }) {
  if (response === null) return '–'
  const note = describeBody(response)
  if (response.body === null) return <span className="soft">{note}</span>
  return (
    <details className="response">
      <summary>
        {note}
        <span className="visually-hidden">, response body of attempt {number}</span>
      </summary>
      <CodeBlock label={`Response body of attempt ${number}`}>{response.body}</CodeBlock>
    </details>
  )
}

const COLUMNS: readonly Column<Numbered>[] = [
  { title: 'Attempt', cell: ({ number }) => <Count value={number} /> },
  { title: 'Time', cell: ({ at }) => <DateTime at={at} precision="second" /> },
  {
    title: 'Response',
    cell: (attempt) => (
      <Badge tone={isGood(attempt) ? 'good' : 'bad'}>{attempt.status_code ?? attempt.error ?? 'No response'}</Badge>
    ),
  },
  { title: 'Error', cell: ({ status_code, error }) => (status_code === null ? '–' : (error ?? '–')) },
  {
    title: 'Content type',
    cell: ({ response }) => (response?.content_type ? <span className="mono">{response.content_type}</span> : '–'),
  },
  { title: 'Body', cell: (attempt) => <ResponseBody attempt={attempt} /> },
  { title: 'Duration (ms)', end: true, cell: ({ duration_ms }) => <Count value={duration_ms} /> },
]

export const DeliveryAttempts = ({ attempts }: { attempts: readonly Attempt[] }) => (
  <Table
    caption="Attempts"
    columns={COLUMNS}
    rows={attempts.map((attempt, index) => ({ ...attempt, number: index + 1 }))}
    rowKey={({ number }) => String(number)}
    empty={<Empty title="No attempts yet">The first attempt follows within seconds.</Empty>}
  />
)

/** When the service tries again, how often, and when it stops. */
export function RetrySchedule({ planned }: { planned: readonly string[] }) {
  const [next] = planned
  const last = planned.at(-1)
  if (next === undefined || last === undefined) return <p className="soft">No further attempt is planned.</p>
  const facts: Fact[] = [
    ['Next attempt', <DateTime key="next" at={next} precision="second" />],
    ['Attempts left', <Count key="left" value={planned.length} />],
    ['Gives up after', <DateTime key="last" at={last} />],
  ]
  return (
    <>
      <Facts facts={facts} />
      {planned.length > 1 ? (
        <details>
          <summary>All planned attempts</summary>
          <ol className="schedule">
            {planned.map((at) => (
              <li key={at}>
                <DateTime at={at} precision="second" />
              </li>
            ))}
          </ol>
          <p className="soft small">Approximate. Attempts stop as soon as one succeeds.</p>
        </details>
      ) : null}
    </>
  )
}
