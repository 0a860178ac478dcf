// How the console's queue, search and overview, and the audit log, look on the wire.

import type { Page } from '../../../http/pagination.ts'
import {
  CurrencyCode,
  EnvironmentName,
  IdText,
  isoTime,
  Named,
  Nullable,
  OneOf,
  pageFields,
  pageQuery,
  SignedCents,
  type Static,
  Strict,
  SumCents,
  Timestamp,
  Type,
} from '../../../http/schema.ts'
import { ENVIRONMENTS, type Environment } from '../../../kernel/owner.ts'
import {
  QUEUE_COUNTED_MAX,
  QUEUE_GROUP_NAMES,
  QUEUE_GROUPS,
  QUEUE_LISTED_MAX,
  QUEUE_SHOWN,
  type QueueGroupName,
} from '../rules/queue.ts'
import { FOUND_KINDS } from '../rules/search.ts'
import type { Overview } from '../service/read-console.ts'
import type { AuditRow } from '../store/audit.ts'
import type { SalesDay } from '../store/overview.ts'
import type { QueueGroup } from '../store/queue.ts'
import type { QueueItem } from '../store/queue-groups.ts'
import type { Hit } from '../store/search.ts'
import { queueItemActions } from './queue-actions.ts'

// ---------------------------------------------------------------- the queue

const QueueItemView = Named('QueueItem', {
  id: Type.String({
    description: 'ID of the order, registry command, dispute, offer, case, partner, statement, payout or payment.',
  }),
  title: Type.String({ description: 'Display name, such as the domain or the partner name.' }),
  partner_id: IdText('ptn_'),
  partner_name: Type.String(),
  environment: EnvironmentName(),
  status: Type.String(),
  amount_cents: Nullable(SignedCents('Amount in minor units. Null if no money is involved.')),
  currency: Nullable(CurrencyCode()),
  since: Timestamp('Waiting since. For a statement: its due date. For a dispute: the deadline of the response.'),
  actions: Type.Array(
    Named('AvailableQueueAction', {
      action: Type.String(),
      to_status: Type.String(),
      required_fields: Type.Array(Type.String(), { description: 'Required fields of the request body.' }),
    }),
    { description: 'Actions available now, as on the record itself.' },
  ),
})

const groupFields = (items: string) => ({
  count: Type.Integer({
    minimum: 0,
    description: `Number of items in the group. ${QUEUE_COUNTED_MAX} means that many or more.`,
  }),
  items: Type.Array(QueueItemView, { description: items }),
})

const GroupView = (use: string) =>
  Strict(groupFields(`The first ${QUEUE_SHOWN} items.`), { title: 'QueueGroup', $comment: use })

type Group = ReturnType<typeof GroupView>
const groupViews = Object.fromEntries(QUEUE_GROUP_NAMES.map((name) => [name, GroupView(QUEUE_GROUPS[name])])) as Record<
  QueueGroupName,
  Group
>
export const QueueView = Named('OperatorQueue', groupViews, 'Items that need an operator, live before sandbox.')

const queueItemView = (name: QueueGroupName, item: QueueItem): Static<typeof QueueItemView> => ({
  id: item.id,
  title: item.title,
  partner_id: item.partnerId,
  partner_name: item.partnerName,
  environment: item.environment,
  status: item.status,
  amount_cents: item.amountCents,
  currency: item.currency as 'USD' | null,
  since: isoTime(item.since),
  actions: queueItemActions(name, item),
})

const queueGroupView = (name: QueueGroupName, { count, items }: QueueGroup) => ({
  count,
  items: items.map((item) => queueItemView(name, item)),
})

export const queuePageQuery = {
  ...pageQuery,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      default: QUEUE_LISTED_MAX,
      description: `Page size. Default ${QUEUE_LISTED_MAX}. Values above ${QUEUE_LISTED_MAX} return ${QUEUE_LISTED_MAX}.`,
    }),
  ),
}

export const QueueGroupPage = Named(
  'QueueGroupPage',
  { ...groupFields(`A page of items, at most ${QUEUE_LISTED_MAX}.`), ...pageFields },
  'Items of one group, live before sandbox.',
)

export const queueGroupPage = (
  name: QueueGroupName,
  { count, rows, nextCursor, hasMore }: Page<QueueItem> & { count: number },
): Static<typeof QueueGroupPage> => ({
  ...queueGroupView(name, { count, items: rows }),
  next_cursor: nextCursor,
  has_more: hasMore,
})

export const queueView = (groups: Record<QueueGroupName, QueueGroup>): Static<typeof QueueView> =>
  Object.fromEntries(QUEUE_GROUP_NAMES.map((name) => [name, queueGroupView(name, groups[name])])) as Static<
    typeof QueueView
  >

// ---------------------------------------------------------------- the search

export const HitView = Named('SearchHit', {
  kind: OneOf(FOUND_KINDS),
  id: Type.String(),
  title: Type.String(),
  subtitle: Type.String(),
  environment: Nullable(EnvironmentName()),
  part_of: Nullable(
    Type.String({
      description:
        'ID of the related record: the partner of a key or payout, the order of a checkout, the event of a delivery.',
    }),
  ),
  at: Timestamp('When the record was created.'),
})

export const hitView = ({ partOf, ...hit }: Hit): Static<typeof HitView> => ({
  ...hit,
  part_of: partOf,
  at: isoTime(hit.at),
})

// ---------------------------------------------------------------- the overview

const Counts = () => Strict({ live: Type.Integer({ minimum: 0 }), sandbox: Type.Integer({ minimum: 0 }) })
const SalesView = Type.Array(
  Named('SalesDay', {
    date: Type.String({ format: 'date' }),
    currency: CurrencyCode(),
    orders: Type.Integer({ minimum: 0 }),
    gross_cents: SumCents('Total price of the orders of the day, including refunded ones.'),
    refunded_cents: SumCents('Total price of the orders refunded or canceled on the day.'),
  }),
  { description: 'UTC days, oldest first. Days without sales are omitted.' },
)

export const OverviewView = Named('OperatorOverview', {
  from: Type.String({ format: 'date', description: 'First day of the range.' }),
  to: Type.String({ format: 'date', description: 'First day after the range.' }),
  sales: Strict({ live: SalesView, sandbox: SalesView }),
  listings: Counts(),
  partners: Strict({ pending: Type.Integer(), approved: Type.Integer(), suspended: Type.Integer() }),
  open_cases: Counts(),
  ledger_check: Nullable(
    Strict({ checked_at: Timestamp(), ok: Type.Boolean(), findings: Type.Integer({ minimum: 0 }) }),
  ),
})

const formatDate = (at: Date): string => isoTime(at).slice(0, 10)

const salesView = (days: readonly SalesDay[], environment: Environment): Static<typeof SalesView> =>
  days
    .filter((day) => day.environment === environment)
    .map((day) => ({
      date: formatDate(day.day),
      currency: day.currency as 'USD',
      orders: day.orders,
      gross_cents: day.grossCents,
      refunded_cents: day.refundedCents,
    }))

export const overviewView = (overview: Overview): Static<typeof OverviewView> => {
  const { ledgerCheck } = overview
  const [sandbox, live] = ENVIRONMENTS.map((environment) => salesView(overview.sales, environment))
  return {
    from: formatDate(overview.from),
    to: formatDate(overview.to),
    sales: { live: live!, sandbox: sandbox! },
    listings: overview.listings,
    partners: overview.partners,
    open_cases: overview.openCases,
    ledger_check: ledgerCheck
      ? { checked_at: isoTime(ledgerCheck.at), ok: ledgerCheck.findings === 0, findings: ledgerCheck.findings }
      : null,
  }
}

// ---------------------------------------------------------------- the audit log

export const AuditView = Named('AuditRow', {
  audit_id: IdText('aud_'),
  at: Timestamp(),
  actor: Type.String({
    description:
      'Who acted: `token:` with the operator token name, `user:` with the email address, `job:` or `command:`.',
  }),
  route: Type.String(),
  method: Type.String(),
  path: Type.String(),
  status: Type.Integer(),
  request_id: IdText('req_'),
  input: Type.Unknown({ description: 'The request body or the change made. Secrets are redacted.' }),
  reason: Nullable(
    Type.String({ description: 'Why it failed: an error code, `wrong_password`, `interrupted` and so on.' }),
  ),
})

export const auditView = (row: AuditRow) => ({
  audit_id: row.id,
  at: isoTime(row.at),
  actor: row.actor,
  route: row.route,
  method: row.method,
  path: row.path,
  status: row.status,
  request_id: row.requestId,
  input: row.input,
  reason: row.reason,
})
