// SQL of where partners want their domains delivered.
import { sql, type Tx } from '../../../db/sql.ts'
import type { Owner } from '../../../kernel/owner.ts'

/** As partners reads it. */
export type SavedTarget = {
  registrarIanaId: number
  registrarAccount: string
  contactEmail: string
  nameservers: string[]
  updatedAt: Date
}

export async function saveTarget(tx: Tx, owner: Owner, target: SavedTarget): Promise<void> {
  await tx.run(sql`
    insert into delivery_targets (partner_id, environment, registrar_iana_id, registrar_account, contact_email, nameservers,
                                  updated_at)
    values (${owner.partnerId}, ${owner.environment}, ${target.registrarIanaId}, ${target.registrarAccount},
            ${target.contactEmail}, ${target.nameservers}, ${target.updatedAt})
    on conflict (partner_id, environment) do update set
      registrar_iana_id = excluded.registrar_iana_id, registrar_account = excluded.registrar_account,
      contact_email = excluded.contact_email, nameservers = excluded.nameservers, updated_at = excluded.updated_at`)
}
