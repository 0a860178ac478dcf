// Columns of the request log, and what came of a request as a badge.
import type { LoggedRequest } from '@freehold/sdk/types'
import { Link } from 'wouter'
import { DateTime } from '../../ui/date-time.tsx'
import { Badge, type Tone } from '../../ui/feedback.tsx'
import { Count } from '../../ui/money.tsx'
import type { Column } from '../../ui/table.tsx'

const toneOf = (status: number): Tone => (status < 400 ? 'good' : status < 500 ? 'warn' : 'bad')

export const RequestStatus = ({ status }: { status: number }) => <Badge tone={toneOf(status)}>{status}</Badge>

/** The code of a refusal, and the finer word where there is one. */
export const errorText = ({ error_code, error_reason }: Pick<LoggedRequest, 'error_code' | 'error_reason'>): string =>
  [error_code, error_reason].filter(Boolean).join(', ')

/** In a list the ends of paths tell them apart, not what all begin with. */
const shortPath = (path: string): string => path.replace(/^\/api\/partner\/v1(?=\/)/, '')

export const requestColumns = (hrefOf: (request: LoggedRequest) => string): readonly Column<LoggedRequest>[] => [
  {
    title: 'Request',
    cell: (request) => (
      <Link className="mono" href={hrefOf(request)}>
        {request.method} {shortPath(request.path)}
      </Link>
    ),
  },
  { title: 'Answer', cell: ({ status }) => <RequestStatus status={status} /> },
  { title: 'Error', cell: (request) => errorText(request) || '–' },
  { title: 'Environment', cell: ({ environment }) => (environment === 'live' ? 'Live' : 'Sandbox') },
  { title: 'Took (ms)', end: true, cell: ({ duration_ms }) => <Count value={duration_ms} /> },
  { title: 'At', cell: ({ at }) => <DateTime at={at} precision="second" /> },
]
