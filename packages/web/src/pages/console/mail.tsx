// /console/mail: messages to people, newest first.
import { MAIL_STATUSES, MAIL_TEMPLATES } from '@freehold/sdk/enums'
import type { Query } from '../../api/client.ts'
import { useList } from '../../api/hooks.ts'
import { mailColumns } from '../../features/mail/mail-columns.tsx'
import { EnvironmentBadge } from '../../features/partners/environment.tsx'
import { Empty, Notice } from '../../ui/feedback.tsx'
import { type Filter, FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { useMailOff } from '../../ui/mail-off.tsx'
import { Count } from '../../ui/money.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import { wordOptions } from '../../ui/text.ts'

const FILTERS: readonly Filter[] = [
  { name: 'to', label: 'Recipient', placeholder: 'ada@example.com' },
  { name: 'template', label: 'Template', options: wordOptions(MAIL_TEMPLATES) },
  { name: 'status', label: 'Status', options: wordOptions(MAIL_STATUSES) },
]
const COLUMNS = mailColumns(({ message_id }) => `/console/mail/${message_id}`)

export function Mail() {
  const query = useFilters<NonNullable<Query<'GET /api/operator/v1/mail'>>>(FILTERS)
  const list = useList('GET /api/operator/v1/mail', { query }, ({ messages }) => messages)
  return (
    <>
      <PageHead title="Mail" text="Messages of the last 90 days: live before sandbox, then newest first." />
      {useMailOff() ? (
        <Notice tone="warn" title="This service sends no email">
          Messages fail because of the setting MAIL=off. Admins and support see claim links here, and admins invitation
          links. Give them to people yourself. The audit log records each time a link is shown.
        </Notice>
      ) : null}
      <FilterBar filters={FILTERS} />
      <Panel>
        <ListView
          list={list}
          filtered={isFiltered(query)}
          caption="Messages"
          noun="message"
          columns={[
            ...COLUMNS,
            { title: 'Attempts', end: true, cell: ({ attempts }) => <Count value={attempts} /> },
            { title: 'Environment', cell: ({ environment }) => <EnvironmentBadge environment={environment} /> },
          ]}
          rowKey={({ message_id }) => message_id}
          empty={<Empty title="No messages yet">Messages to buyers, partners and operators appear here.</Empty>}
        />
      </Panel>
    </>
  )
}
