// SQL of brokerage cases and their timelines.
import { afterLast, inOrder, type Keyset } from '../../db/keyset.ts'
import { type Db, joinConditions, sql, type Tx } from '../../db/sql.ts'
import type { Id } from '../../kernel/ids.ts'
import type { Environment, Owner } from '../../kernel/owner.ts'
import { type Asker, type CaseStatus, IDLE_STATUSES, type Tier } from './rules.ts'

export type TimelineLine = { at: Date; status: CaseStatus; actor: string; message: string }

export type BrokerageCase = Owner & {
  id: Id<'brokerageCase'>
  domain: string
  domainUnicode: string
  tier: Tier
  status: CaseStatus
  buyerEmail: string
  budgetCents: number
  currency: string
  notes: string | null
  partnerCommissionBps: number
  feeBps: number
  dealPriceCents: number | null
  feeCents: number | null
  partnerCommissionCents: number | null
  completedAt: Date | null
  closedAt: Date | null
  createdAt: Date
  updatedAt: Date
  /** The normalized email address of a visitor who opened the case; null for a partner's case. */
  visitorEmail: string | null
}

/** Fails on a unique index when the same asker has an open case for the domain: that is the answer. */
export async function insertCase(tx: Tx, one: BrokerageCase, network: string | null): Promise<void> {
  await tx.run(sql`
    insert into brokerage_cases (id, partner_id, environment, domain, domain_unicode, tier, status, buyer_email, budget_cents,
                                 currency, notes, partner_commission_bps, fee_bps, created_at, updated_at, visitor_email,
                                 visitor_network)
    values (${one.id}, ${one.partnerId}, ${one.environment}, ${one.domain}, ${one.domainUnicode}, ${one.tier}, ${one.status},
            ${one.buyerEmail}, ${one.budgetCents}, ${one.currency}, ${one.notes}, ${one.partnerCommissionBps}, ${one.feeBps},
            ${one.createdAt}, ${one.updatedAt}, ${one.visitorEmail}, ${network})`)
}

export async function updateCase(tx: Tx, one: BrokerageCase): Promise<void> {
  await tx.run(sql`
    update brokerage_cases set status = ${one.status}, deal_price_cents = ${one.dealPriceCents}, fee_cents = ${one.feeCents},
      partner_commission_cents = ${one.partnerCommissionCents}, completed_at = ${one.completedAt}, closed_at = ${one.closedAt},
      updated_at = ${one.updatedAt}, visitor_network = case when ${one.closedAt}::timestamptz is null then visitor_network end
    where id = ${one.id}`)
}

export async function addLine(tx: Tx, caseId: string, line: TimelineLine): Promise<void> {
  await tx.run(sql`
    insert into brokerage_timeline (case_id, line, at, status, actor, message)
    select ${caseId}, coalesce(max(line), 0) + 1, ${line.at}::timestamptz, ${line.status}, ${line.actor}, ${line.message}
    from brokerage_timeline where case_id = ${caseId}`)
}

export const listTimeline = (db: Db, caseId: string): Promise<TimelineLine[]> =>
  db.many<TimelineLine>(sql`
    select at, status, actor, message from brokerage_timeline where case_id = ${caseId} order by line`)

/** Null stands for the operator, and for the page, which has its own proof. */
const owned = (owner: Owner | null) =>
  owner === null ? sql`true` : sql`c.partner_id = ${owner.partnerId} and c.environment = ${owner.environment}`

export const findCase = (db: Db, owner: Owner | null, id: string): Promise<BrokerageCase | undefined> =>
  db.one<BrokerageCase>(sql`select c.* from brokerage_cases c where c.id = ${id} and ${owned(owner)}`)

export const lockCase = (
  tx: Tx,
  owner: Owner | null,
  id: string,
): Promise<(BrokerageCase & { offsetSeconds: number }) | undefined> =>
  tx.one(sql`
    select c.*, clock_offset(c.environment, p.sandbox_offset_seconds) as offset_seconds
    from brokerage_cases c join partners p on p.id = c.partner_id
    where c.id = ${id} and ${owned(owner)} for update of c`)

/** A visitor's case counts for that visitor alone; a partner's case counts for everybody. */
export async function isInOpenCase(db: Db, environment: Environment, domain: string, asker: Asker): Promise<boolean> {
  const email = asker.kind === 'visitor' ? asker.email : null
  const row = await db.one(sql`
    select 1 as one from brokerage_cases
    where environment = ${environment} and domain = ${domain} and closed_at is null
      and (visitor_email is null or visitor_email = ${email}) limit 1`)
  return row !== undefined
}

/** Visitors of one network open their cases one after another, so that the count is true until the transaction ends. */
export async function countOpenByNetwork(tx: Tx, network: string): Promise<number> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`brokerage network ${network}`}, 0))`)
  const row = await tx.one<{ count: number }>(sql`
    select count(*) as count from brokerage_cases where visitor_network = ${network} and closed_at is null`)
  return row?.count ?? 0
}

/** Cases that nobody has touched for too long, on the clock of their partner: of one owner, or of all. */
export const lockIdleCases = (
  tx: Tx,
  owner: Owner | null,
  real: Date,
  idle: { visitorSeconds: number; seconds: number },
  limit: number,
): Promise<{ id: string; seconds: number }[]> =>
  tx.many(sql`
    select c.id, i.seconds
    from brokerage_cases c join partners p on p.id = c.partner_id,
         lateral (select case when c.visitor_email is not null and c.status = 'opened' then ${idle.visitorSeconds}::int
                              else ${idle.seconds}::int end as seconds,
                         clock_offset(c.environment, p.sandbox_offset_seconds) as offset_seconds) i
    where c.status = any(${IDLE_STATUSES})
      and c.updated_at <= ${real}::timestamptz + make_interval(secs => i.offset_seconds - i.seconds)
      and ${owned(owner)}
    order by c.id limit ${limit} for update of c skip locked`)

export type CaseFilter = {
  owner: Owner | null
  partnerId?: string | undefined
  environment?: Environment | undefined
  domain?: string | undefined
  statuses: readonly CaseStatus[] | undefined
  from?: Date | undefined
  to?: Date | undefined
}

const matching = (filter: CaseFilter) =>
  joinConditions([
    owned(filter.owner),
    filter.partnerId !== undefined && sql`c.partner_id = ${filter.partnerId}`,
    filter.environment !== undefined && sql`c.environment = ${filter.environment}`,
    filter.domain !== undefined && sql`c.domain = ${filter.domain}`,
    filter.statuses !== undefined && sql`c.status = any(${filter.statuses})`,
    filter.from !== undefined && sql`c.created_at >= ${filter.from}`,
    filter.to !== undefined && sql`c.created_at < ${filter.to}`,
  ])

export const CASE_SORTS = ['created', 'updated'] as const
export type CaseSort = (typeof CASE_SORTS)[number]
const SORTED = { created: null, updated: { column: sql`c.updated_at` } }

export const listCases = (
  db: Db,
  filter: CaseFilter,
  keyset: Keyset<CaseSort>,
  limit: number,
): Promise<BrokerageCase[]> =>
  db.many<BrokerageCase>(sql`
    select c.* from brokerage_cases c
    where ${joinConditions([matching(filter), afterLast(keyset, SORTED, sql`c.id`)])}
    order by ${inOrder(keyset, SORTED, sql`c.id`)} limit ${limit}`)

export type CurrencyTotals = {
  currency: string
  open: number
  completed: number
  dealCents: number
  commissionCents: number
}

/** Over the whole filter, per currency. */
export const listTotals = (db: Db, filter: CaseFilter): Promise<CurrencyTotals[]> =>
  db.many<CurrencyTotals>(sql`
    select c.currency, count(*) filter (where c.closed_at is null)::bigint as open,
           count(*) filter (where c.status = 'completed')::bigint as completed,
           coalesce(sum(c.deal_price_cents), 0)::bigint as deal_cents,
           coalesce(sum(c.partner_commission_cents), 0)::bigint as commission_cents
    from brokerage_cases c where ${matching(filter)} group by c.currency order by c.currency`)

/** The cases that a visitor opened with this address, the newest first. */
export const listVisitorCases = (db: Db, email: string): Promise<BrokerageCase[]> =>
  db.many<BrokerageCase>(sql`select * from brokerage_cases where visitor_email = ${email} order by id desc limit 1000`)

export async function pseudonymizeVisitor(tx: Tx, email: string, pseudonym: string): Promise<void> {
  await tx.run(sql`
    update brokerage_cases set visitor_email = ${pseudonym}, buyer_email = ${pseudonym}, notes = null
    where visitor_email = ${email}`)
}

/** Of a sandbox that is reset. */
export async function clearCases(tx: Tx, { partnerId, environment }: Owner): Promise<void> {
  const own = sql`partner_id = ${partnerId} and environment = ${environment}`
  await tx.run(sql`delete from brokerage_timeline where case_id in (select id from brokerage_cases where ${own})`)
  await tx.run(sql`delete from brokerage_cases where ${own}`)
}
