// SQL of the sandbox processor's books. Each method is one statement: two processes cannot both do a thing.
import { type Db, sql } from '../../../db/sql.ts'

type Charge = {
  paymentId: string
  ref: string
  status: 'paid' | 'requires_action' | 'declined' | 'cancelled' | 'refunded'
  amountCents: number
  currency: string
  cardBrand: string | null
  cardLast4: string | null
  code: string | null
  refundRef: string | null
}

export const sandboxBooks = (db: Db) => ({
  /** The update changes nothing; it makes the row that is there already come back. */
  open: async (charge: Charge, at: Date): Promise<Charge> =>
    (await db.one<Charge>(sql`
      insert into sandbox_charges as c (payment_id, ref, status, amount_cents, currency, card_brand, card_last4, code, created_at, updated_at)
      values (${charge.paymentId}, ${charge.ref}, ${charge.status}, ${charge.amountCents}, ${charge.currency},
              ${charge.cardBrand}, ${charge.cardLast4}, ${charge.code}, ${at}, ${at})
      on conflict (payment_id) do update set payment_id = c.payment_id
      returning *`)) as Charge,
  resolveCharge: (ref: string, status: Charge['status'], code: string | null, at: Date): Promise<Charge | undefined> =>
    db.one<Charge>(sql`
      update sandbox_charges c set
        status = case when c.status = 'requires_action' then ${status} else c.status end,
        code = case when c.status = 'requires_action' then ${code} else c.code end,
        updated_at = ${at}
      where c.ref = ${ref} returning *`),
  refund: (ref: string, refundRef: string, at: Date): Promise<Charge | undefined> =>
    db.one<Charge>(sql`
      update sandbox_charges c set status = 'refunded', refund_ref = coalesce(c.refund_ref, ${refundRef}), updated_at = ${at}
      where c.ref = ${ref} and c.status in ('paid', 'refunded') returning *`),
})
