// /console/mail/{id}: one message with both parts, to resend.
import type { MailMessageDetail } from '@freehold/sdk/types'
import { useCall, useRead } from '../../api/hooks.ts'
import { May } from '../../api/may.tsx'
import { LinkPanel } from '../../features/mail/link-panel.tsx'
import { MailFacts } from '../../features/mail/mail-facts.tsx'
import { MailStatus } from '../../features/mail/mail-status.tsx'
import { ActionButton } from '../../ui/action.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { useMailOff } from '../../ui/mail-off.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { RecordHead } from '../../ui/record-head.tsx'
import { Table } from '../../ui/table.tsx'

const Attempts = ({ message }: { message: MailMessageDetail }) => (
  <Table
    caption="Attempts"
    columns={[
      { title: 'Time', cell: ({ at }) => <DateTime at={at} precision="second" /> },
      { title: 'Result', cell: ({ error }) => error ?? (message.sent_at === null ? 'Not emailed' : 'Accepted') },
    ]}
    rows={message.attempt_history}
    rowKey={({ at }) => at}
  />
)

export function MailMessage({ id }: { id: string }) {
  const params = { message_id: id }
  const isMailOff = useMailOff()
  const found = useRead('GET /api/operator/v1/mail/{message_id}', { params })
  const call = useCall()
  return (
    <Reading of={found} title="Message">
      {(message) => (
        <>
          <RecordHead
            crumbs={[{ href: '/console/mail', text: 'Mail' }]}
            record={{ kind: 'Message', id, name: message.subject }}
            aside={<MailStatus message={message} />}
          />
          <May call="POST /api/operator/v1/mail/{message_id}/resend">
            <div className="page-actions">
              <ActionButton
                label="Resend message"
                title="Resend message"
                confirm="Resend message"
                text={`Sends the message to ${message.to} again, with the same link. A link that was used or has expired does not work again.`}
                send={async () => {
                  await call('POST /api/operator/v1/mail/{message_id}/resend', { params })
                  return 'Message queued.'
                }}
              />
            </div>
          </May>
          {isMailOff ? <LinkPanel message={message} /> : null}
          <Panel title="Details">
            <MailFacts message={message} />
          </Panel>
          <Panel title="HTML part">
            <iframe
              className="mail-preview"
              title="HTML part of the message"
              sandbox=""
              src={`/console/mail/${encodeURIComponent(message.message_id)}/preview`}
            />
          </Panel>
          <Panel title="Text part">
            <CodeBlock label="Text part">{message.text}</CodeBlock>
          </Panel>
          <Panel title="Attempts">
            <Attempts message={message} />
          </Panel>
        </>
      )}
    </Reading>
  )
}
