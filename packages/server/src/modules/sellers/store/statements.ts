// SQL of sellers' statements: movements of the payable balance that are on none yet.
import { type Db, sql, type Tx } from '../../../db/sql.ts'

export type Movement = {
  journal: string
  kind: string
  cents: number
  orderId: string | null
  domain: string | null
  domainUnicode: string | null
  at: Date
}

/** Oldest first. The caller holds the seller. The account is a liability, so what is owed is below zero. */
export const listMovements = (tx: Tx, sellerId: string, currency: string): Promise<Movement[]> =>
  tx.many<Movement>(sql`
    select e.journal, j.kind, -e.amount_cents as cents, o.id as order_id, o.domain, o.domain_unicode, j.at
    from ledger_entries e join ledger_journals j on j.key = e.journal
      left join orders o on o.id = split_part(e.journal, ':', 1)
    where e.environment = 'live' and e.account = 'proceeds_payable' and e.subject = ${sellerId} and e.currency = ${currency}
      and not exists (select from seller_statement_lines l where l.journal = e.journal)
    order by j.at, e.journal`)

export async function insertLines(
  tx: Tx,
  statement: { documentId: string; sellerId: string; currency: string },
  journals: readonly string[],
): Promise<void> {
  await tx.run(sql`
    insert into seller_statement_lines (journal, seller_id, currency, document_id)
    select j, ${statement.sellerId}, ${statement.currency}, ${statement.documentId} from unnest(${journals}::text[]) as j`)
}

/** Sellers with movements before `end` that are on no statement. */
export const listUnstated = (db: Db, end: Date): Promise<{ sellerId: string; currency: string }[]> =>
  db.many(sql`
    select distinct e.subject as seller_id, e.currency
    from ledger_entries e join ledger_journals j on j.key = e.journal
    where e.environment = 'live' and e.account = 'proceeds_payable' and j.at < ${end}
      and not exists (select from seller_statement_lines l where l.journal = e.journal)
    order by 1, 2`)
