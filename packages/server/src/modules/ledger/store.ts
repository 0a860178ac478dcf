// SQL of the ledger: journals go in, balances come out; nothing is ever changed.
import { type Db, sql, type Tx } from '../../db/sql.ts'
import type { Environment, Owner } from '../../kernel/owner.ts'
import type { Journal } from './rules/journal.ts'

/** A journal of a seller's money has no partner. */
export type JournalOwner = Owner | { partnerId: null; environment: Environment }

export async function insertJournal(tx: Tx, owner: JournalOwner, journal: Journal, at: Date): Promise<void> {
  const { key, kind, currency, entries } = journal
  await tx.run(sql`
    select post_journal(${key}, ${owner.environment}, ${owner.partnerId}, ${kind}, ${at}, ${currency},
      ${entries.map(({ account }) => account)}::text[], ${entries.map(({ subject }) => subject)}::text[],
      ${entries.map(({ amountCents }) => amountCents)}::bigint[])`)
}

export type Balance = { account: string; subject: string; currency: string; cents: number }

export const listBalances = (db: Db, environment: Environment): Promise<Balance[]> =>
  db.many<Balance>(sql`
    select account, subject, currency, sum(amount_cents)::bigint as cents from ledger_entries
    where environment = ${environment} group by account, subject, currency having sum(amount_cents) <> 0`)
