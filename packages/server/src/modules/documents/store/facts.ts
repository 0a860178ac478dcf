// SQL of what documents are made from: the order, the parties, and earlier documents of the same order.
import { type Db, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Environment } from '../../../kernel/owner.ts'
import type { BuyerFacts, Content } from '../rules/content.ts'
import type { DocumentKind } from '../rules/numbers.ts'

export type OrderFacts = {
  partnerId: Id<'partner'>
  environment: Environment
  domain: string
  domainUnicode: string
  priceCents: number
  currency: string
  buyer: BuyerFacts
  partnerName: string
  createdAt: Date
}

export const findOrderFacts = (tx: Tx, orderId: string): Promise<OrderFacts | undefined> =>
  tx.one<OrderFacts>(sql`
    select o.partner_id, o.environment, o.domain, o.domain_unicode, o.sale_price_cents as price_cents, o.currency, o.buyer,
           p.name as partner_name, o.created_at
    from orders o join partners p on p.id = o.partner_id where o.id = ${orderId} and o.payment_model = 'service_collected'`)

export async function findPartnerName(tx: Tx, partnerId: string): Promise<string> {
  const row = await tx.one<{ name: string }>(sql`select name from partners where id = ${partnerId}`)
  return row?.name ?? ''
}

export type SaleDocument = {
  kind: DocumentKind
  environment: Environment
  series: string
  year: number
  number: number
  content: Content
  creditedCents: number
}

/** The receipt or invoice of an order, and what credit notes gave back of it. */
export const findSaleDocument = (tx: Tx, orderId: string): Promise<SaleDocument | undefined> =>
  tx.one<SaleDocument>(sql`
    select d.kind, d.environment, d.series, d.year, d.number, d.content,
           (select coalesce(sum(c.gross_cents), 0)::bigint from documents c
            where c.order_id = d.order_id and c.kind = 'credit_note') as credited_cents
    from documents d where d.order_id = ${orderId} and d.kind in ('receipt', 'invoice')`)

/** The receipt or invoice of a registration or renewal, which has one credit note at most. */
export const findPurchaseDocument = (
  tx: Tx,
  purchaseId: string,
): Promise<Omit<SaleDocument, 'creditedCents'> | undefined> =>
  tx.one(sql`
    select kind, environment, series, year, number, content from documents
    where purchase_id = ${purchaseId} and kind in ('receipt', 'invoice')`)

export type Undocumented = {
  orderId: Id<'order'>
  partnerId: Id<'partner'>
  environment: Environment
  currency: string
  priceCents: number
  addedTaxCents: number
  buyer: BuyerFacts
  createdAt: Date
  reversedAt: Date | null
  hasSaleDocument: boolean
}

const MISSING = sql`
  select o.id as order_id, o.partner_id, o.environment, o.currency, o.sale_price_cents as price_cents, o.added_tax_cents, o.buyer, o.created_at,
         o.reversed_at,
         exists (select from documents d where d.order_id = o.id and d.kind <> 'credit_note') as has_sale_document
  from orders o
  where o.payment_model = 'service_collected'
    and (not exists (select from documents d where d.order_id = o.id and d.kind <> 'credit_note')
         or o.reversed_at is not null and not exists (select from documents d where d.order_id = o.id and d.kind = 'credit_note'))`

/** Orders since `from` whose receipt or credit note is missing. */
export const listUndocumented = (db: Db, from: string, limit: number): Promise<Undocumented[]> =>
  db.many<Undocumented>(sql`${MISSING} and o.id > ${from} order by o.id limit ${limit}`)

/** Undefined when the order has its documents by now. */
export async function lockUndocumented(tx: Tx, orderId: string): Promise<Undocumented | undefined> {
  await tx.run(sql`select from orders where id = ${orderId} for update`)
  return tx.one<Undocumented>(sql`${MISSING} and o.id = ${orderId}`)
}

export type StatementLineRow = {
  domain: string
  orderId: string
  paymentModel: string
  salePriceCents: number
  commissionCents: number
  amountOwedCents: number
}

/** Orders on a closed statement, which never change. */
export const listStatementLines = (db: Db, settlementId: string, limit: number): Promise<StatementLineRow[]> =>
  db.many<StatementLineRow>(sql`
    select domain, order_id, payment_model, sale_price_cents, commission_cents, amount_owed_cents
    from settlement_lines where settlement_id = ${settlementId} order by line limit ${limit}`)
