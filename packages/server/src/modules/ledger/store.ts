// SQL of the ledger: journals go in, balances come out; nothing is ever changed.
import { type Db, sql, type Tx } from '../../db/sql.ts'
import type { Environment, Owner } from '../../kernel/owner.ts'
import type { Journal } from './rules.ts'

export async function insertJournal(tx: Tx, owner: Owner, journal: Journal, at: Date): Promise<void> {
  const { entries } = journal
  await tx.run(sql`
    insert into ledger_journals (key, environment, partner_id, kind, at)
    values (${journal.key}, ${owner.environment}, ${owner.partnerId}, ${journal.kind}, ${at})`)
  await tx.run(sql`
    insert into ledger_entries (journal, line, environment, account, subject, currency, amount_cents)
    select ${journal.key}, e.line, ${owner.environment}, e.account, e.subject, ${journal.currency}, e.amount
    from unnest(${entries.map((_, index) => index + 1)}::int[], ${entries.map(({ account }) => account)}::text[],
                ${entries.map(({ subject }) => subject)}::text[], ${entries.map(({ amountCents }) => amountCents)}::bigint[])
      as e(line, account, subject, amount)`)
}

export type Balance = { account: string; subject: string; currency: string; cents: number }

export const balancesOf = (db: Db, environment: Environment): Promise<Balance[]> =>
  db.many<Balance>(sql`
    select account, subject, currency, sum(amount_cents)::bigint as cents from ledger_entries
    where environment = ${environment} group by account, subject, currency having sum(amount_cents) <> 0`)
