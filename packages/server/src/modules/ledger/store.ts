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

export type Posting = { owner: JournalOwner; journal: Journal; at: Date }

/** Several journals in one statement. */
export async function insertJournals(tx: Tx, postings: readonly Posting[]): Promise<void> {
  if (postings.length === 0) return
  const journals = postings.map(({ journal }) => journal)
  const owners = postings.map(({ owner }) => owner)
  await tx.run(sql`
    select post_journal(j.key, j.environment, j.partner_id, j.kind, j.at, j.currency,
      array(select e ->> 'account' from json_array_elements(j.entries::json) e),
      array(select e ->> 'subject' from json_array_elements(j.entries::json) e),
      array(select (e ->> 'amountCents')::bigint from json_array_elements(j.entries::json) e))
    from unnest(
      ${journals.map(({ key }) => key)}::text[], ${owners.map(({ environment }) => environment)}::text[],
      ${owners.map(({ partnerId }) => partnerId)}::text[], ${journals.map(({ kind }) => kind)}::text[],
      ${postings.map(({ at }) => at)}::timestamptz[], ${journals.map(({ currency }) => currency)}::text[],
      ${journals.map(({ entries }) => JSON.stringify(entries))}::text[]
    ) as j(key, environment, partner_id, kind, at, currency, entries)`)
}

export type Balance = { account: string; subject: string; currency: string; cents: number }

export const listBalances = (db: Db, environment: Environment): Promise<Balance[]> =>
  db.many<Balance>(sql`
    select account, subject, currency, sum(amount_cents)::bigint as cents from ledger_entries
    where environment = ${environment} group by account, subject, currency having sum(amount_cents) <> 0`)
