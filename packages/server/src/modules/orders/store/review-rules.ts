// SQL of the manual-review rules. The database itself reads them as it records a sale.
import { type Db, sql, type Tx } from '../../../db/sql.ts'
import { randomToken } from '../../../kernel/secret-box.ts'
import type { ReviewKind } from '../rules/review.ts'

export type ReviewRule = { id: string; kind: ReviewKind; value: string; createdAt: Date }

export const listRules = (db: Db): Promise<ReviewRule[]> =>
  db.many<ReviewRule>(sql`select * from review_rules order by kind, value`)

/** The threshold is one row that is replaced; of the other kinds, a rule that stands already gives undefined. */
export const putRule = (tx: Tx, kind: ReviewKind, value: string, now: Date): Promise<ReviewRule | undefined> => {
  const id = randomToken('rule_', 8)
  return tx.one<ReviewRule>(
    kind === 'min_amount'
      ? sql`insert into review_rules (id, kind, value, created_at) values (${id}, ${kind}, ${value}, ${now})
            on conflict (kind) where kind = 'min_amount' do update set value = excluded.value, created_at = excluded.created_at
            returning *`
      : sql`insert into review_rules (id, kind, value, created_at) values (${id}, ${kind}, ${value}, ${now})
            on conflict (kind, value) do nothing returning *`,
  )
}

export const removeRule = (tx: Tx, id: string): Promise<ReviewRule | undefined> =>
  tx.one<ReviewRule>(sql`delete from review_rules where id = ${id} returning *`)
