// SQL of the users who are operators.
import { type Db, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { OperatorRole } from '../../../kernel/operator-roles.ts'

export type Operator = {
  id: Id<'user'>
  email: string
  operatorRole: OperatorRole
  createdAt: Date
  /** Of their sessions that have not ended; null: none. */
  lastSeenAt: Date | null
}

export const listOperators = (db: Db): Promise<Operator[]> =>
  db.many<Operator>(sql`
    select id, email, operator_role, created_at,
           (select max(last_used_at) from sessions s where s.user_id = u.id) as last_seen_at
    from users u where operator_role is not null order by id`)

/**
 * All admins, locked in one order. Two admins who demote each other wait for each other here, and the second one reads the role
 * that the first one left.
 */
export const lockAdmins = (tx: Tx): Promise<{ id: string }[]> =>
  tx.many(sql`select id from users where operator_role = 'admin' order by id for update`)

export const lockUserRole = (
  tx: Tx,
  userId: string,
): Promise<{ email: string; operatorRole: OperatorRole | null } | undefined> =>
  tx.one(sql`select email, operator_role from users where id = ${userId} for update`)

export async function setOperatorRole(tx: Tx, userId: string, role: OperatorRole | null, now: Date): Promise<void> {
  await tx.run(sql`update users set operator_role = ${role}, updated_at = ${now} where id = ${userId}`)
}
