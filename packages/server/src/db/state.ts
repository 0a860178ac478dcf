// Facts about this installation, each under its key in service_state. Which key means what is its user's business.
import { type Db, sql, type Tx } from './sql.ts'

export const readState = async <Value>(db: Db, key: string): Promise<Value | undefined> =>
  (await db.one<{ value: Value }>(sql`select value from service_state where key = ${key}`))?.value

export async function writeState(db: Db, key: string, value: unknown): Promise<void> {
  await db.run(sql`
    insert into service_state (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
    on conflict (key) do update set value = excluded.value`)
}

/** The first value stays: answers it, whoever wrote it. */
export async function keepState<Value>(db: Db, key: string, value: Value): Promise<Value> {
  const row = await db.one<{ value: Value }>(sql`
    insert into service_state as s (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
    on conflict (key) do update set value = s.value returning s.value`)
  return row?.value ?? value
}

/** True when the value was another one before, or none. */
export async function changeState(tx: Tx, key: string, value: unknown): Promise<boolean> {
  const row = await tx.one<{ key: string }>(sql`
    insert into service_state as s (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
    on conflict (key) do update set value = excluded.value where s.value <> excluded.value returning s.key`)
  return row !== undefined
}

/** A text that only grows: a lower one changes nothing. */
export async function raiseState(db: Db, key: string, value: string): Promise<void> {
  await db.run(sql`
    insert into service_state as s (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
    on conflict (key) do update set value = excluded.value
    where (s.value #>> '{}') collate "C" < (excluded.value #>> '{}') collate "C"`)
}

/** Until the transaction ends nobody else changes a fact. */
export async function lockState(tx: Tx): Promise<void> {
  await tx.run(sql`lock table service_state in exclusive mode`)
}
