// One group of the work queue, each item with its action.
import { useState } from 'react'
import { Link } from 'wouter'
import type { Environment } from '../../api/shown-environment.ts'
import {
  allHref,
  QUEUE_GROUPS,
  type Queue,
  type QueueGroupName,
  type QueueItem,
} from '../../features/operator/queue-groups.ts'
import { PartnerLink } from '../../features/partners/whose.tsx'
import { monthText } from '../../features/settlement/settlement-words.ts'
import { Actions, Button } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Badge } from '../../ui/feedback.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/money.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { wordText } from '../../ui/text.ts'
import { QueueAction } from './queue-action.tsx'

/** As many as can be looked at together; the others follow on request. */
const SHOWN = 5

/** Payouts are named by their kind, statements by their month. */
function Title({ name, text }: { name: QueueGroupName; text: string }) {
  const locale = useLocale()
  if (name === 'settlements_to_pay') return monthText(text, locale)
  return name.startsWith('payouts') ? wordText(text) : text
}

export const buildColumns = (name: QueueGroupName): readonly Column<QueueItem>[] => [
  {
    title: 'Item',
    cell: (item) => (
      <>
        <Link className="name" href={QUEUE_GROUPS[name].toHref(item)}>
          <Title name={name} text={item.title} />
        </Link>
        {item.status === 'taken_back' ? (
          <>
            {' '}
            <Badge tone="bad">Do not send</Badge>
          </>
        ) : null}
      </>
    ),
  },
  { title: 'Partner', cell: (item) => <PartnerLink of={item} /> },
  {
    title: 'Amount',
    end: true,
    cell: ({ amount_cents: cents, currency }) =>
      cents === null || currency === null ? '–' : <Money cents={cents} currency={currency} />,
  },
  {
    title: name === 'settlements_to_pay' || name === 'disputed_payments' ? 'Due' : 'Since',
    cell: ({ since }) => <DateTime at={since} precision="day" />,
  },
  { title: 'Actions', end: true, cell: (item) => <QueueAction name={name} item={item} /> },
]

type Props = { name: QueueGroupName; group: Queue[QueueGroupName]; environment: Environment }

export function QueueGroup({ name, group, environment }: Props) {
  const [isWhole, setWhole] = useState(false)
  const { title, text } = QUEUE_GROUPS[name]
  const items = isWhole ? group.items : group.items.slice(0, SHOWN)
  const rest = group.items.length - items.length
  return (
    <Panel title={title} aside={<Badge tone="warn">{`${group.count} waiting`}</Badge>}>
      <p className="soft">{text}</p>
      <Table
        caption={title}
        columns={buildColumns(name)}
        rows={items}
        rowKey={({ id, environment }) => `${id} ${environment}`}
      />
      <Actions>
        <Link
          className="button button--plain button--small"
          href={allHref(name, environment)}
          aria-label={`View all ${group.count}: ${title}`}
        >
          {`View all ${group.count}`}
        </Link>
        {rest > 0 ? (
          <Button kind="quiet" small onClick={() => setWhole(true)}>
            {`Show ${rest} more`}
          </Button>
        ) : null}
      </Actions>
    </Panel>
  )
}
