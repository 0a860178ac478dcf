// SQL of reconciling: the orders behind many payment references, in one question.
import { type Db, sql } from '../../../db/sql.ts'
import type { Owner } from '../../../kernel/owner.ts'
import type { ReconciledOrder } from '../rules/reconciliation.ts'

/** In no order: sorting by id could tempt the planner to walk all of the partner's orders. */
export const listOrdersByReference = (
  db: Db,
  owner: Owner,
  references: readonly string[],
  limit: number,
): Promise<ReconciledOrder[]> =>
  db.many<ReconciledOrder>(sql`
    select o.id, o.external_payment_ref as reference, o.domain, o.sale_price_cents, o.currency, o.status
    from orders o
    where o.partner_id = ${owner.partnerId} and o.environment = ${owner.environment}
      and o.external_payment_ref = any(${references})
    limit ${limit}`)
