// SQL of the ledger: journals go in, balances come out; nothing is ever changed.
import { type Db, sql, type Tx } from '../../db/sql.ts'
import type { Environment, Owner } from '../../kernel/owner.ts'
import type { Journal } from './rules.ts'

export async function insertJournal(tx: Tx, owner: Owner, journal: Journal, at: Date): Promise<void> {
  const { key, kind, currency, entries } = journal
  await tx.run(sql`
    select post_journal(${key}, ${owner.environment}, ${owner.partnerId}, ${kind}, ${at}, ${currency},
      ${entries.map(({ account }) => account)}::text[], ${entries.map(({ subject }) => subject)}::text[],
      ${entries.map(({ amountCents }) => amountCents)}::bigint[])`)
}

export type Balance = { account: string; subject: string; currency: string; cents: number }

export const balancesOf = (db: Db, environment: Environment): Promise<Balance[]> =>
  db.many<Balance>(sql`
    select account, subject, currency, sum(amount_cents)::bigint as cents from ledger_entries
    where environment = ${environment} group by account, subject, currency having sum(amount_cents) <> 0`)

export type Finding = {
  invariant: string
  environment: string
  subject: string
  currency: string
  expected: number
  found: number
}

/** How the periodic check ended last. */
export type CheckOutcome = { at: Date; findings: number }

export async function saveCheck(db: Db, { at, findings }: CheckOutcome): Promise<void> {
  await db.run(sql`
    insert into service_state (key, value) values ('ledger_check', ${JSON.stringify({ at, findings })}::jsonb)
    on conflict (key) do update set value = excluded.value`)
}

export const lastCheck = (db: Db): Promise<CheckOutcome | undefined> =>
  db.one<CheckOutcome>(sql`
    select (value ->> 'at')::timestamptz as at, (value ->> 'findings')::int as findings from service_state
    where key = 'ledger_check'`)
