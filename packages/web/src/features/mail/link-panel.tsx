// The link of a message that the service did not send: an operator sees it on request, and gives it to the person.
import type { OperatorMailMessage } from '@freehold/sdk/types'
import { useState } from 'react'
import { useCall } from '../../api/hooks.ts'
import { May } from '../../api/may.tsx'
import { ActionButton } from '../../ui/action.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { Panel } from '../../ui/panel.tsx'

const OPERATION = 'POST /api/operator/v1/mail/{message_id}/link'

export function LinkPanel({ message }: { message: OperatorMailMessage }) {
  const call = useCall()
  const [url, setUrl] = useState<string | null>(null)
  if (!message.has_link) return null
  return (
    <May call={OPERATION}>
      <Panel title="Link">
        <p>This service sends no email. Give the link to {message.to} and to nobody else.</p>
        {url === null ? (
          <ActionButton
            label="Show link"
            title="Show the link"
            confirm="Show link"
            text="Anyone who has the link can use it. The audit log records that you saw it."
            send={async () => {
              setUrl((await call(OPERATION, { params: { message_id: message.message_id } })).url)
              return undefined
            }}
          />
        ) : (
          <Copyable text={url} label="the link" />
        )}
      </Panel>
    </May>
  )
}
