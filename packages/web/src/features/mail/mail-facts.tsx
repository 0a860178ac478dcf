// What is known of a message besides its content.
import type { MailMessageDetail } from '@freehold/sdk/types'
import { Copyable } from '../../ui/copy.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Count } from '../../ui/money.tsx'
import { Facts } from '../../ui/panel.tsx'
import { wordText } from '../../ui/text.ts'

export const MailFacts = ({ message }: { message: MailMessageDetail }) => (
  <Facts
    facts={[
      ['Recipient', <Copyable key="to" text={message.to} label="the recipient" />],
      ['Environment', wordText(message.environment)],
      ['Template', wordText(message.template)],
      ['Message ID', <Copyable key="id" text={message.message_id} label="the message ID" />],
      ['Created', <DateTime key="created" at={message.created_at} precision="second" />],
      ['Sent', message.sent_at && <DateTime key="sent" at={message.sent_at} precision="second" />],
      ['Attempts', <Count key="attempts" value={message.attempts} />],
      ['Last error', message.last_error],
    ]}
  />
)
