// The applications that the person authorized, and a button that disconnects one.
import type { ConnectedApplication } from '@freehold/sdk/types'
import { useCall, useRead } from '../../api/hooks.ts'
import { ActionButton } from '../../ui/action.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { type Column, Table } from '../../ui/table.tsx'

const SCOPE_TEXTS = { 'pricing:read': 'See prices', 'domains:manage': 'Manage your domains' } as const

export function Applications() {
  const call = useCall()
  const grants = useRead('GET /api/account/grants', {}, { every: 60 })

  const disconnect = async ({ client_id, name }: ConnectedApplication): Promise<string> => {
    await call('DELETE /api/account/grants/{client_id}', { params: { client_id } })
    return `${name} is disconnected.`
  }

  const columns: Column<ConnectedApplication>[] = [
    { title: 'Application', cell: ({ name, host }) => `${name} (${host})` },
    { title: 'Access', cell: ({ scopes }) => scopes.map((scope) => SCOPE_TEXTS[scope]).join(', ') },
    { title: 'Connected', cell: ({ connected_at }) => <DateTime at={connected_at} /> },
    {
      title: 'Action',
      cell: (application) => (
        <ActionButton
          label="Disconnect"
          of={application.name}
          text={`${application.name} loses access immediately.`}
          small
          send={() => disconnect(application)}
        />
      ),
      end: true,
    },
  ]

  return (
    <Panel title="Connected applications">
      <Reading of={grants}>
        {({ grants: rows }) => (
          <Table
            caption="Connected applications"
            columns={columns}
            rows={rows}
            rowKey={({ client_id }) => client_id}
            empty={<Empty title="No connected applications">Applications you authorize appear here.</Empty>}
          />
        )}
      </Reading>
    </Panel>
  )
}
