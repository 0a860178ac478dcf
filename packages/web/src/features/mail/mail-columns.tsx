// The columns of a list of messages.
import type { MailMessage } from '@freehold/sdk/types'
import { Link } from 'wouter'
import { DateTime } from '../../ui/date-time.tsx'
import type { Column } from '../../ui/table.tsx'
import { MailStatus } from './mail-status.tsx'

/** `isSorted`: the list can be sorted by its age. */
export const mailColumns = (
  toHref: (message: MailMessage) => string,
  { isSorted = false } = {},
): readonly Column<MailMessage>[] => [
  { title: 'Subject', cell: (message) => <Link href={toHref(message)}>{message.subject}</Link> },
  { title: 'Recipient', cell: ({ to }) => to },
  { title: 'Status', cell: (message) => <MailStatus message={message} /> },
  { title: 'Created', ...(isSorted && { sort: 'created' }), cell: ({ created_at }) => <DateTime at={created_at} /> },
]
