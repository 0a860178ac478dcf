// Messages that the sandbox would have emailed: the list among the sandbox tools, and one message.
import { useList, useRead } from '../../api/hooks.ts'
import { mailColumns } from '../../features/mail/mail-columns.tsx'
import { MailFacts } from '../../features/mail/mail-facts.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { RecordHead } from '../../ui/record-head.tsx'

const COLUMNS = mailColumns(({ message_id }) => `/portal/sandbox/${message_id}`)

export function SandboxMail() {
  const list = useList('GET /api/partner/v1/sandbox/mail', { query: { limit: 10 } }, ({ messages }) => messages)
  return (
    <Panel title="Messages">
      <p className="soft">
        Email messages to the buyers of your sandbox orders and to your team. The sandbox does not send them.
      </p>
      <ListView
        list={list}
        caption="Messages"
        noun="message"
        columns={COLUMNS}
        rowKey={({ message_id }) => message_id}
        empty={<Empty title="No messages yet">A sandbox purchase at the hosted checkout creates the first one.</Empty>}
      />
    </Panel>
  )
}

export function SandboxMessage({ id }: { id: string }) {
  const found = useRead('GET /api/partner/v1/sandbox/mail/{message_id}', { params: { message_id: id } })
  return (
    <Reading of={found} title="Message">
      {(message) => (
        <>
          <RecordHead
            crumbs={[{ href: '/portal/sandbox', text: 'Sandbox tools' }]}
            record={{ kind: 'Message', id, name: message.subject }}
            text="Message of your sandbox. It was not emailed."
          />
          <Panel title="Details">
            <MailFacts message={message} />
          </Panel>
          <Panel title="Text part">
            <CodeBlock label="Text part">{message.text}</CodeBlock>
          </Panel>
        </>
      )}
    </Reading>
  )
}
