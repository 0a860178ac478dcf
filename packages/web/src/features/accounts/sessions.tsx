// The browsers that are signed in, and a button that signs one out.
import type { AccountSession } from '@freehold/sdk/types'
import { useCall, useRead } from '../../api/hooks.ts'
import { ActionButton } from '../../ui/action.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Badge } from '../../ui/feedback.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { type Column, Table } from '../../ui/table.tsx'

export function Sessions() {
  const call = useCall()
  const sessions = useRead('GET /api/account/sessions', {}, { every: 60 })

  const end = async (session: AccountSession): Promise<string> => {
    await call('DELETE /api/account/sessions/{session_id}', { params: { session_id: session.session_id } })
    return 'Session ended.'
  }

  const columns: Column<AccountSession>[] = [
    { title: 'Browser', cell: ({ browser }) => browser },
    { title: 'IP address', cell: ({ ip_address }) => <span className="mono">{ip_address ?? 'Unknown'}</span> },
    { title: 'Signed in', cell: ({ created_at }) => <DateTime at={created_at} /> },
    { title: 'Last used', cell: ({ last_used_at }) => <DateTime at={last_used_at} /> },
    {
      title: 'Action',
      cell: (session) =>
        session.current ? (
          <Badge tone="good">This browser</Badge>
        ) : (
          <ActionButton
            label="End session"
            of={session.browser}
            text="The browser is signed out."
            small
            send={() => end(session)}
          />
        ),
      end: true,
    },
  ]

  return (
    <Panel title="Sessions">
      <Reading of={sessions}>
        {({ sessions: rows }) => (
          <Table caption="Sessions" columns={columns} rows={rows} rowKey={({ session_id }) => session_id} />
        )}
      </Reading>
    </Panel>
  )
}
