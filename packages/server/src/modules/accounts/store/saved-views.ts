// SQL of saved views.
import { type Db, sql, type Tx } from '../../../db/sql.ts'

export type SavedView = { list: string; name: string; search: string; hiddenColumns: string[]; createdAt: Date }

export const listViews = (db: Db, userId: string): Promise<SavedView[]> =>
  db.many<SavedView>(sql`
    select list, name, search, hidden_columns, created_at from saved_views where user_id = ${userId} order by list, name`)

/** Replaces the view of the same list and name. */
export async function saveView(tx: Tx, userId: string, view: SavedView): Promise<void> {
  await tx.run(sql`
    insert into saved_views (user_id, list, name, search, hidden_columns, created_at)
    values (${userId}, ${view.list}, ${view.name}, ${view.search}, ${view.hiddenColumns}, ${view.createdAt})
    on conflict (user_id, list, name) do update set search = excluded.search, hidden_columns = excluded.hidden_columns`)
}

export const deleteView = (tx: Tx, userId: string, list: string, name: string): Promise<number> =>
  tx.run(sql`delete from saved_views where user_id = ${userId} and list = ${list} and name = ${name}`)
