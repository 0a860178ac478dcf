// SQL of where a partner wants its domains delivered. The module delivery writes it.
import { type Db, sql } from '../../../db/sql.ts'
import type { Owner } from '../../../kernel/owner.ts'

export type DeliveryTarget = {
  registrarIanaId: number
  registrarAccount: string
  contactEmail: string
  nameservers: string[]
  updatedAt: Date
}

export const findDeliveryTarget = (db: Db, owner: Owner): Promise<DeliveryTarget | undefined> =>
  db.one<DeliveryTarget>(sql`
    select registrar_iana_id, registrar_account, contact_email, nameservers, updated_at
    from delivery_targets where partner_id = ${owner.partnerId} and environment = ${owner.environment}`)
