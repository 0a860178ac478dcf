// SQL of the workplaces' pages: whether there is a record to show.
import { type Db, type Sql, sql } from '../../../db/sql.ts'

const isThere = async (db: Db, question: Sql): Promise<boolean> =>
  (await db.one(sql`select 1 as one where exists (${question})`)) !== undefined

export const hasMessage = (db: Db, id: string): Promise<boolean> =>
  isThere(db, sql`select from mail_messages where id = ${id}`)

/** In either spelling. */
export const hasTld = (db: Db, tld: string): Promise<boolean> =>
  isThere(db, sql`select from tlds where tld = ${tld} or tld_unicode = ${tld}`)

export const hasOrderRun = (db: Db, id: string): Promise<boolean> =>
  isThere(db, sql`select from order_runs where id = ${id}`)

export const hasPurchase = (db: Db, userId: string, id: string): Promise<boolean> =>
  isThere(db, sql`select from purchases where account_id = ${userId} and order_id = ${id}`)

export const hasDispute = (db: Db, id: string): Promise<boolean> =>
  isThere(db, sql`select from disputes where id = ${id}`)

export const hasSeller = (db: Db, userId: string): Promise<boolean> =>
  isThere(db, sql`select from sellers where user_id = ${userId}`)

export const hasOffer = (db: Db, id: string): Promise<boolean> => isThere(db, sql`select from offers where id = ${id}`)

export const hasOfferAs = (db: Db, role: 'buyer' | 'seller', userId: string, id: string): Promise<boolean> =>
  isThere(
    db,
    sql`select from offers where id = ${id} and ${role === 'buyer' ? sql`buyer_id` : sql`seller_id`} = ${userId}`,
  )

export const hasBulkRun = (db: Db, userId: string, id: string): Promise<boolean> =>
  isThere(db, sql`select from bulk_runs where user_id = ${userId} and id = ${id}`)

/** The tables of records that a partner's team sees, and their IDs. */
const OF_PARTNERS = {
  order: [sql`orders`, sql`r.id`],
  settlement: [sql`settlements`, sql`r.id`],
  brokerageCase: [sql`brokerage_cases`, sql`r.id`],
  request: [sql`request_log`, sql`r.request_id`],
  delivery: [sql`webhook_deliveries`, sql`r.id`],
  webhookEndpoint: [sql`webhook_receivers`, sql`r.id`],
  mail: [sql`mail_messages`, sql`r.id`],
} as const
export type PartnerRecord = keyof typeof OF_PARTNERS

/** Whether a partner of the person has the record. */
export function hasPartnerRecord(db: Db, userId: string, kind: PartnerRecord, id: string): Promise<boolean> {
  const [table, key] = OF_PARTNERS[kind]
  return isThere(
    db,
    sql`select from ${table} r join partner_members m on m.partner_id = r.partner_id
        where ${key} = ${id} and m.user_id = ${userId}`,
  )
}
