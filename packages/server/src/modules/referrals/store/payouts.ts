// SQL that reads the payouts of referral commission; settlement makes and moves them.
import { type Db, joinConditions, sql } from '../../../db/sql.ts'
import type { Owner } from '../../../kernel/owner.ts'

export type PayoutRow = {
  id: string
  amountCents: number
  currency: string
  status: 'pending' | 'in_transit' | 'paid' | 'failed'
  reference: string | null
  periodStart: Date
  periodEnd: Date
  createdAt: Date
  paidAt: Date | null
}

const owned = (owner: Owner) =>
  sql`partner_id = ${owner.partnerId} and environment = ${owner.environment} and kind = 'referral'`

export const listPayouts = (
  db: Db,
  owner: Owner,
  page: { before: string | undefined; limit: number },
): Promise<PayoutRow[]> =>
  db.many<PayoutRow>(sql`
    select id, amount_cents, currency, status, reference, period_start, period_end, created_at, paid_at from payouts
    where ${joinConditions([owned(owner), page.before !== undefined && sql`id < ${page.before}`])}
    order by id desc limit ${page.limit}`)

export type TotalPaid = { currency: string; amountCents: number }

export const totalPaid = (db: Db, owner: Owner): Promise<TotalPaid[]> =>
  db.many<TotalPaid>(sql`
    select currency, sum(amount_cents)::bigint as amount_cents from payouts
    where ${owned(owner)} and status = 'paid' group by currency order by currency`)
