// Columns of key lists, with actions.
import { SCOPES } from '@freehold/sdk/enums'
import type { Credential } from '@freehold/sdk/types'
import type { ReactNode } from 'react'
import { DateTime } from '../../ui/date-time.tsx'
import { Badge } from '../../ui/feedback.tsx'
import type { Column } from '../../ui/table.tsx'
import { describeState } from './state.ts'

function State({ credential }: { credential: Credential }) {
  const { text, tone } = describeState(credential)
  return (
    <>
      <Badge tone={tone}>{text}</Badge>
      {text === 'Retiring' && credential.retires_at ? (
        <div className="small soft">
          until <DateTime at={credential.retires_at} />
        </div>
      ) : null}
    </>
  )
}

const COLUMNS: readonly Column<Credential>[] = [
  {
    title: 'Key',
    cell: ({ name, key_id, environment }) => (
      <>
        <div>
          {name ? <span className="name">{name} </span> : null}
          <Badge tone={environment === 'live' ? 'good' : 'warn'}>{environment === 'live' ? 'Live' : 'Sandbox'}</Badge>
        </div>
        <span className="mono key-id">{key_id}</span>
      </>
    ),
  },
  {
    title: 'Scopes',
    cell: ({ scopes }) => (scopes.length === SCOPES.length ? 'All scopes' : scopes.join(', ')),
  },
  { title: 'Created', cell: ({ created_at }) => <DateTime at={created_at} precision="day" /> },
  {
    title: 'Last used',
    cell: ({ last_used_at }) => (last_used_at ? <DateTime at={last_used_at} precision="day" /> : 'Never'),
  },
  { title: 'Status', cell: (credential) => <State credential={credential} /> },
]

/** `actions`: buttons for active keys; without them the list is read-only. */
export const credentialColumns = (actions?: (credential: Credential) => ReactNode): readonly Column<Credential>[] =>
  actions ? [...COLUMNS, { title: 'Actions', end: true, cell: (row) => (row.active ? actions(row) : null) }] : COLUMNS
