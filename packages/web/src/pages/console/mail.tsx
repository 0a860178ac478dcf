// /console/mail: messages to people, newest first.

import { MAIL_STATUSES, MAIL_TEMPLATES } from '@freehold/sdk/enums'
import type { MailMessage } from '@freehold/sdk/types'
import type { Query } from '../../api/client.ts'
import { useList, useReadAgain, useTransport } from '../../api/hooks.ts'
import { useMay } from '../../api/may.tsx'
import { mailColumns } from '../../features/mail/mail-columns.tsx'
import { useShownEnvironment } from '../../features/operator/console-environment.ts'
import { EachBar } from '../../ui/each-bar.tsx'
import { Empty, Notice } from '../../ui/feedback.tsx'
import { type Filter, FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { useMailOff } from '../../ui/mail-off.tsx'
import { Count } from '../../ui/money.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import { useSelection } from '../../ui/selection.tsx'
import type { Column } from '../../ui/table.tsx'
import { NEWEST_FIRST, useTableState, withSort } from '../../ui/table-state.ts'
import { countText, wordOptions } from '../../ui/text.ts'
import { CsvButton } from '../csv-button.tsx'

const FILTERS: readonly Filter[] = [
  { name: 'recipient', label: 'Recipient', placeholder: 'Email address' },
  { name: 'template', label: 'Template', options: wordOptions(MAIL_TEMPLATES) },
  { name: 'status', label: 'Status', options: wordOptions(MAIL_STATUSES) },
  { name: 'period', label: 'Created', type: 'period' },
]
const COLUMNS: readonly Column<MailMessage>[] = [
  ...mailColumns(({ message_id }) => `/console/mail/${message_id}`, { isSorted: true }),
  { title: 'Attempts', end: true, phone: 'hidden', cell: ({ attempts }) => <Count value={attempts} /> },
]
const LIST = 'GET /api/operator/v1/mail'
const RESEND = 'POST /api/operator/v1/mail/{message_id}/resend'
type MailQuery = NonNullable<Query<typeof LIST>>
type Filters = Pick<MailQuery, 'template' | 'status'> & { recipient: string; from: string; to: string }

export function Mail() {
  const filters = useFilters<Filters>(FILTERS)
  const { recipient, from, to, ...rest } = filters
  const state = useTableState('console.mail', COLUMNS, NEWEST_FIRST)
  const query = withSort<MailQuery>({ ...rest, to: recipient, created_from: from, created_to: to }, state)
  const list = useList(LIST, { query }, ({ messages }) => messages)
  const transport = useTransport()
  const canResend = useMay()(RESEND)
  const { environment } = useShownEnvironment()
  const readAgain = useReadAgain()
  const selection = useSelection<MailMessage>(
    ({ message_id }) => message_id,
    ({ subject, to: address }) => `${subject}, ${address}`,
    JSON.stringify({ environment, ...filters }),
    list.rows,
  )
  return (
    <>
      <PageHead title="Mail" text="Messages to people, with status and attempts." />
      {useMailOff() ? (
        <Notice tone="warn" title="This service sends no email">
          Messages fail because of the setting MAIL=off. Admins and support see claim links here, and admins invitation
          links. Give them to people yourself. The audit log records each time a link is shown.
        </Notice>
      ) : null}
      <FilterBar filters={FILTERS} />
      <Panel>
        <ListTools state={state} download={<CsvButton operation={LIST} input={{ query }} name="mail.csv" />} />
        <EachBar
          selection={selection}
          noun="message"
          actions={[
            {
              label: (count) => `Resend ${countText(count, 'message')}`,
              accepts: () => true,
              confirm:
                'Sends each message to its recipient again, with the same link. A link that was used or has expired does not work again.',
              send: ({ message_id }) => transport.send(RESEND, { params: { message_id } }),
            },
          ]}
          onDone={readAgain}
        />
        <ListView
          list={list}
          filtered={isFiltered(filters)}
          caption="Messages"
          noun="message"
          state={state}
          selection={canResend ? selection : undefined}
          rowKey={({ message_id }) => message_id}
          empty={<Empty title="No messages yet">Messages to buyers, partners and operators appear here.</Empty>}
        />
      </Panel>
    </>
  )
}
