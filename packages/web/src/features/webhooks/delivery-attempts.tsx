// Delivery attempts, oldest first.
import type { WebhookDelivery } from '@freehold/sdk/types'
import { DateTime } from '../../ui/date-time.tsx'
import { Badge, Empty } from '../../ui/feedback.tsx'
import { Count } from '../../ui/money.tsx'
import { type Column, Table } from '../../ui/table.tsx'

type Attempt = WebhookDelivery['attempts'][number]
type Numbered = Attempt & { number: number }

const isGood = ({ status_code: code }: Attempt): boolean => code !== null && code >= 200 && code < 300

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
