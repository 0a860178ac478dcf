// SQL of documents: issuing them under the next number, and reading them.
import { afterLast, inOrder, type Keyset } from '../../../db/keyset.ts'
import { type Db, inEnvironment, joinConditions, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Environment, Owner } from '../../../kernel/owner.ts'
import type { Content } from '../rules/content.ts'
import { type DocumentKind, getScope, getSeries } from '../rules/numbers.ts'

export type Document = {
  id: Id<'document'>
  environment: Environment
  partnerId: Id<'partner'>
  kind: DocumentKind
  series: string
  year: number
  number: number
  orderId: Id<'order'> | null
  settlementId: Id<'settlement'> | null
  sellerId: Id<'user'> | null
  purchaseId: Id<'purchase'> | null
  /** The account that paid for a registration or renewal. */
  userId: Id<'user'> | null
  currency: string
  netCents: number
  taxCents: number
  grossCents: number
  content: Content
  issuedAt: Date
}

export type NewDocument = Pick<Document, 'id' | 'kind' | 'currency' | 'content' | 'issuedAt'> & {
  owner: Owner
  journal: string
  /** What it is about. */
  subject:
    | { orderId: Id<'order'> }
    | { settlementId: Id<'settlement'> }
    | { sellerId: Id<'user'> }
    | { purchaseId: Id<'purchase'>; userId: Id<'user'> }
}

/**
 * The next number and the document in one statement. The counter stays locked until the transaction ends: sales of one series commit one
 * after the other, and a rollback takes the number back.
 */
export async function insertDocument(tx: Tx, document: NewDocument): Promise<void> {
  const { owner, kind, content, issuedAt } = document
  const none = { orderId: null, settlementId: null, sellerId: null, purchaseId: null, userId: null }
  const subject = { ...none, ...document.subject }
  const { net_cents: netCents, tax_cents: taxCents, gross_cents: grossCents } = content.totals
  await tx.run(sql`
    with counted as (
      insert into document_counters as c (environment, scope, series, year, last)
      values (${owner.environment}, ${getScope(owner)}, ${getSeries(kind)}, ${issuedAt.getUTCFullYear()}, 1)
      on conflict (environment, scope, series, year) do update set last = c.last + 1
      returning environment, scope, series, year, last
    )
    insert into documents (id, environment, scope, partner_id, kind, series, year, number, journal, order_id, settlement_id,
                           seller_id, purchase_id, user_id, currency, net_cents, tax_cents, gross_cents, content, issued_at)
    select ${document.id}, environment, scope, ${owner.partnerId}, ${kind}, series, year, last, ${document.journal},
           ${subject.orderId}, ${subject.settlementId}, ${subject.sellerId}, ${subject.purchaseId}, ${subject.userId},
           ${document.currency}, ${netCents}, ${taxCents}, ${grossCents},
           ${JSON.stringify(content)}::json, ${issuedAt}
    from counted`)
}

const COLUMNS = sql`id, environment, partner_id, kind, series, year, number, order_id, settlement_id, seller_id, purchase_id, user_id,
  currency, net_cents, tax_cents, gross_cents, content, issued_at`

const owned = (owner: Owner | null) =>
  owner !== null && sql`partner_id = ${owner.partnerId} and environment = ${owner.environment}`

/** Null stands for the operator, who sees every document. */
export const findDocument = (db: Db, owner: Owner | null, id: string): Promise<Document | undefined> =>
  db.one<Document>(sql`select ${COLUMNS} from documents where ${joinConditions([sql`id = ${id}`, owned(owner)])}`)

/** The documents of an order, oldest first. */
export const listOrderDocuments = (db: Db, orderId: string): Promise<Document[]> =>
  db.many<Document>(sql`select ${COLUMNS} from documents where order_id = ${orderId} order by id`)

export const listDocumentsOfOrders = (db: Db, orderIds: readonly string[]): Promise<Document[]> =>
  db.many<Document>(sql`select ${COLUMNS} from documents where order_id = any(${orderIds}) order by id`)

/** The documents of registrations and renewals, oldest first. */
export const listPurchaseDocuments = (db: Db, purchaseIds: readonly string[]): Promise<Document[]> =>
  db.many<Document>(sql`select ${COLUMNS} from documents where purchase_id = any(${purchaseIds}) order by id`)

export const findStatementDocument = (db: Db, settlementId: string): Promise<Document | undefined> =>
  db.one<Document>(sql`select ${COLUMNS} from documents where settlement_id = ${settlementId}`)

/** The seller's statement before the next one. Numbers follow the order of issue; IDs follow the clock, which may be set back. */
export const findLastSellerStatement = (
  db: Db,
  sellerId: string,
  currency: string,
): Promise<{ grossCents: number } | undefined> =>
  db.one(sql`
    select gross_cents from documents where seller_id = ${sellerId} and currency = ${currency}
    order by year desc, number desc limit 1`)

export type DocumentFilter = {
  sellerId?: string | undefined
  purchaseId?: string | undefined
  userId?: string | undefined
  owner: Owner | null
  partnerId?: string | undefined
  environment?: Environment | undefined
  kinds?: readonly DocumentKind[] | undefined
  orderId?: string | undefined
  settlementId?: string | undefined
  place?: { environment: Environment; series: string; year: number; number: number } | undefined
  from?: Date | undefined
  to?: Date | undefined
}

const BY_AGE = { created: null }

export const listDocuments = (
  db: Db,
  filter: DocumentFilter,
  keyset: Keyset<'created'>,
  limit: number,
): Promise<Document[]> =>
  db.many<Document>(sql`
    select ${COLUMNS} from documents
    where ${joinConditions([
      owned(filter.owner),
      filter.partnerId !== undefined && sql`partner_id = ${filter.partnerId}`,
      filter.environment !== undefined && inEnvironment(sql`environment`, filter.environment),
      filter.kinds !== undefined && sql`kind = any(${filter.kinds}::text[])`,
      filter.sellerId !== undefined && sql`seller_id = ${filter.sellerId}`,
      filter.purchaseId !== undefined && sql`purchase_id = ${filter.purchaseId}`,
      filter.userId !== undefined && sql`user_id = ${filter.userId}`,
      filter.orderId !== undefined && sql`order_id = ${filter.orderId}`,
      filter.settlementId !== undefined && sql`settlement_id = ${filter.settlementId}`,
      filter.place !== undefined &&
        sql`environment = ${filter.place.environment} and series = ${filter.place.series} and year = ${filter.place.year} and number = ${filter.place.number}`,
      filter.from !== undefined && sql`issued_at >= ${filter.from}`,
      filter.to !== undefined && sql`issued_at < ${filter.to}`,
      afterLast(keyset, BY_AGE, sql`id`),
    ])}
    order by ${inOrder(keyset, BY_AGE, sql`id`)} limit ${limit}`)

/** Of a sandbox that is reset: its numbers start with 1 again. */
export async function clearDocuments(tx: Tx, owner: Owner): Promise<void> {
  await tx.run(sql`delete from documents where partner_id = ${owner.partnerId} and environment = ${owner.environment}`)
  await tx.run(
    sql`delete from document_counters where environment = ${owner.environment} and scope = ${getScope(owner)}`,
  )
}
