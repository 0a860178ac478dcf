// SQL of partners.
// Updates fire partners_note (modules/changes/note-change.sql), which writes record_changes.
import { afterLast, inOrder, type Keyset } from '../../../db/keyset.ts'
import { type Db, joinConditions, type Sql, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { PartnerFilterName } from '../rules.ts'

export type Partner = {
  id: Id<'partner'>
  name: string
  email: string
  merchantOfRecord: boolean
  /** May record sales in the sandbox although it is not merchant of record: a partner that a person started. */
  sandboxMerchantOfRecord: boolean
  affiliate: boolean
  commissionBps: number
  brokerageBps: number
  referralBps: number
  sandboxOffsetSeconds: number
  approvedAt: Date | null
  suspendedAt: Date | null
  /** When it applied for live access, and what it said; kept after the approval. */
  liveRequestedAt: Date | null
  liveRequestNote: string | null
  createdAt: Date
  updatedAt: Date
}

export const partnerColumns = sql`
  id, name, email, merchant_of_record, sandbox_merchant_of_record, affiliate, commission_bps, brokerage_bps, referral_bps,
  sandbox_offset_seconds, approved_at, suspended_at, live_requested_at, live_request_note, created_at, updated_at`

export async function insertPartner(tx: Tx, partner: Partner): Promise<void> {
  await tx.run(sql`
    insert into partners (id, name, email, merchant_of_record, sandbox_merchant_of_record, affiliate, commission_bps,
                          brokerage_bps, referral_bps, approved_at, created_at, updated_at)
    values (${partner.id}, ${partner.name}, ${partner.email}, ${partner.merchantOfRecord},
            ${partner.sandboxMerchantOfRecord}, ${partner.affiliate}, ${partner.commissionBps}, ${partner.brokerageBps}, ${partner.referralBps},
            ${partner.approvedAt}, ${partner.createdAt}, ${partner.updatedAt})`)
}

export const findPartner = (db: Db, id: string): Promise<Partner | undefined> =>
  db.one<Partner>(sql`select ${partnerColumns} from partners where id = ${id}`)

/** An expression for statements that read it on the way. */
export const sandboxOffset = (partnerId: Sql): Sql =>
  sql`(select sandbox_offset_seconds from partners where id = ${partnerId})`

export const lockPartner = (tx: Tx, id: string): Promise<Partner | undefined> =>
  tx.one<Partner>(sql`select ${partnerColumns} from partners where id = ${id} for update`)

export async function updatePartner(tx: Tx, partner: Partner): Promise<void> {
  await tx.run(sql`
    update partners set
      name = ${partner.name}, email = ${partner.email}, merchant_of_record = ${partner.merchantOfRecord},
      affiliate = ${partner.affiliate}, commission_bps = ${partner.commissionBps},
      brokerage_bps = ${partner.brokerageBps}, referral_bps = ${partner.referralBps},
      approved_at = ${partner.approvedAt}, suspended_at = ${partner.suspendedAt},
      live_requested_at = ${partner.liveRequestedAt}, live_request_note = ${partner.liveRequestNote},
      updated_at = ${partner.updatedAt}
    where id = ${partner.id}`)
}

const inStatus: Record<PartnerFilterName, ReturnType<typeof sql>> = {
  pending: sql`(suspended_at is null and approved_at is null)`,
  approved: sql`(suspended_at is null and approved_at is not null)`,
  suspended: sql`(suspended_at is not null)`,
  applied: sql`(suspended_at is null and approved_at is null and live_requested_at is not null)`,
}

export type PartnerFilter = {
  /** A part of the name or the email address, or the ID. */
  text?: string | undefined
  statuses?: readonly PartnerFilterName[] | undefined
  from?: Date | undefined
  to?: Date | undefined
}

/** `position` has no pattern characters to escape. */
const matchText = (text: string): Sql =>
  sql`(position(lower(${text}) in lower(name)) > 0 or position(lower(${text}) in lower(email)) > 0 or id = lower(${text}))`

export const PARTNER_SORTS = ['created', 'name'] as const

export type PartnerSort = (typeof PARTNER_SORTS)[number]

/** As the index on names has them. */
const SORTED = {
  created: null,
  name: { column: sql`lower(name) collate "C"`, wrap: (value: Sql) => sql`lower(${value}::text) collate "C"` },
}

export function listPartners(
  db: Db,
  filter: PartnerFilter,
  keyset: Keyset<PartnerSort>,
  limit: number,
): Promise<Partner[]> {
  const statuses = filter.statuses?.map((status) => inStatus[status]).reduce((all, next) => sql`${all} or ${next}`)
  return db.many<Partner>(sql`
    select ${partnerColumns} from partners
    where ${joinConditions([
      afterLast(keyset, SORTED, sql`id`),
      statuses && sql`(${statuses})`,
      filter.text !== undefined && matchText(filter.text),
      filter.from !== undefined && sql`created_at >= ${filter.from}`,
      filter.to !== undefined && sql`created_at < ${filter.to}`,
    ])}
    order by ${inOrder(keyset, SORTED, sql`id`)} limit ${limit}`)
}

/** The contact address of the partner moves to another owner when its person leaves. */
export async function replaceContact(tx: Tx, partnerId: string, from: string, to: string, now: Date): Promise<void> {
  await tx.run(sql`
    update partners set email = ${to}, updated_at = ${now} where id = ${partnerId} and lower(email) = ${from}`)
}

/** Moves a partner's sandbox clock and returns how far ahead it runs now. */
export async function advanceSandboxClock(tx: Tx, partnerId: string, seconds: number): Promise<number> {
  const row = await tx.one<{ offset: number }>(sql`
    update partners set sandbox_offset_seconds = sandbox_offset_seconds + ${seconds}
    where id = ${partnerId} returning sandbox_offset_seconds as offset`)
  return row?.offset ?? 0
}

export async function resetSandboxClock(tx: Tx, partnerId: string): Promise<void> {
  // New rows that refer to the partner wait until the transaction ends.
  await tx.run(sql`select from partners where id = ${partnerId} for update`)
  await tx.run(
    sql`update partners set sandbox_offset_seconds = 0, sandbox_resets = sandbox_resets + 1 where id = ${partnerId}`,
  )
}

/** Shows rows with their partners' names, which operators read in place of ids; one question for all of them. */
export async function withPartnerNames<Row extends { partnerId: string }, View>(
  db: Db,
  rows: readonly Row[],
  view: (row: Row, partnerName: string) => View,
): Promise<View[]> {
  const ids = [...new Set(rows.map(({ partnerId }) => partnerId))]
  const found = await db.many<{ id: string; name: string }>(
    sql`select id, name from partners where id = any(${ids}::text[])`,
  )
  const names = new Map(found.map(({ id, name }) => [id, name]))
  return rows.map((row) => view(row, names.get(row.partnerId) ?? ''))
}
