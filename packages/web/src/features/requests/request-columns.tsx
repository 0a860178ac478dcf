// Columns of the request log, and the status code as a badge.
import type { LoggedRequest } from '@freehold/sdk/types'
import { Link } from 'wouter'
import { DateTime } from '../../ui/date-time.tsx'
import { Badge, type Tone } from '../../ui/feedback.tsx'
import { Count } from '../../ui/money.tsx'
import type { Column } from '../../ui/table.tsx'

const toTone = (status: number): Tone => (status < 400 ? 'good' : status < 500 ? 'warn' : 'bad')

export const RequestStatus = ({ status }: { status: number }) => <Badge tone={toTone(status)}>{status}</Badge>

/** The error code, and the more specific reason when there is one. */
export const errorText = ({ error_code, error_reason }: Pick<LoggedRequest, 'error_code' | 'error_reason'>): string =>
  [error_code, error_reason].filter(Boolean).join(', ')

/** Lists omit the common prefix of the paths. */
const shortPath = (path: string): string => path.replace(/^\/api\/partner\/v1(?=\/)/, '')

export const requestColumns = (toHref: (request: LoggedRequest) => string): readonly Column<LoggedRequest>[] => [
  {
    title: 'Request',
    cell: (request) => (
      <Link className="mono" href={toHref(request)}>
        {request.method} {shortPath(request.path)}
      </Link>
    ),
  },
  { title: 'Status code', cell: ({ status }) => <RequestStatus status={status} /> },
  { title: 'Error', cell: (request) => errorText(request) || '–' },
  { title: 'Environment', cell: ({ environment }) => (environment === 'live' ? 'Live' : 'Sandbox') },
  { title: 'Duration (ms)', end: true, cell: ({ duration_ms }) => <Count value={duration_ms} /> },
  { title: 'Time', sort: 'created', cell: ({ at }) => <DateTime at={at} precision="second" /> },
]
